/// Counts in fixed places, which add up place by place.
struct PartialTotals: Hashable, Sendable {
    private(set) var counts: [Int]

    /// Creates counts that are 0.
    init(count: Int) { counts = [Int](repeating: 0, count: count) }

    init(_ counts: [Int]) { self.counts = counts }

    subscript(place: Int) -> Int { counts[place] }

    /// Adds other counts of the same places.
    mutating func merge(_ other: PartialTotals) throws(PartialAnswerError) {
        try counts.addCounts(other.counts)
    }

    func write(to writer: inout PartialWriter) { for count in counts { writer.count(count) } }

    init(count: Int, from reader: inout PartialReader) throws(PartialAnswerError) {
        counts = []
        for _ in 0..<count { counts.append(try reader.count()) }
    }
}

extension [Int] {
    /// Adds the counts in the same places; throws if a page could not show a sum.
    mutating func addCounts(_ others: [Int]) throws(PartialAnswerError) {
        for place in indices where place < others.count { try self[place].addCount(others[place]) }
    }
}
