/// The first instants of calendar days in one zone, for many rows.
///
/// Layout: where the days are close together, the start of each day from the first to the last, so that a row
/// requires one look-up instead of a search among the zone's offset changes.
struct DayStarts {
    /// The number of days that are stored even for few rows. Derived: three years are the range of most
    /// timelines, and 8 KiB are a quarter of a first-level cache.
    private static let minimumCount = 1_024
    /// The number of days that are stored for each query. Derived: an entry costs a few additions, a query
    /// without it a search among offset changes, so that more entries would cost more than they save.
    private static let daysPerRow: Int64 = 4

    private let zone: ZoneOffsets
    private let firstDay: Int64
    private let starts: [Int64]

    /// Stores the starts of the days from `first` to `last`, in days since 1970-01-01, for about `rowCount`
    /// queries; there are no days when the last is before the first.
    init(from first: Int64, through last: Int64, rowCount: Int, in zone: ZoneOffsets) {
        self.zone = zone
        firstDay = first
        let count = last >= first ? last - first + 1 : 0
        guard count > 0, count <= max(Self.daysPerRow * Int64(rowCount), Int64(Self.minimumCount)) else {
            starts = []
            return
        }
        starts = [Int64](unsafeUninitializedCapacity: Int(count)) { target, written in
            zone.startsOfDays(from: CivilDate(saturatingDays: first), count: Int(count), into: target)
            written = Int(count)
        }
    }

    /// Returns the first instant of a day, in microseconds since 1970.
    @inline(__always)
    func start(of day: Int64) -> Int64 {
        let place = day &- firstDay
        if place >= 0, place < starts.count { return starts[Int(place)] }
        return zone.startOfDay(CivilDate(saturatingDays: day)).micros
    }
}
