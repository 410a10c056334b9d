/// The ids and names of one table's schools, by code.
///
/// A class for the same reason as ``SharedParts``: copying its holder costs one reference count.
final class SchoolNames: Sendable {
    static let unknown = "Unknown School"

    let directory: SchoolDirectory
    let ids: [String]
    let names: [String]
    /// The rank of each school in name order; schools with equal names are ordered by id.
    let ranks: [UInt32]
    /// The codes of the schools in name order.
    let codesByRank: [Int]
    private let codes: CodeIndex

    init(of schools: CodeDictionary, in directory: SchoolDirectory) {
        let ids = (0..<schools.count).map { schools.string($0) }
        let names = directory.names(of: schools)
        let order = NameOrder.sorted(names: names, ids: ids)
        var ranks = [UInt32](repeating: 0, count: ids.count)
        for (rank, code) in order.enumerated() { ranks[code] = UInt32(rank) }
        self.directory = directory
        self.ids = ids
        self.names = names
        codesByRank = order
        self.ranks = ranks
        codes = CodeIndex(of: schools)
    }

    /// Returns the code of a school's id; nil if no post has it.
    @inline(__always)
    func code(of id: SchoolID) -> Int? {
        var id = id.description
        return id.withUTF8 { codes.code(of: $0) }
    }
}
