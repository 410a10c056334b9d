/// The first events of the activity feed, as many as the pages up to the requested one show.
struct PartialActivity: PartialContents {
    struct Query: PartialQuery {
        let moment: PartialMoment
        /// From 1.
        let page: Int
        /// At least 1.
        let size: Int
        let filter: ActivityFilter
        /// A hash of the names of schools, which a search reads; nil without one.
        let schoolsHash: UInt64?
    }

    let query: Query
    /// The number of events that pass the filter.
    private(set) var total = 0
    /// Newest first, then by id.
    private(set) var events: [PartialEvent] = []
    private(set) var failures = PartialFailures()

    init(of query: Query) { self.query = query }

    init(_ query: Query, total: Int, events: [PartialEvent], failures: PartialFailures) {
        self.query = query
        self.total = total
        self.events = events
        self.failures = failures
    }

    mutating func merge(_ other: PartialActivity) throws(PartialAnswerError) {
        try total.addCount(other.total)
        // Equal events, which the guard may miss, are both counted and shown.
        events = try events.merging(other.events, by: { !$1.precedes($0) }) {
            (event: inout PartialEvent, other: PartialEvent) throws(PartialAnswerError) in
        }
        events.removeLast(max(0, events.count - query.eventCount))
        failures.merge(other.failures)
    }

    func write(to writer: inout PartialWriter) {
        writer.count(total)
        writer.list(events) { $1.write(to: &$0) }
        failures.write(to: &writer)
    }

    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError) {
        self.query = query
        total = try reader.count()
        events = try reader.list { (reader) throws(PartialAnswerError) in try PartialEvent(from: &reader) }
        guard events.count == min(total, query.eventCount), events.isAscending(by: { !$1.precedes($0) })
        else {
            throw reader.damaged("events that are not in order, or too few or too many")
        }
        failures = try PartialFailures(from: &reader)
    }
}

extension PartialActivity.Query {
    /// Returns whether both are the same query, with texts compared byte by byte.
    static func == (left: Self, right: Self) -> Bool {
        left.difference(from: right) == nil && left.schoolsHash == right.schoolsHash
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(moment)
        hasher.combine(page)
        hasher.combine(size)
        hasher.combine(ByteText(filter.search))
    }

    /// The maximum number of events of a partial answer.
    static let maximumEventCount = 500

    /// The number of events up to the end of the page.
    var eventCount: Int { page * size }

    func difference(from other: Self) -> PartialAnswerDifference? {
        if let difference = moment.difference(from: other.moment) { return difference }
        if schoolsHash != other.schoolsHash, schoolsHash != nil, other.schoolsHash != nil { return .schools }
        let haveSameFilter =
            filter.type == other.filter.type && filter.range == other.filter.range
            && filter.searchesWholeText == other.filter.searchesWholeText
            && ByteText(filter.search) == ByteText(other.filter.search)
        if !haveSameFilter { return .filter }
        return page == other.page && size == other.size ? nil : .options
    }

    func write(to writer: inout PartialWriter) {
        moment.write(to: &writer)
        writer.count(page)
        writer.count(size)
        writer.optional(filter.type) { $0.byte(UInt8(truncatingIfNeeded: $1.source)) }
        writer.byte(UInt8(truncatingIfNeeded: ActivityRange.allCases.firstIndex(of: filter.range) ?? 0))
        writer.string(filter.search)
        writer.flag(filter.searchesWholeText)
        writer.optional(schoolsHash) { $0.word($1) }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        moment = try PartialMoment(from: &reader)
        page = try reader.count()
        size = try reader.count()
        let (count, overflows) = page.multipliedReportingOverflow(by: size)
        guard page > 0, size > 0, !overflows, count <= Self.maximumEventCount else {
            throw reader.damaged("a page that partial answers cannot give")
        }
        let type = try reader.optional { (reader) throws(PartialAnswerError) in
            ActivityType.bySource[try reader.byte(below: ActivityType.bySource.count)]
        }
        let range = ActivityRange.allCases[try reader.byte(below: ActivityRange.allCases.count)]
        filter = ActivityFilter(
            type: type, range: range, search: try reader.string(), searchesWholeText: try reader.flag())
        schoolsHash = try reader.optional { (reader) throws(PartialAnswerError) in try reader.word() }
        guard (schoolsHash == nil) == !Self.searches(filter) else {
            throw reader.damaged("a search without names, or names without a search")
        }
    }

    /// Returns whether a filter reads texts.
    static func searches(_ filter: ActivityFilter) -> Bool { !SearchQuery(filter.search).matchesAll }
}

/// An event as the feed shows it, without the name of its school.
struct PartialEvent: Hashable, Sendable {
    let date: ZonedTimestamp
    let type: ActivityType
    /// The row's id.
    let id: PartialText
    /// The type of an interaction or a document, the new status of a school.
    let kind: PartialText
    let schoolID: PartialText?
    /// The text that the description shows; nil if there is none.
    let shownText: PartialText?
    /// The whole title of a document; nil for other events and where there is none.
    let title: PartialText?

    /// Returns whether the event comes before another one: by time, newest first, then by its id, which
    /// begins with its type.
    ///
    /// Other values distinguish events only if two shards have the same row.
    func precedes(_ other: PartialEvent) -> Bool {
        if date.timestamp != other.date.timestamp { return date.timestamp > other.date.timestamp }
        if type != other.type { return type.source < other.type.source }
        if id != other.id { return id < other.id }
        if self == other { return false }
        var (own, others) = (PartialWriter(), PartialWriter())
        write(to: &own)
        other.write(to: &others)
        return own.bytes.lexicographicallyPrecedes(others.bytes)
    }

    func write(to writer: inout PartialWriter) {
        writer.instant(date)
        writer.byte(UInt8(truncatingIfNeeded: type.source))
        writer.text(id)
        writer.text(kind)
        for text in [schoolID, shownText, title] { writer.optional(text) { $0.text($1) } }
    }
}

extension PartialEvent {
    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        date = try reader.instant()
        type = ActivityType.bySource[try reader.byte(below: ActivityType.bySource.count)]
        id = try reader.text()
        kind = try reader.text()
        schoolID = try reader.optional { (reader) throws(PartialAnswerError) in try reader.text() }
        shownText = try reader.optional { (reader) throws(PartialAnswerError) in try reader.text() }
        title = try reader.optional { (reader) throws(PartialAnswerError) in try reader.text() }
    }
}

extension ActivityFeed {
    /// Returns the part of a page of these events, which are one of several shards.
    ///
    /// The part has the events of all pages up to this one. A search reads the names of schools in titles, so
    /// that all shards must have the same names then; otherwise they need none.
    ///
    /// - Parameters: as for
    ///   ``page(_:size:where:asOf:in:)``,
    ///   the same for all shards, and `shard`, the number of the shard, different for each.
    /// - Throws: ``PartialAnswerError/notMergeable(reason:)`` if the page ends after the first 500 events, or
    ///   the feed shows a limited number of rows of each table.
    /// - Complexity: O(c + k) for k events up to the page's end and c chunks of a few thousand events; a
    ///   search as for the page. The ids of all rows are read once, and again after changes.
    public func partialPage(
        _ number: Int = 1, size: Int = ActivityPage.defaultPageSize, where filter: ActivityFilter = .all,
        asOf now: Timestamp, in zone: ZoneOffsets, shard: UInt32
    ) throws(PartialAnswerError) -> PartialAnswer {
        if isLimited {
            throw .notMergeable(
                reason:
                    "the newest rows of each table are not those of each shard; make the feed without a limit"
            )
        }
        let (page, size) = (max(number, 1), max(size, 1))
        let (eventCount, overflows) = page.multipliedReportingOverflow(by: size)
        guard !overflows, eventCount <= PartialActivity.Query.maximumEventCount else {
            throw .notMergeable(
                reason:
                    "partial answers have the first \(PartialActivity.Query.maximumEventCount) events; "
                    + "request an earlier page, or a smaller one")
        }
        let query = PartialActivity.Query(
            moment: PartialMoment(asOf: now, in: zone), page: page, size: size, filter: filter,
            schoolsHash: PartialActivity.Query.searches(filter) ? schools.contentHash : nil)
        let (selection, total) = selection(filter, asOf: now)
        var events: [PartialEvent] = []
        events.reserveCapacity(min(eventCount, total))
        order.forEachEntry(selection, from: 0, count: min(eventCount, total)) {
            events.append(partialEvent($0, in: zone))
            return true
        }
        let activity = PartialActivity(
            query, total: total, events: events,
            failures: PartialFailures(failures.map { ($0.table, $0.reason) }))
        return PartialAnswer(.activity(activity), shard: shard, guardHashes: guardHashes)
    }

    private func partialEvent(_ entry: ActivityEntry, in zone: ZoneOffsets) -> PartialEvent {
        let source = sources[entry.source]
        let row = source.row(entry.rank)
        return PartialEvent(
            date: ZonedTimestamp(row.time, in: zone), type: source.type, id: PartialText(row.id),
            kind: PartialText(row.kind), schoolID: row.schoolID.map { PartialText($0) },
            shownText: source.shownText(entry.rank).map { PartialText($0) },
            title: source.type == .documentUpload ? source.wholeText(entry.rank).map { PartialText($0) } : nil
        )
    }

    /// The smallest hashes of the ids of all rows, for ``RowGuard``.
    private var guardHashes: [UInt64] {
        var smallest = SmallestHashes()
        let isUnchanged =
            sources.allSatisfy { $0.added.isEmpty } && count == sources.reduce(0) { $0 + $1.loaded.count }
        if isUnchanged {
            for hash in sources.flatMap(\.loaded.guardHashes) { smallest.insert(hash) }
            return smallest.finish()
        }
        order.forEachEntry(.all, from: 0, count: count) { entry in
            var id = sources[entry.source].row(entry.rank).id
            smallest.insert(
                id.withUTF8 { IdentifierColumn.hash(of: $0, seed: RowGuard.seed &+ UInt64(entry.source)) })
            return true
        }
        return smallest.finish()
    }
}

extension PartialAnswer {
    /// Returns the page of the activity feed of the rows of all shards.
    ///
    /// A table that could not be read in one of them is named; its rows in others are shown.
    ///
    /// - Parameter schools: the names of schools; those of the shards if the page has a search.
    /// - Throws: ``PartialAnswerError`` if this is a part of another page, or the search has read other
    ///   names.
    /// - Complexity: O(k + d) for k events and d schools.
    public func activityPage(schools: SchoolDirectory) throws(PartialAnswerError) -> ActivityPage {
        guard case .activity(let contents) = content else { throw .otherQuery(.kind) }
        try checkRelease()
        let failed = contents.failures.contain(table: SchoolDirectory.schema.tableName)
        let names = SchoolLookup(failed ? .empty : schools)
        if let hash = contents.query.schoolsHash, hash != names.contentHash {
            throw .otherQuery(.schools)
        }
        return contents.page(names)
    }
}

extension PartialActivity {
    fileprivate func page(_ schools: SchoolLookup) -> ActivityPage {
        let size = query.size
        let pageCount = total == 0 ? 1 : (total - 1) / size + 1
        let page = min(query.page, pageCount)
        let shown = events.dropFirst((page - 1) * size).prefix(size)
        return ActivityPage(
            total: total, page: page, totalPages: pageCount,
            failures: failures.ordered().map { SourceFailure(table: $0.table, reason: $0.reason) },
            events: shown.map { event in
                ActivityEvent(
                    event.type, id: event.id.string, kind: event.kind.string,
                    schoolID: event.schoolID?.string,
                    date: event.date, shownText: event.shownText?.string, title: event.title?.string, schools,
                    asOf: query.moment.now)
            })
    }
}
