/// The numbers of a timeline's items in some windows, of the rows of all shards.
public struct TimelineCounts: Hashable, KeyedValue {
    /// The numbers of items that meet a window.
    public struct Window: Hashable, KeyedValue {
        /// The window.
        public let window: TimeWindow
        let counts: [Int]

        /// The number of items of a type.
        public subscript(type: TimelineItemType) -> Int { counts[Int(type.number)] }

        /// The number of items.
        public var total: Int { counts.reduce(0, +) }

        /// Passes the members to a writer, in the order of the JSON contract.
        public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
            TimeWindow.writeMembers(of: value?.window, to: &writer)
            writer.member("total", value?.total)
            ItemCounts.writeMembers(of: value.map { ItemCounts($0.counts[...]) }, to: &writer)
        }
    }

    /// The windows, as they were requested.
    public let windows: [Window]
    /// The first start of all items, whatever the filter; nil without items.
    public let first: Timestamp?
    /// The last end of all items; nil without items.
    public let last: Timestamp?

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("first", value?.first.map { ZonedTimestamp($0, in: .utc) })
        writer.member("last", value?.last.map { ZonedTimestamp($0, in: .utc) })
        writer.list("windows", value?.windows)
    }
}

extension TimeWindow {
    fileprivate static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("from", value.map { ZonedTimestamp($0.from, in: .utc) })
        writer.member("to", value.map { ZonedTimestamp($0.to, in: .utc) })
    }
}

/// The numbers of items of each type.
private struct ItemCounts: KeyedValue {
    /// In the order of ``TimelineItemType``'s cases.
    let counts: ArraySlice<Int>

    init(_ counts: ArraySlice<Int>) { self.counts = counts }

    static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        func count(_ type: TimelineItemType) -> Int? {
            value.map { $0.counts[$0.counts.startIndex + Int(type.number)] }
        }
        writer.member("event", count(.event))
        writer.member("interaction", count(.interaction))
        writer.member("offer", count(.offer))
        writer.member("statusChange", count(.statusChange))
    }
}

/// A window divided into buckets of equal duration, with the numbers of the items of all shards in each.
///
/// The buckets are those of ``IntervalLevels``, except that none represents the others: items are numbered by
/// each table.
public struct TimelineLevels: Hashable, KeyedValue {
    /// The items of a bucket.
    public struct Bucket: Hashable, KeyedValue {
        private let counts: [Int]
        /// The total time of all items in the bucket, in microseconds; `UInt64.max` where it is larger.
        public let timeMicros: UInt64

        init(_ bucket: PartialTimelineLevels.Bucket) {
            counts = bucket.counts
            timeMicros = bucket.timeMicros
        }

        /// Returns the number of items of a type that start in the bucket.
        public func starts(_ type: TimelineItemType) -> Int { counts[Int(type.number)] }

        /// Returns the number of items of a type that meet the bucket.
        public func meets(_ type: TimelineItemType) -> Int {
            counts[PartialTimelineCounts.typeCount + Int(type.number)]
        }

        /// Passes the members to a writer, in the order of the JSON contract.
        public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
            let width = PartialTimelineCounts.typeCount
            writer.member("timeMicros", value.map { Int(clamping: $0.timeMicros) })
            writer.member("starts", value.map { ItemCounts($0.counts[..<width]) })
            writer.member("meets", value.map { ItemCounts($0.counts[width...]) })
        }
    }

    /// The queried window.
    public let window: TimeWindow
    /// The buckets from left to right.
    public let buckets: [Bucket]

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        TimeWindow.writeMembers(of: value?.window, to: &writer)
        writer.list("buckets", value?.buckets)
    }
}

extension TimelineItems {
    /// Returns the numbers of these items in some windows; they are one of several shards.
    ///
    /// Ranges are instants. The page's range "All Time" begins at ``TimelineCounts/first``, which takes a
    /// first pass with no window.
    ///
    /// - Parameters:
    ///   - windows: the windows, the same for all shards.
    ///   - filter: which items count, the same for all shards.
    ///   - shard: the number of the shard, different for each.
    /// - Complexity: O(w) look-ups in the index for w windows; the ids of all rows are read.
    public func partialCounts(
        meeting windows: [TimeWindow], where filter: TimelineFilter = .all, shard: UInt32
    ) -> PartialAnswer {
        let query = PartialTimelineCounts.Query(
            filter: PartialTimelineFilter(filter, in: zone), windows: windows)
        let counts = windows.flatMap { window in
            TimelineItemType.allCases.map { type in
                let types = filter.types.intersection(TimelineItemTypes(type))
                return types.isEmpty
                    ? 0
                    : count(meeting: window, where: TimelineFilter(schoolID: filter.schoolID, types: types))
            }
        }
        let contents = PartialTimelineCounts(
            query, counts: counts, firstMicros: positions.value.intervals.earliestStartMicros,
            lastMicros: lastEndMicros)
        return PartialAnswer(.timelineCounts(contents), shard: shard, guardHashes: tables.value.guardHashes)
    }

    /// Returns the numbers of these items in the buckets of a window; they are one of several shards.
    ///
    /// - Parameters:
    ///   - window: as for ``levels(over:buckets:where:)``, and likewise the next two; the same for all
    ///     shards.
    ///   - buckets: the number of buckets.
    ///   - filter: which items count.
    ///   - shard: the number of the shard, different for each.
    /// - Throws: ``IntervalIndexError`` when there is no bucket, too many, or the window's edges are equal.
    /// - Complexity: that of ``levels(over:buckets:where:)``; the ids of all rows are read.
    public func partialLevels(
        over window: TimeWindow, buckets: Int, where filter: TimelineFilter = .all, shard: UInt32
    ) throws(IntervalIndexError) -> PartialAnswer {
        let levels = try levels(over: window, buckets: buckets, where: filter)
        let query = PartialTimelineLevels.Query(
            filter: PartialTimelineFilter(filter, in: zone), window: window, bucketCount: buckets)
        return PartialAnswer(
            .timelineLevels(PartialTimelineLevels(query, levels)), shard: shard,
            guardHashes: tables.value.guardHashes)
    }

    /// The last end of all items, in microseconds since 1970; nil without items.
    private var lastEndMicros: Int64? {
        // Only what ends before an instant is found, so that the last instant of all is asked for apart.
        let last = Timestamp(micros: .max)
        if count(meeting: TimeWindow(at: last)) > 0 { return .max }
        return nearest(endingBefore: last).map { end($0).micros }
    }
}

extension TimelineTables {
    /// The smallest hashes of the ids of all rows, for ``RowGuard``.
    ///
    /// - Complexity: O(n) for n rows.
    var guardHashes: [UInt64] {
        var smallest = SmallestHashes()
        insert(events, into: &smallest)
        insert(interactions, into: &smallest)
        insert(offers, into: &smallest)
        insert(statusChanges, into: &smallest)
        return smallest.finish()
    }

    private func insert<Record: TimelineRecord>(
        _ source: TimelineSource<Record>, into smallest: inout SmallestHashes
    ) {
        let seed = RowGuard.seed &+ UInt64(Record.itemType.number)
        for row in 0..<source.rowCount where source.isLive(row) {
            if row < source.table.count {
                smallest.insert(source.table.ids.hash(row, seed: seed))
            } else {
                smallest.insert(source.withID(row) { IdentifierColumn.hash(of: $0, seed: seed) })
            }
        }
    }
}

extension PartialAnswer {
    /// Returns the numbers of a timeline's items of all shards in some windows.
    ///
    /// - Throws: ``PartialAnswerError`` if this is a part of another answer.
    public func timelineCounts() throws(PartialAnswerError) -> TimelineCounts {
        guard case .timelineCounts(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        let width = PartialTimelineCounts.typeCount
        let windows = contents.query.windows.enumerated().map { index, window in
            TimelineCounts.Window(
                window: window, counts: Array(contents.counts[index * width..<index * width + width]))
        }
        return TimelineCounts(
            windows: windows, first: contents.firstMicros.map { Timestamp(micros: $0) },
            last: contents.lastMicros.map { Timestamp(micros: $0) })
    }

    /// Returns the numbers of a timeline's items of all shards in the buckets of a window.
    ///
    /// - Throws: ``PartialAnswerError`` if this is a part of another answer.
    public func timelineLevels() throws(PartialAnswerError) -> TimelineLevels {
        guard case .timelineLevels(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        return TimelineLevels(
            window: contents.query.window, buckets: contents.buckets.map { TimelineLevels.Bucket($0) })
    }
}
