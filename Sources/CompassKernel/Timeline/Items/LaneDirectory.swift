/// The schools of the timeline's rows, and the lane of rows without a school.
///
/// Lanes are numbered in name order; equal names by id, the lane without an id first.
struct LaneDirectory: Sendable {
    static let nameWithoutSchool = "No School"
    static let unknownName = "Unknown"

    /// The school of each lane; nil for the lane "No School".
    private(set) var ids: [String?]
    private(set) var names: [String]
    /// The lane of the rows without a school.
    private(set) var laneWithoutSchool: Int
    private var lanes: [ForeignID: Int]
    private let directory: SchoolDirectory

    /// Creates the lanes of the schools in the given dictionaries.
    init(of dictionaries: [CodeDictionary], in directory: SchoolDirectory) {
        var known: Set<ForeignID> = []
        var schoolIDs: [String] = []
        for dictionary in dictionaries {
            for code in 0..<dictionary.count {
                let id = dictionary.string(code)
                if known.insert(ForeignID(id)).inserted { schoolIDs.append(id) }
            }
        }
        ids = [nil] + schoolIDs
        names = [Self.nameWithoutSchool] + directory.names(of: schoolIDs).map { $0 ?? Self.unknownName }
        self.directory = directory
        (laneWithoutSchool, lanes) = (0, [:])
        sort()
    }

    private mutating func sort() {
        // No school has an empty id.
        let order = NameOrder.sorted(names: names, ids: ids.map { $0 ?? "" })
        ids = order.map { ids[$0] }
        names = order.map { names[$0] }
        laneWithoutSchool = ids.firstIndex { $0 == nil } ?? 0
        lanes.removeAll(keepingCapacity: true)
        for (lane, id) in ids.enumerated() { if let id { lanes[ForeignID(id)] = lane } }
    }

    /// The number of lanes.
    var count: Int { ids.count }

    /// Returns the lane of a school; nil when it has none.
    func lane(of schoolID: String?) -> Int? {
        guard let schoolID else { return laneWithoutSchool }
        return lanes[ForeignID(schoolID)]
    }

    /// Returns the lane of each school in a dictionary, by its code.
    func lanes(of dictionary: CodeDictionary) -> [UInt32] {
        (0..<dictionary.count).map { UInt32(lane(of: dictionary.string($0)) ?? laneWithoutSchool) }
    }

    /// Adds lanes for schools, all different, that have none, and renumbers all lanes.
    ///
    /// - Returns: the numbers of the new lanes, ascending.
    mutating func add(_ schoolIDs: [String]) -> [Int] {
        ids += schoolIDs
        names += directory.names(of: schoolIDs).map { $0 ?? Self.unknownName }
        sort()
        return schoolIDs.compactMap { lanes[ForeignID($0)] }.sorted()
    }
}
