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
    @inline(__always)
    func event(
        _ entry: ActivityEntry, asOf now: Timestamp, _ offsets: inout OffsetReader
    ) -> ActivityEvent {
        let loaded = sources[entry.source].loaded
        if entry.rank < loaded.count { return loaded.event(entry.rank, asOf: now, &offsets) }
        return insertedEvent(entry, asOf: now, &offsets)
    }

    /// Returns the event of a row that was inserted.
    @inline(never)
    private func insertedEvent(
        _ entry: ActivityEntry, asOf now: Timestamp, _ offsets: inout OffsetReader
    ) -> ActivityEvent {
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
    @inline(__always)
    func event(_ rank: Int, asOf now: Timestamp, _ offsets: inout OffsetReader) -> ActivityEvent {
        let row = row(rank)
        let date = offsets.zoned(Timestamp(micros: columns.times[row]))
        return texts.withKind(columns.kinds, row) { kind in
            texts.withSchool(columns.schools, row) { school in
                columns.ids.withID(row) { event(rank, id: $0, kind, school, date: date, asOf: now) }
            }
        }
    }

    @inline(never)
    private func event(
        _ rank: Int, id: RowID, _ kind: UnsafePointer<ActivityTexts.Kind>,
        _ school: UnsafePointer<ActivityTexts.School>, date: ZonedTimestamp, asOf now: Timestamp
    ) -> ActivityEvent {
        let (shown, title) = withText(rank) { text -> (String?, String?) in
            guard let text else { return (nil, nil) }
            let prefix = ShownText.prefix(of: text)
            let shown = ShownText.string(text, prefix)
            if type != .documentUpload { return (shown, nil) }
            return (shown, prefix.isCut ? String(utf8: text) : shown)
        }
        return ActivityEvent(
            type, id: id, kind, school, date: date, shownText: shown, title: title, asOf: now)
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
            withUnsafePointer(to: kindTexts) { kind in
                withUnsafePointer(to: schoolTexts) { school in
                    ActivityEvent(
                        type, id: .text(id), kind, school, date: date, shownText: shownText, title: title,
                        asOf: now)
                }
            }
        }
    }

    /// Creates an event with all its texts. Those of its kind and school are passed by address: an event has
    /// some of them, and each copy of a text is a reference to count.
    fileprivate init(
        _ type: ActivityType, id: RowID, _ kind: UnsafePointer<ActivityTexts.Kind>,
        _ school: UnsafePointer<ActivityTexts.School>, date: ZonedTimestamp, shownText: String?,
        title: String?, asOf now: Timestamp
    ) {
        let description = shownText ?? type.descriptionWithoutText
        let isDocument = type == .documentUpload
        self.init(
            id: id.text(after: type.idPrefix), type: type, timestamp: date,
            title: type.title(part: kind.pointee.titlePart, schoolName: school.pointee.name),
            description: description, icon: kind.pointee.icon,
            entityType: isDocument ? .document : .school,
            entityID: isDocument ? id.text : school.pointee.id,
            entityName: isDocument ? title ?? description : school.pointee.name,
            clickURL: type == .interaction
                ? id.encodedText(after: "/interactions?id=") : school.pointee.path,
            relativeTime: RelativeTime(of: date, asOf: now).description)
    }
}
