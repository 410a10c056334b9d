extension ActivityFeed {
    /// Returns one page of the events that pass a filter.
    ///
    /// - Parameters:
    ///   - number: the number of the page, from 1, clamped to the existing pages.
    ///   - size: the number of events on a page; less than 1 counts as 1.
    ///   - filter: which events are shown.
    ///   - now: the instant that ranges and relative times refer to.
    ///   - zone: the time zone of the events' UTC offsets and of the days in relative times.
    /// - Returns: the page, with ``ActivityPage/failures`` of the tables that could not be read.
    /// - Complexity: O(c + k) for k events on a page and c chunks of a few thousand events. A search also takes
    ///   O(n / 64 + t + m) for n events, t bytes of distinct words and m occurrences of those that contain the
    ///   text; for a text of several words also the rows that have all of them, and the texts of inserted rows.
    ///   It scans all descriptions in the range, either as shown or whole, if a table has few rows or a range few
    ///   of them, if distinct words are a fifth of its text, if one row in five has all words of the text, and
    ///   for texts that end with a dot or begin with a scalar that continues a character. The first search
    ///   builds the folded texts of the tables and the index of their words.
    public func page(
        _ number: Int = 1, size: Int = ActivityPage.defaultPageSize, where filter: ActivityFilter = .all,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) -> ActivityPage {
        let (selection, total) = selection(filter, asOf: now)
        let size = max(size, 1)
        let pageCount = total == 0 ? 1 : (total - 1) / size + 1
        let page = min(max(number, 1), pageCount)
        let first = (page - 1) * size
        let count = min(size, total - first)
        var events: [ActivityEvent] = []
        events.reserveCapacity(count)
        var offsets = OffsetReader(zone)
        order.forEachEntry(selection, from: first, count: count) {
            events.append(event($0, asOf: now, &offsets))
            return true
        }
        return ActivityPage(
            total: total, page: page, totalPages: pageCount, failures: failures, events: events)
    }

    /// Returns the newest events, as the dashboard shows them.
    ///
    /// The events are those of the first ``page(_:size:where:asOf:in:)`` without a filter.
    ///
    /// - Complexity: O(k) for k events.
    public func widget(
        size: Int = ActivityPage.widgetSize, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> [ActivityEvent] {
        page(size: size, asOf: now, in: zone).events
    }

    /// Returns the selected events and the number that pass the filter; the selection may continue with older
    /// events.
    func selection(
        _ filter: ActivityFilter, asOf now: Timestamp
    ) -> (selection: ActivitySelection, count: Int) {
        if let matches = matches(filter, asOf: now) {
            return (.matches(matches), matches.before[order.chunks.count])
        }
        let limit = position(of: filter.range, asOf: now)
        guard let type = filter.type else { return (.all, limit) }
        return (.source(type.source), order.count(ofSource: type.source, before: limit))
    }

    /// Returns the number of events before the first one that is older than the range.
    func position(of range: ActivityRange, asOf now: Timestamp) -> Int {
        guard let cutoff = range.cutoff(asOf: now) else { return order.count }
        return order.position { micros($0) < cutoff }
    }

    /// Returns an event with all its texts.
    func event(
        _ entry: ActivityEntry, asOf now: Timestamp, _ offsets: inout OffsetReader
    ) -> ActivityEvent {
        let loaded = sources[entry.source].loaded
        if entry.rank < loaded.count { return loaded.event(entry.rank, asOf: now, &offsets) }
        let source = sources[entry.source]
        let row = source.row(entry.rank)
        let title = source.type == .documentUpload ? source.wholeText(entry.rank) : nil
        return ActivityEvent(
            source.type, id: row.id, kind: row.kind, schoolID: row.schoolID,
            date: offsets.zoned(row.time), shownText: source.shownText(entry.rank), title: title,
            schools, asOf: now)
    }
}

extension LoadedActivity {
    /// Returns the event of a rank with all its texts.
    func event(_ rank: Int, asOf now: Timestamp, _ offsets: inout OffsetReader) -> ActivityEvent {
        let row = row(rank)
        let (shown, title) = withText(rank) { text -> (String?, String?) in
            guard let text else { return (nil, nil) }
            let prefix = ShownText.prefix(of: text)
            let shown = ShownText.string(text, prefix)
            if type != .documentUpload { return (shown, nil) }
            return (shown, prefix.isCut ? String(utf8: text) : shown)
        }
        let date = offsets.zoned(Timestamp(micros: columns.times[row]))
        return columns.ids.withUTF8(row) { id in
            ActivityEvent(
                type, id: id, texts.kind(columns.kinds, row), texts.school(columns.schools, row), date: date,
                shownText: shown, title: title, asOf: now)
        }
    }
}

extension ActivityEvent {
    /// Creates an event with all its texts.
    ///
    /// - Parameters:
    ///   - kind: the type of an interaction or a document, the new status of a school.
    ///   - shownText: the text that the description shows; nil if there is none.
    ///   - title: the whole title of a document; nil if there is none.
    init(
        _ type: ActivityType, id: String, kind: String, schoolID: String?, date: ZonedTimestamp,
        shownText: String?, title: String?, _ schools: SchoolLookup, asOf now: Timestamp
    ) {
        var (id, kind, schoolID) = (id, kind, schoolID ?? "")
        let kindTexts = kind.withUTF8 { ActivityTexts.Kind($0, of: type) }
        let schoolTexts = schoolID.withUTF8 { ActivityTexts.School($0, of: type, in: schools) }
        self = id.withUTF8 { id in
            ActivityEvent(
                type, id: id, kindTexts, schoolTexts, date: date, shownText: shownText, title: title,
                asOf: now)
        }
    }

    /// Creates an event with all its texts, from the UTF-8 bytes of a row's id and the texts of its kind and
    /// school.
    init(
        _ type: ActivityType, id: UnsafeBufferPointer<UInt8>, _ kind: ActivityTexts.Kind,
        _ school: ActivityTexts.School, date: ZonedTimestamp, shownText: String?, title: String?,
        asOf now: Timestamp
    ) {
        let description = shownText ?? type.descriptionWithoutText
        let isDocument = type == .documentUpload
        self.init(
            id: JoinedText.string(type.idPrefix, id), type: type, timestamp: date,
            title: type.title(part: kind.titlePart, schoolName: school.name), description: description,
            icon: kind.icon, entityType: isDocument ? .document : .school,
            entityID: isDocument ? String(decoding: id, as: UTF8.self) : school.id,
            entityName: isDocument ? title ?? description : school.name,
            clickURL: type == .interaction
                ? PercentEncoding.encoded(id, after: "/interactions?id=") : school.path,
            relativeTime: RelativeTime(of: date, asOf: now).description)
    }
}
