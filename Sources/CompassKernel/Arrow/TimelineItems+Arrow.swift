extension TimelineItems {
    /// Returns all items as Arrow columns, in the order of their numbers: by lane, then by start, then by id.
    ///
    /// `start` and `end` are the closed interval that an item occupies in the zone; `start_day` and `end_day`
    /// are the calendar days of the row if it holds days. All columns are newly allocated.
    ///
    /// - Throws: ``ArrowError/tooLarge(_:)`` if the texts of a column together require more than 32-bit
    ///   offsets.
    /// - Complexity: O(n + b) for n items with texts of b bytes.
    package func arrowBatch() throws(ArrowError) -> ArrowBatch {
        var texts = TimelineItemColumns(lanes: tables.value.lanes)
        for number in 0..<count {
            texts.append(self[number], lane: lane(number))
            guard texts.keepsLimits else {
                throw .tooLarge("the texts of a column are larger than \(TextColumn.maximumByteCount) bytes")
            }
        }
        let (count, intervals) = (self.count, positions.value.intervals)
        let starts = ColumnBuffer((0..<count).map { intervals.start($0) })
        let ends = ColumnBuffer((0..<count).map { intervals.end($0) })
        let types = ColumnBuffer((0..<count).map { UInt8(truncatingIfNeeded: intervals.kind($0)) })
        let type = ArrowColumn(
            "type", indices: types, rowCount: count, validity: nil,
            values: TimelineItemType.allCases.map(\.rawValue))
        return ArrowBatch(
            rowCount: count,
            columns: texts.finish(
                type: type, start: ArrowColumn("start", micros: starts), end: ArrowColumn("end", micros: ends)
            ))
    }
}

/// The columns of an item's data other than its position, under construction.
private struct TimelineItemColumns: ~Copyable {
    private var ids = TextColumnBuilder()
    private var typeLabels = CodeColumnBuilder()
    private var labels = TextColumnBuilder()
    private var details = TextColumnBuilder()
    private var hasDetails: [Bool] = []
    private var startDays: [CivilDate?] = []
    private var endDays: [CivilDate?] = []
    private var schoolIDs = CodeColumnBuilder()
    private var schoolNames = CodeColumnBuilder()
    private let lanes: LaneDirectory

    init(lanes: LaneDirectory) { self.lanes = lanes }

    var keepsLimits: Bool {
        max(ids.byteCount, labels.byteCount, details.byteCount) <= TextColumn.maximumByteCount
    }

    mutating func append(_ item: TimelineItem, lane: Int) {
        ids.append(item.id)
        typeLabels.append(item.typeLabel)
        labels.append(item.label)
        if let text = item.details { details.append(text) } else { details.appendNull() }
        hasDetails.append(item.details != nil)
        startDays.append(item.date.civilDay)
        endDays.append(item.endDate?.civilDay)
        schoolIDs.append(lanes.ids[lane])
        schoolNames.append(lanes.names[lane])
    }

    consuming func finish(type: ArrowColumn, start: ArrowColumn, end: ArrowColumn) -> [ArrowColumn] {
        let validity = BitColumn(hasDetails)
        return [
            ArrowColumn("id", ids.finish(), isNullable: false), type, ArrowColumn("type_label", typeLabels),
            ArrowColumn("label", labels.finish(), isNullable: false), start, end,
            ArrowColumn("start_day", days: startDays), ArrowColumn("end_day", days: endDays),
            ArrowColumn("school_id", schoolIDs), ArrowColumn("school_name", schoolNames),
            ArrowColumn("details", details.finish(validity: validity)),
        ]
    }
}

extension TimelineDate {
    /// The calendar day; nil for an instant.
    fileprivate var civilDay: CivilDate? { if case .day(let day) = self { day } else { nil } }
}

extension TextColumnBuilder {
    /// Appends a text.
    fileprivate mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}

extension ArrowColumn {
    fileprivate init(_ name: String, _ column: consuming CodeColumnBuilder) {
        let (codes, dictionary) = column.finish()
        self.init(name, codes: codes, dictionary)
    }
}
