/// A maker of the items of many rows: what depends on their types alone, or on the offset of the zone, is looked
/// up once for all rows that share it.
struct TimelineItemMaker {
    /// Tables with more types have their labels looked up for each row.
    private static let maximumTypeCount = 4_096

    private let tables: SharedValue<TimelineTables>
    private let zone: ZoneOffsets
    /// By the number of the items' type.
    private var sources: [Source]
    private let previousStatuses: CodeColumn
    private var statusTexts: [UInt64: String] = [:]
    private var offsets: OffsetReader

    /// The columns of a table's items.
    private struct Source {
        let ids: IdentifierColumn
        let types: CodeColumn
        let starts: DayOrInstantColumn
        let ends: DayOrInstantColumn?
        /// The names, subjects or notes; nil if items have none.
        let texts: TextColumn?
        /// The labels of the types by code, at last that of rows without a type, as far as they are known.
        var labels: [Label?]

        init(
            _ ids: IdentifierColumn, _ types: CodeColumn, _ columns: TimelineColumns, texts: TextColumn? = nil
        ) {
            self.ids = ids
            self.types = types
            starts = columns.starts
            ends = columns.ends
            self.texts = texts
            let count = types.dictionary.count
            labels = Array(
                repeating: nil, count: count > TimelineItemMaker.maximumTypeCount ? 0 : count + 1)
        }
    }

    fileprivate struct Label {
        let text: String?
        let emoji: String
        /// The text of an item that has no other one.
        let itemText: String
    }

    init(of items: TimelineItems) {
        tables = items.tables
        zone = items.zone
        offsets = OffsetReader(zone)
        let tables = items.tables.value
        previousStatuses = tables.statusChanges.table.previousStatuses
        sources = TimelineItemType.allCases.sorted { $0.number < $1.number }.map { type in
            switch type {
            case .event:
                let source = tables.events
                return Source(
                    source.table.ids, source.table.types, source.columns, texts: source.table.names)
            case .interaction:
                let source = tables.interactions
                return Source(
                    source.table.ids, source.table.types, source.columns, texts: source.table.subjects)
            case .offer:
                let source = tables.offers
                return Source(source.table.ids, source.table.types, source.columns)
            case .statusChange:
                let source = tables.statusChanges
                return Source(
                    source.table.ids, source.table.newStatuses, source.columns, texts: source.table.notes)
            }
        }
    }

    /// Returns the item of a row, as ``TimelineItems`` does.
    mutating func item(_ type: TimelineItemType, row: Int, lane: Int) -> TimelineItem {
        let source = Int(type.number)
        // Rows that were put later are few.
        guard row < sources[source].ids.count else {
            return tables.value.item(type, row, lane: lane, in: zone)
        }
        let code = sources[source].types.codes[row]
        let label = label(of: type, code: code)
        let text = sources[source].texts?.string(row)
        let start = date(sources[source].starts.required(row))
        let end = sources[source].ends.flatMap { $0[row] }.map { date($0) }
        return TimelineItem(
            id: sources[source].ids.withUTF8(row) { JoinedText.string(type.idPrefix, $0) }, type: type,
            typeLabel: label.text, emoji: label.emoji,
            label: itemText(of: type, label, text, row: row, code: code), date: start, endDate: end,
            schoolID: tables.value.lanes.ids[lane], schoolName: tables.value.lanes.names[lane],
            details: type == .statusChange ? text : nil)
    }

    private mutating func itemText(
        of type: TimelineItemType, _ label: Label, _ text: String?, row: Int, code: UInt32
    ) -> String {
        switch type {
        case .event: return text ?? ""
        case .interaction: return text.flatMap { $0.isEmpty ? nil : $0 } ?? label.itemText
        case .offer: return label.itemText
        case .statusChange:
            let key = UInt64(previousStatuses.codes[row]) << 32 | UInt64(code)
            if let known = statusTexts[key] { return known }
            let text = TimelineLabels.statusText(
                previous: previousStatuses.string(row), new: sources[Int(type.number)].types.required(row))
            statusTexts[key] = text
            return text
        }
    }

    private mutating func label(of type: TimelineItemType, code: UInt32) -> Label {
        let source = Int(type.number)
        let place = min(Int(code), sources[source].types.dictionary.count)
        if place < sources[source].labels.count, let known = sources[source].labels[place] { return known }
        let text =
            code == CodeDictionary.null ? nil : sources[source].types.dictionary.string(Int(code))
        let label =
            switch type {
            case .event:
                Label(
                    text: TimelineLabels.event(text).text, emoji: TimelineLabels.event(text).emoji,
                    itemText: "")
            case .interaction: Label(TimelineLabels.interaction(text ?? ""))
            case .offer:
                Label(
                    TimelineLabels.offer(text ?? ""), itemText: TimelineLabels.offerText(type: text ?? ""))
            case .statusChange: Label(TimelineLabels.status(text ?? ""))
            }
        if place < sources[source].labels.count { sources[source].labels[place] = label }
        return label
    }

    private mutating func date(_ date: DayOrInstant) -> TimelineDate {
        guard case .instant(let instant) = date else { return TimelineDate(date, in: zone) }
        return .instant(offsets.zoned(instant))
    }
}

extension TimelineItemMaker.Label {
    fileprivate init(_ label: TypeLabel, itemText: String? = nil) {
        self.init(text: label.text, emoji: label.emoji, itemText: itemText ?? label.text)
    }
}
