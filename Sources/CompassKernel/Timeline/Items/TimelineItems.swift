/// The items of a timeline in one zone, queried by the time that they take.
///
/// Items are numbered from 0 by lane, in a lane by start, equal starts by id. A number belongs to this value:
/// after a change of the timeline, get its items again. Texts are created only when an item is read.
///
/// ```swift
/// let items = timeline.items(in: zone)
/// let today = try TimeWindow(from: morning, to: evening)
/// items.count(meeting: today)
/// for item in items.items(meeting: today, where: TimelineFilter(types: .events)) { print(item.label) }
/// ```
public struct TimelineItems: Sendable {
    let tables: SharedValue<TimelineTables>
    let positions: SharedValue<TimelinePositions>

    init(_ tables: SharedValue<TimelineTables>, _ positions: SharedValue<TimelinePositions>) {
        self.tables = tables
        self.positions = positions
    }

    /// The zone that turned calendar days into instants.
    public var zone: ZoneOffsets { positions.value.zone }

    /// The number of items.
    public var count: Int { positions.value.count }

    /// Whether there are no items.
    public var isEmpty: Bool { count == 0 }

    /// Returns an item with its texts.
    ///
    /// - Parameter number: from 0 to ``count`` - 1.
    public subscript(number: Int) -> TimelineItem {
        let row = positions.value.intervals.row(checked(number))
        return tables.value.item(type(number), row, lane: lane(number), in: zone)
    }

    /// Returns the id of an item.
    public func id(_ number: Int) -> String {
        tables.value.itemID(type(number), positions.value.intervals.row(number))
    }

    /// Returns the kind of an item.
    public func type(_ number: Int) -> TimelineItemType { positions.value.type(checked(number)) }

    /// Returns the first instant of an item: that of its day, where it has no time.
    public func start(_ number: Int) -> Timestamp {
        Timestamp(micros: positions.value.intervals.start(checked(number)))
    }

    /// Returns the last instant of an item; its start when it is an instant.
    ///
    /// An event that ends on a calendar day ends where the next day begins.
    public func end(_ number: Int) -> Timestamp {
        Timestamp(micros: positions.value.intervals.end(checked(number)))
    }

    /// The memory of the items and their indexes, in bytes, without that of the tables.
    public var byteCount: Int { positions.value.byteCount }

    /// The rows that the timeline omits: those that were not loaded, and events that end before they start.
    public var skipped: [TimelineSkip] {
        tables.value.skippedRows(withEvents: positions.value.eventsEndingBeforeStart)
    }

    private func checked(_ number: Int) -> Int {
        precondition(number >= 0 && number < count, "no such item")
        return number
    }

    func lane(_ number: Int) -> Int { positions.value.intervals.lane(of: number) }
}

extension TimelineItems: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// ``count``.
    public var endIndex: Int { count }
}
