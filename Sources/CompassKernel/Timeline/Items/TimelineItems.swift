/// The items of a timeline in one zone, found by the time that they take.
///
/// Items are numbered from 0 by lane, in it by start, equal starts by id. A number belongs to this value: after a
/// change of the timeline, ask it for its items again. Nothing makes a text until an item is read.
///
/// ```swift
/// let items = timeline.items(in: zone)
/// let today = try TimeWindow(from: morning, to: evening)
/// items.count(meeting: today)
/// for item in items.items(meeting: today, where: TimelineFilter(types: .events)) { print(item.label) }
/// ```
public struct TimelineItems: Sendable {
    let tables: SharedParts<TimelineTables>
    let positions: SharedParts<TimelinePositions>
    /// The zone in which calendar days have become instants.
    public let zone: ZoneOffsets

    init(_ tables: SharedParts<TimelineTables>, _ positions: SharedParts<TimelinePositions>, zone: ZoneOffsets) {
        self.tables = tables
        self.positions = positions
        self.zone = zone
    }

    /// The number of items.
    public var count: Int { positions.parts.pointee.count }

    /// Whether there are no items.
    public var isEmpty: Bool { count == 0 }

    /// An item with its texts.
    ///
    /// - Parameter number: from 0 to ``count`` - 1.
    public subscript(number: Int) -> TimelineItem {
        let row = checkedRow(number)
        return tables.parts.pointee.item(type(number), row, lane: lane(number), in: zone)
    }

    /// The id of an item.
    public func id(_ number: Int) -> String {
        let row = checkedRow(number)
        return tables.parts.pointee.itemId(type(number), row)
    }

    /// The kind of an item.
    public func type(_ number: Int) -> TimelineItemType {
        precondition(number >= 0 && number < count, "no such item")
        return positions.parts.pointee.type(number)
    }

    /// The first instant of an item: that of its day, where it has no time.
    public func start(_ number: Int) -> Timestamp {
        precondition(number >= 0 && number < count, "no such item")
        return Timestamp(micros: positions.parts.pointee.intervals.start(number))
    }

    /// The last instant of an item; its start when it is an instant.
    ///
    /// An event that ends on a calendar day ends where the next day begins.
    public func end(_ number: Int) -> Timestamp {
        precondition(number >= 0 && number < count, "no such item")
        return Timestamp(micros: positions.parts.pointee.intervals.end(number))
    }

    /// The rows that the timeline leaves out, by table and row: those that were not loaded, and events that end
    /// before they start.
    public var skipped: [TimelineSkip] {
        tables.parts.pointee.skippedRows(withEvents: positions.parts.pointee.eventsEndingBeforeStart)
    }

    private func checkedRow(_ number: Int) -> Int {
        precondition(number >= 0 && number < count, "no such item")
        return Int(positions.parts.pointee.rows[number])
    }

    private func lane(_ number: Int) -> Int { positions.parts.pointee.intervals.lane(of: number) }

    /// Whether the item `a` comes before the item `b` in the order of ids.
    @inline(__always)
    func isIdBefore(_ a: Int, _ b: Int) -> Bool {
        let positions = positions.parts.pointee
        return tables.parts.pointee.compareIds(
            UInt8(truncatingIfNeeded: positions.intervals.kind(a)), Int(positions.rows[a]),
            UInt8(truncatingIfNeeded: positions.intervals.kind(b)), Int(positions.rows[b])) < 0
    }
}

extension TimelineItems: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// ``count``.
    public var endIndex: Int { count }
}
