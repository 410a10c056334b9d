/// The part of a timeline that does not depend on a zone: the rows of its four tables, and their lanes.
struct TimelineTables: Sendable {
    var events: TimelineSource<Event>
    var interactions: TimelineSource<Interaction>
    var offers: TimelineSource<Offer>
    var statusChanges: TimelineSource<StatusChange>
    private(set) var lanes: LaneDirectory
    /// Rows that were not loaded, by table and row.
    private let skipped: [TimelineSkip]

    init(
        events: EventTable, interactions: InteractionTable, offers: OfferTable,
        statusChanges: StatusChangeTable, schools: SchoolDirectory, reports: [IngestReport]
    ) {
        func rowCount<Record: TableRecord>(_ record: Record.Type) -> Int? {
            reports.first { $0.table == record.schema.table.tableName }?.rows
        }
        self.events = TimelineSource(events, documentRowCount: rowCount(Event.self))
        self.interactions = TimelineSource(interactions, documentRowCount: rowCount(Interaction.self))
        self.offers = TimelineSource(offers, documentRowCount: rowCount(Offer.self))
        self.statusChanges = TimelineSource(statusChanges, documentRowCount: rowCount(StatusChange.self))
        let dictionaries = [
            events.schools.dictionary, interactions.schools.dictionary, offers.schools.dictionary,
            statusChanges.schools.dictionary,
        ]
        lanes = LaneDirectory(of: dictionaries, in: schools)
        skipped = Self.skippedRows(of: reports)
        findLanes()
    }

    private mutating func findLanes() {
        events.findLanes(in: lanes)
        interactions.findLanes(in: lanes)
        offers.findLanes(in: lanes)
        statusChanges.findLanes(in: lanes)
    }

    /// Adds lanes for schools that have none; returns the new ones, ascending. Others keep their order.
    mutating func addLanes(for schoolIDs: [String?]) -> [Int] {
        var known: Set<ForeignID> = []
        let new = schoolIDs.compactMap { $0 }.filter {
            lanes.lane(of: $0) == nil && known.insert(ForeignID($0)).inserted
        }
        if new.isEmpty { return [] }
        let added = lanes.add(new)
        findLanes()
        return added
    }

    private static func skippedRows(of reports: [IngestReport]) -> [TimelineSkip] {
        // In the order of their names, as on the page.
        let tables = [
            Event.schema.table.tableName, Interaction.schema.table.tableName, Offer.schema.table.tableName,
            StatusChange.schema.table.tableName,
        ]
        return tables.flatMap { table in
            reports.filter { $0.table == table }.flatMap(\.problems).filter { $0.severity == .error }
                .map { TimelineSkip(table: table, row: $0.row, field: $0.field, reason: $0.reason) }
        }
    }

    /// The number of rows, including those that are no longer live.
    var rowCount: Int { events.rowCount + interactions.rowCount + offers.rowCount + statusChanges.rowCount }

    /// Returns the rows that were not loaded, and the given events, which end before they start; by row.
    func skippedRows(withEvents events: [UInt32]) -> [TimelineSkip] {
        let table = Event.schema.table.tableName
        let added = events.map { row in
            TimelineSkip(
                table: table, row: self.events.documentRow(Int(row)), field: "end_date",
                reason: "the end is before the start")
        }
        guard !added.isEmpty else { return skipped }
        let ofEvents = skipped.prefix { $0.table == table }
        return (ofEvents + added).sorted { $0.row < $1.row } + skipped.dropFirst(ofEvents.count)
    }

    /// Returns a negative number when the item of row `a` comes before that of row `b` in the order of ids, 0
    /// when equal, otherwise a positive number.
    func compareIDs(_ typeA: UInt8, _ a: Int, _ typeB: UInt8, _ b: Int) -> Int {
        // The prefixes of the rows' ids are in the order of the types.
        if typeA != typeB { return Int(typeA) - Int(typeB) }
        switch typeA {
        case TimelineItemType.event.number: return events.compareIDs(a, b)
        case TimelineItemType.interaction.number: return interactions.compareIDs(a, b)
        case TimelineItemType.offer.number: return offers.compareIDs(a, b)
        default: return statusChanges.compareIDs(a, b)
        }
    }

    /// Returns the id of a row's item.
    func itemID(_ type: TimelineItemType, _ row: Int) -> String {
        let id =
            switch type {
            case .event: events.id(row)
            case .interaction: interactions.id(row)
            case .offer: offers.id(row)
            case .statusChange: statusChanges.id(row)
            }
        return type.idPrefix.description + id
    }

    /// Returns the item of a row, with all texts.
    func item(_ type: TimelineItemType, _ row: Int, lane: Int, in zone: ZoneOffsets) -> TimelineItem {
        switch type {
        case .event: item(of: events.shown(row), lane: lane, in: zone)
        case .interaction: item(of: interactions.shown(row), lane: lane, in: zone)
        case .offer: item(of: offers.shown(row), lane: lane, in: zone)
        case .statusChange: item(of: statusChanges.shown(row), lane: lane, in: zone)
        }
    }

    private func item<Record: TimelineRecord>(
        of record: Record, lane: Int, in zone: ZoneOffsets
    ) -> TimelineItem {
        let texts = record.itemTexts
        return TimelineItem(
            id: Record.itemType.idPrefix.description + record.id, type: Record.itemType,
            typeLabel: texts.typeLabel, emoji: texts.emoji, label: texts.label,
            date: TimelineDate(record.itemStart, in: zone),
            endDate: record.itemEnd.map { TimelineDate($0, in: zone) }, schoolID: lanes.ids[lane],
            schoolName: lanes.names[lane], details: texts.details)
    }
}

extension TimelineTables {
    /// The tables of a timeline without rows.
    static let none = SharedValue(
        TimelineTables(
            events: .empty, interactions: .empty, offers: .empty, statusChanges: .empty, schools: .empty,
            reports: []))

    /// The rows of the table of a kind of record.
    typealias Source<Record: TimelineRecord> = WritableKeyPath<TimelineTables, TimelineSource<Record>>

    /// Returns the live row with an id, and its record; nil when there is none.
    mutating func row<Record>(of id: String, in source: Source<Record>) -> (row: Int, record: Record)? {
        self[keyPath: source].prepareForChanges()
        return self[keyPath: source].row(of: id).map { ($0, self[keyPath: source].shown($0)) }
    }
}

extension TimelineItemType {
    /// The kind of the type's intervals in an index: its position in the legend.
    var number: UInt8 {
        switch self {
        case .event: 0
        case .interaction: 1
        case .offer: 2
        case .statusChange: 3
        }
    }

    /// Creates the type with the given number, 0 to 3.
    init(number: UInt8) { self = TimelineItemType.allCases[Int(number)] }
}
