/// The part of a timeline's query that its counts and its levels share.
struct PartialTimelineFilter: Hashable, Sendable {
    /// A hash of the offsets of the zone in which days became instants.
    let zoneHash: UInt64
    let schoolID: PartialText?
    let types: TimelineItemTypes

    init(_ filter: TimelineFilter, in zone: ZoneOffsets) {
        zoneHash = zone.table.contentHash
        schoolID = filter.schoolID.map { PartialText($0) }
        types = filter.types
    }

    func difference(from other: Self) -> PartialAnswerDifference? {
        if zoneHash != other.zoneHash { return .zone }
        return self == other ? nil : .filter
    }

    func write(to writer: inout PartialWriter) {
        writer.word(zoneHash)
        writer.optional(schoolID) { $0.text($1) }
        writer.byte(types.rawValue)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        zoneHash = try reader.word()
        schoolID = try reader.optional { (reader) throws(PartialAnswerError) in try reader.text() }
        types = TimelineItemTypes(rawValue: UInt8(try reader.byte(below: 16)))
    }
}

extension PartialWriter {
    mutating func window(_ window: TimeWindow) {
        signed(window.fromMicros)
        signed(window.toMicros)
    }
}

extension PartialReader {
    mutating func window() throws(PartialAnswerError) -> TimeWindow {
        let (from, to) = (try signed(), try signed())
        guard let window = try? TimeWindow(fromMicros: from, toMicros: to) else {
            throw damaged("a window that ends before it begins")
        }
        return window
    }
}

/// The numbers of a timeline's items in some windows, and the instants between which all items are.
struct PartialTimelineCounts: PartialContents {
    struct Query: PartialQuery {
        let filter: PartialTimelineFilter
        let windows: [TimeWindow]
    }

    let query: Query
    /// For each window the numbers of items of each type.
    private(set) var counts: [Int]
    /// The first start of all items, whatever the filter, in microseconds since 1970.
    private(set) var firstMicros: Int64?
    /// The last end of all items.
    private(set) var lastMicros: Int64?

    static let typeCount = TimelineItemType.allCases.count

    init(of query: Query) {
        self.query = query
        counts = Array(repeating: 0, count: query.windows.count * Self.typeCount)
    }

    init(_ query: Query, counts: [Int], firstMicros: Int64?, lastMicros: Int64?) {
        self.query = query
        self.counts = counts
        self.firstMicros = firstMicros
        self.lastMicros = lastMicros
    }

    mutating func merge(_ other: PartialTimelineCounts) throws(PartialAnswerError) {
        try counts.addCounts(other.counts)
        firstMicros = [firstMicros, other.firstMicros].compactMap { $0 }.min()
        lastMicros = [lastMicros, other.lastMicros].compactMap { $0 }.max()
    }

    func write(to writer: inout PartialWriter) {
        for count in counts { writer.count(count) }
        writer.optional(firstMicros) { $0.signed($1) }
        writer.optional(lastMicros) { $0.signed($1) }
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.init(of: query)
        for place in counts.indices { counts[place] = try reader.count() }
        firstMicros = try reader.optional { (reader) throws(PartialAnswerError) in try reader.signed() }
        lastMicros = try reader.optional { (reader) throws(PartialAnswerError) in try reader.signed() }
    }
}

extension PartialTimelineCounts.Query {
    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = filter.difference(from: other.filter) { return difference }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        filter.write(to: &writer)
        writer.list(windows) { $0.window($1) }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        filter = try PartialTimelineFilter(from: &reader)
        windows = try reader.list { (reader) throws(PartialAnswerError) in try reader.window() }
    }
}

/// The numbers of a timeline's items in the buckets of a window.
struct PartialTimelineLevels: PartialContents {
    struct Query: PartialQuery {
        let filter: PartialTimelineFilter
        let window: TimeWindow
        let bucketCount: Int
    }

    struct Bucket: Hashable, Sendable {
        /// The numbers of items of each type that start in the bucket, then those that meet it.
        var counts = [Int](repeating: 0, count: 2 * PartialTimelineCounts.typeCount)
        var timeMicros: UInt64 = 0
    }

    let query: Query
    private(set) var buckets: [Bucket]

    init(of query: Query) {
        self.query = query
        buckets = Array(repeating: Bucket(), count: query.bucketCount)
    }

    init(_ query: Query, _ levels: IntervalLevels) {
        self.query = query
        buckets = levels.buckets.map { bucket in
            var counts = (0..<PartialTimelineCounts.typeCount).map { bucket.starts[$0] }
            counts += (0..<PartialTimelineCounts.typeCount).map { bucket.meets[$0] }
            return Bucket(counts: counts, timeMicros: bucket.timeMicros)
        }
    }

    mutating func merge(_ other: PartialTimelineLevels) throws(PartialAnswerError) {
        for place in buckets.indices where place < other.buckets.count {
            try buckets[place].merge(other.buckets[place])
        }
    }

    func write(to writer: inout PartialWriter) { for bucket in buckets { bucket.write(to: &writer) } }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.query = query
        buckets = []
        // Not reserved, as there may be fewer bytes than buckets.
        for _ in 0..<query.bucketCount { buckets.append(try Bucket(from: &reader)) }
    }
}

extension PartialTimelineLevels.Bucket {
    mutating func merge(_ other: Self) throws(PartialAnswerError) {
        try counts.addCounts(other.counts)
        let (sum, overflows) = timeMicros.addingReportingOverflow(other.timeMicros)
        timeMicros = overflows ? .max : sum
    }

    /// Writes a bit for each count that is not 0, these counts, and if there are any, the time.
    func write(to writer: inout PartialWriter) {
        let bits: UInt8 = counts.indices.reduce(0) { $0 | (counts[$1] == 0 ? 0 : 1 << UInt8($1)) }
        writer.byte(bits)
        for count in counts where count != 0 { writer.count(count) }
        if bits != 0 { writer.number(timeMicros) }
    }

    /// A bucket without items, whose counts all such buckets share: a byte must not claim the memory of many.
    private static let empty = Self()

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        self = .empty
        let bits = try reader.byte()
        for place in counts.indices where bits >> UInt8(place) & 1 != 0 { counts[place] = try reader.count() }
        timeMicros = bits == 0 ? 0 : try reader.number()
    }
}

extension PartialTimelineLevels.Query {
    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = filter.difference(from: other.filter) { return difference }
        return self == other ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        filter.write(to: &writer)
        writer.window(window)
        writer.count(bucketCount)
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        filter = try PartialTimelineFilter(from: &reader)
        window = try reader.window()
        bucketCount = try reader.count()
        guard bucketCount > 0, bucketCount <= IntervalIndex.bucketLimit, window.fromMicros < window.toMicros
        else {
            throw reader.damaged("a window without buckets, or too many")
        }
    }
}
