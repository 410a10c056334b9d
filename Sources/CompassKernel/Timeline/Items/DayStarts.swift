/// The first instants of calendar days in one zone, for many rows.
///
/// Layout: where the days lie close together, the start of each from the first to the last, so that a row costs a
/// look-up in place of a search among the zone's offset changes.
struct DayStarts {
    /// Days that are written out however few rows there are: 8 KiB. Not tuned.
    private static let leastCount = 1_024
    /// Days for each question that are written out. Not tuned.
    private static let daysPerRow: Int64 = 4

    private let zone: ZoneOffsets
    private let firstDay: Int64
    private let starts: [Int64]

    /// - Parameters:
    ///   - first: the first of the days that will be asked for, in days since 1970-01-01.
    ///   - last: the last of them; before the first when there are none.
    ///   - rowCount: how many questions there will be, about.
    init(from first: Int64, through last: Int64, rowCount: Int, in zone: ZoneOffsets) {
        self.zone = zone
        firstDay = first
        let count = last >= first ? last - first + 1 : 0
        guard count > 0, count <= max(Self.daysPerRow * Int64(rowCount), Int64(Self.leastCount)) else {
            starts = []
            return
        }
        starts = [Int64](unsafeUninitializedCapacity: Int(count)) { target, written in
            zone.startsOfDays(from: CivilDate(saturatingDays: first), count: Int(count), into: target)
            written = Int(count)
        }
    }

    /// The first instant of a day, in microseconds since 1970.
    @inline(__always)
    func start(of day: Int64) -> Int64 {
        let place = day &- firstDay
        if place >= 0, place < starts.count { return starts[Int(place)] }
        return zone.startOfDay(CivilDate(saturatingDays: day)).micros
    }
}
