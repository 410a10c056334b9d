/// The schools of the timeline's rows, and the lane of those without a school.
///
/// Lanes are numbered in name order when the timeline is made; lanes that come with later rows follow.
struct LaneDirectory: Sendable {
    static let nameWithoutSchool = "No School"
    static let unknownName = "Unknown"

    /// The school of each lane; nil for the lane "No School".
    private(set) var ids: [String?]
    private(set) var names: [String]
    /// The lanes in name order; equal names by id, no id first.
    private(set) var order: [Int]
    /// The place of each lane in name order.
    private(set) var ranks: [Int]
    /// Whether lanes are numbered in name order.
    private(set) var isInNameOrder: Bool
    /// The lane of the rows without a school.
    let laneWithoutSchool: Int
    private var lanes: [SchoolID: Int]
    private let directory: SchoolDirectory

    /// The lanes of the schools in some dictionaries.
    init(of dictionaries: [CodeDictionary], in directory: SchoolDirectory) {
        var known: Set<SchoolID> = []
        var schoolIds: [String] = []
        for dictionary in dictionaries {
            for code in 0..<dictionary.count {
                let id = dictionary.string(code)
                if known.insert(SchoolID(id)).inserted { schoolIds.append(id) }
            }
        }
        let schoolNames = directory.names(of: schoolIds, unknown: Self.unknownName)
        let unordered = Self(
            ids: [nil] + schoolIds, names: [Self.nameWithoutSchool] + schoolNames, directory: directory)
        self.init(
            ids: unordered.order.map { unordered.ids[$0] },
            names: unordered.order.map { unordered.names[$0] },
            directory: directory)
    }

    private init(ids: [String?], names: [String], directory: SchoolDirectory) {
        self.ids = ids
        self.names = names
        self.directory = directory
        (order, ranks, isInNameOrder) = ([], [], true)
        laneWithoutSchool = ids.firstIndex { $0 == nil } ?? 0
        lanes = [:]
        for (lane, id) in ids.enumerated() { if let id { lanes[SchoolID(id)] = lane } }
        sortByName()
    }

    private mutating func sortByName() {
        // No school has an empty id.
        order = NameOrder.sorted(names: names, ids: ids.map { $0 ?? "" })
        ranks = [Int](repeating: 0, count: order.count)
        for (rank, lane) in order.enumerated() { ranks[lane] = rank }
        isInNameOrder = zip(order, order.dropFirst()).allSatisfy(<)
    }

    /// The number of lanes.
    var count: Int { ids.count }

    /// The lane of a school; nil when it has none.
    func lane(of schoolId: String?) -> Int? {
        guard let schoolId else { return laneWithoutSchool }
        return lanes[SchoolID(schoolId)]
    }

    /// The lane of each school in a dictionary, by its code.
    func lanes(of dictionary: CodeDictionary) -> [UInt32] {
        (0..<dictionary.count).map { UInt32(lane(of: dictionary.string($0)) ?? laneWithoutSchool) }
    }

    /// The lane of a school, a new one where it has none.
    mutating func lane(addingFor schoolId: String?) -> Int {
        if let lane = lane(of: schoolId) { return lane }
        guard let schoolId else { return laneWithoutSchool }
        ids.append(schoolId)
        names.append(directory.name(of: schoolId) ?? Self.unknownName)
        lanes[SchoolID(schoolId)] = ids.count - 1
        sortByName()
        return ids.count - 1
    }
}
