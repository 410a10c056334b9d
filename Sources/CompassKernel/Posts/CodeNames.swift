/// The ids and names of one table's schools, or of its coaches, by code.
final class CodeNames: Sendable {
    let ids: [String]
    /// The names in the directory; nil for those that it does not know.
    let knownNames: [String?]
    /// The names, with a substitute for unknown ones.
    let names: [String]
    /// The rank of each code in name order; equal names are ordered by id.
    let ranks: [UInt32]
    /// The codes in name order.
    let codesByRank: [Int]
    /// Codes with the most posts when the names were bound, most first: those that are likely to lead any list.
    let leadingCodes: [Int]
    private let codes: CodeIndex
    // Sendable: accessed by KeptValue only.
    private nonisolated(unsafe) var orderedKeys = KeptValue<[CodeKey]>()

    /// Derived: some more than the five that a page lists by default. For longer lists the hint is of no use.
    static let leadingCodeCount = 8

    /// An id in the form of partial answers, and its code.
    struct CodeKey: Sendable {
        let key: PartialText
        let code: Int
    }

    /// - Parameters:
    ///   - dictionary: the ids.
    ///   - counted: the codes of the table's own columns; those of a delta may have more.
    ///   - names: returns the name of each id; nil for unknown ones.
    ///   - unknown: the substitute for unknown names.
    init(
        of dictionary: CodeDictionary, counted: CountedCodes, names: ([String]) -> [String?], unknown: String
    ) {
        let ids = (0..<dictionary.count).map { dictionary.string($0) }
        self.ids = ids
        knownNames = names(ids)
        let names = knownNames.map { $0 ?? unknown }
        self.names = names
        let order = NameOrder.sorted(names: names, ids: ids)
        var ranks = [UInt32](repeating: 0, count: ids.count)
        for (rank, code) in order.enumerated() { ranks[code] = UInt32(rank) }
        codesByRank = order
        self.ranks = ranks
        leadingCodes = Self.leadingCodes(of: counted)
        codes = CodeIndex(of: dictionary)
    }

    /// Returns the codes with the most rows, most first.
    ///
    /// - Complexity: O(c) for c codes.
    private static func leadingCodes(of counted: CountedCodes) -> [Int] {
        var leading: [(code: Int, count: Int)] = []
        for code in 0..<counted.codeCount {
            let count = counted.prefixCounts.count(of: code)
            if let last = leading.last, leading.count == leadingCodeCount, last.count >= count { continue }
            let place = leading.firstIndex { $0.count < count } ?? leading.count
            leading.insert((code, count), at: place)
            if leading.count > leadingCodeCount { leading.removeLast() }
        }
        return leading.map(\.code)
    }

    /// Returns the code of an id; nil if no post has it.
    @inline(__always)
    func code(of id: ForeignID) -> Int? {
        id.description.withBytes { codes.code(of: $0) }
    }

    /// The ids by their bytes; sorted on first access.
    var keysInByteOrder: [CodeKey] {
        KeptValue.get(self, \.orderedKeys) {
            ids.indices.map { CodeKey(key: PartialText(ids[$0]), code: $0) }.sorted { $0.key < $1.key }
        }
    }

    /// Marks the codes of `ids` with all ones; those without a code are ignored.
    func mark(_ ids: Set<ForeignID>, in marks: UnsafeMutablePointer<UInt32>) {
        // SAFETY: the caller has a mark for each code.
        for id in ids { if let code = code(of: id) { marks[code] = ~0 } }
    }
}

/// The names of the schools and coaches of one table of posts.
///
/// A class for the same reason as ``SharedParts``: copying its holder costs one reference count.
final class PostNames: Sendable {
    let directory: SchoolDirectory
    let coachTable: CoachTable
    let schools: CodeNames
    let coaches: CodeNames
    private let orderedSchools = BuiltOnce<[NamedCode]>()

    /// A school and its code; nil if no post has it.
    struct NamedCode: Sendable {
        let id: String
        let name: String
        let code: Int?
    }

    init(of posts: PostTable, in directory: SchoolDirectory, _ coachTable: CoachTable) {
        self.directory = directory
        self.coachTable = coachTable
        schools = CodeNames(
            of: posts.schools, counted: posts.counts.schools,
            names: { directory.names(of: $0) }, unknown: SchoolDirectory.unknownName)
        coaches = CodeNames(
            of: posts.coaches, counted: posts.counts.coaches,
            names: { coachTable.fullNames(of: $0) }, unknown: CoachTable.unknownName)
    }

    /// The schools of the directory and of the posts, in name order, then by id; sorted on first access.
    var schoolsInNameOrder: [NamedCode] {
        orderedSchools.get {
            let ids = directory.schools(with: schools.ids).map(\.id)
            let names = directory.names(of: ids).map { $0 ?? SchoolDirectory.unknownName }
            return NameOrder.sorted(names: names, ids: ids).map { index in
                NamedCode(
                    id: ids[index], name: names[index], code: schools.code(of: ForeignID(ids[index])))
            }
        }
    }
}
