/// A maker of the items of many rows: what depends on their types alone, or on the offset of the zone, is looked
/// up once for all rows that share it.
struct TimelineItemMaker {
    private let tables: SharedValue<TimelineTables>
    private let zone: ZoneOffsets
    private var offsets: OffsetReader

    init(of items: TimelineItems) {
        tables = items.tables
        zone = items.zone
        offsets = OffsetReader(zone)
    }

    /// Calls `body` with the item of each row, as ``TimelineItems`` makes it, in their order.
    ///
    /// - Parameter lanes: the lane of the item at each place.
    mutating func forEachItem(
        of rows: ItemRows, inLanes lanes: [UInt32], _ body: (consuming TimelineItem) -> Void
    ) {
        var first = 0
        while first < rows.count {
            let type = rows.type(first)
            var end = first + 1
            while end < rows.count, rows.type(end) == type { end += 1 }
            let source = ItemSource(TimelineItemType(number: UInt8(type)), of: tables.value)
            makeItems(of: source, rows, first..<end, inLanes: lanes, body)
            first = end
        }
    }

    private mutating func makeItems(
        of source: ItemSource, _ rows: ItemRows, _ range: Range<Int>, inLanes lanes: [UInt32],
        _ body: (consuming TimelineItem) -> Void
    ) {
        var texts = KnownTexts(of: source)
        var blocks = BlockValue<TimelineItem.Parts>.Builder(expectedCount: range.count)
        for index in range {
            let row = rows.row(index)
            let lane = Int(lanes[rows.place(index)])
            // Rows that were put later are few.
            if row < source.count {
                body(TimelineItem(blocks.append(source.parts(row, lane: lane, &texts, &offsets))))
            } else {
                body(tables.value.item(source.type, row, lane: lane, in: zone))
            }
        }
    }
}

/// The columns of a table's items.
///
/// A class, whose constants are read without retaining them.
private final class ItemSource {
    let type: TimelineItemType
    /// The number of the table's rows.
    let count: Int
    let types: CodeColumn
    private let idPrefix: StaticString
    // Properties of this class, since those of a struct, and the payload of an enumeration, would be retained for each row
    // (a tenth of `timeline.page`).
    /// The ids if they are UUIDs; empty if they are texts.
    private let uuids: ColumnBuffer<PackedUUID>
    /// The ids if they are texts.
    private let textIDs: TextColumn
    private let starts: DayOrInstantColumn
    private let ends: DayOrInstantColumn
    /// The names, subjects or notes; nulls if items have none.
    private let texts: TextColumn
    /// The statuses before the changes; the column of types for other types, which do not use it.
    private let previousStatuses: CodeColumn
    /// The schools of the lanes.
    private let schoolIDs: [String?]
    private let schoolNames: [String]

    init(_ type: TimelineItemType, of tables: TimelineTables) {
        self.type = type
        (schoolIDs, schoolNames) = (tables.lanes.ids, tables.lanes.names)
        let (ids, columns): (IdentifierColumn, TimelineColumns)
        switch type {
        case .event:
            let table = tables.events.table
            (ids, types, columns) = (table.ids, table.types, tables.events.columns)
            (texts, previousStatuses) = (table.names, table.types)
        case .interaction:
            let table = tables.interactions.table
            (ids, types, columns) = (table.ids, table.types, tables.interactions.columns)
            (texts, previousStatuses) = (table.subjects, table.types)
        case .offer:
            let table = tables.offers.table
            (ids, types, columns) = (table.ids, table.types, tables.offers.columns)
            (texts, previousStatuses) = (TextColumn(nullCount: table.ids.count), table.types)
        case .statusChange:
            let table = tables.statusChanges.table
            (ids, types, columns) = (table.ids, table.newStatuses, tables.statusChanges.columns)
            (texts, previousStatuses) = (table.notes, table.previousStatuses)
        }
        (count, idPrefix) = (ids.count, type.idPrefix)
        switch ids {
        case .uuid(let ids): (uuids, textIDs) = (ids, TextColumn(nullCount: 0))
        case .text(let ids): (uuids, textIDs) = (ColumnBuffer(), ids)
        }
        starts = columns.starts
        ends =
            columns.ends
            ?? DayOrInstantColumn(ColumnBuffer(), count: columns.starts.count, days: .none, valid: .none)
    }

    func parts(
        _ row: Int, lane: Int, _ known: inout KnownTexts, _ offsets: inout OffsetReader
    ) -> TimelineItem.Parts {
        let label = known.label(of: types.codes[row], self)
        let text = texts.string(row)
        let itemText: String
        var details: String?
        switch type {
        case .event: itemText = text ?? ""
        case .interaction:
            if let text, !text.isEmpty { itemText = text } else { itemText = label.pointee!.itemText }
        case .offer: itemText = label.pointee!.itemText
        case .statusChange:
            itemText = known.statusText(
                previous: previousStatuses.codes[row], new: types.codes[row], row, self)
            details = text
        }
        return TimelineItem.Parts(
            id: id(row), type: type, typeLabel: label.pointee!.text,
            emoji: label.pointee!.emoji, label: itemText, date: Self.date(starts.required(row), &offsets),
            endDate: ends[row].map { Self.date($0, &offsets) }, schoolID: schoolIDs[lane],
            schoolName: schoolNames[lane], details: details)
    }

    private func id(_ row: Int) -> String {
        if row < uuids.count { return uuids[row].text(after: idPrefix) }
        return textIDs.withUTF8(row) {
            JoinedText.string(idPrefix, $0 ?? UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    @inline(__always)
    private static func date(_ date: DayOrInstant, _ offsets: inout OffsetReader) -> TimelineDate {
        switch date {
        case .day(let day): .day(day)
        case .instant(let instant): .instant(offsets.zoned(instant))
        }
    }

    func label(of code: UInt32) -> ItemLabel {
        let text = code == CodeDictionary.null ? nil : types.dictionary.string(Int(code))
        switch type {
        case .event:
            let label = TimelineLabels.event(text)
            return ItemLabel(text: label.text, emoji: label.emoji, itemText: "")
        case .interaction: return ItemLabel(TimelineLabels.interaction(text ?? ""))
        case .offer:
            return ItemLabel(
                TimelineLabels.offer(text ?? ""), itemText: TimelineLabels.offerText(type: text ?? ""))
        case .statusChange: return ItemLabel(TimelineLabels.status(text ?? ""))
        }
    }

    func statusText(_ row: Int) -> String {
        TimelineLabels.statusText(previous: previousStatuses.string(row), new: types.required(row))
    }
}

/// What the items of one type of a table look like.
private struct ItemLabel {
    let text: String?
    let emoji: String
    /// The text of an item that has no other one.
    let itemText: String

    init(text: String?, emoji: String, itemText: String) {
        (self.text, self.emoji, self.itemText) = (text, emoji, itemText)
    }

    init(_ label: TypeLabel, itemText: String? = nil) {
        self.init(text: label.text, emoji: label.emoji, itemText: itemText ?? label.text)
    }
}

/// The texts of a table's types as far as they are known.
private struct KnownTexts: ~Copyable {
    /// Tables with more types have their labels looked up for each row.
    private static let maximumTypeCount = 4_096

    /// The labels of the types by code, followed by that of rows without a type. One text can be read from this memory
    /// without retaining the others.
    private let labels: UnsafeMutableBufferPointer<ItemLabel?>
    private var statusTexts: [UInt64: String] = [:]

    init(of source: ItemSource) {
        let count = source.types.dictionary.count
        labels = .allocate(capacity: count > Self.maximumTypeCount ? 1 : count + 1)
        labels.initialize(repeating: nil)
    }

    deinit {
        labels.deinitialize()
        labels.deallocate()
    }

    /// Returns the label of a type, which stays there until the next call.
    @inline(__always)
    func label(of code: UInt32, _ source: ItemSource) -> UnsafePointer<ItemLabel?> {
        let place = min(Int(code), labels.count - 1)
        let label = labels.baseAddress! + place
        let isShared = source.types.dictionary.count >= labels.count
        if isShared || label.pointee == nil { label.pointee = source.label(of: code) }
        return UnsafePointer(label)
    }

    mutating func statusText(previous: UInt32, new: UInt32, _ row: Int, _ source: ItemSource) -> String {
        let key = UInt64(previous) << 32 | UInt64(new)
        if let known = statusTexts[key] { return known }
        let text = source.statusText(row)
        statusTexts[key] = text
        return text
    }
}
