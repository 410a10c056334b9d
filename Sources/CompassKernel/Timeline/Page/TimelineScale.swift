/// The displayed range of time, and the positions of instants in percent.
struct TimelineScale: Sendable {
    /// The left edge and the width of an item, in percent of the range.
    typealias DrawnExtent = (left: Double, width: Double)

    let fromMicros: Int64
    let toMicros: Int64
    private let spanMicros: Double

    /// Creates the scale from `range` back to `range` ahead of now.
    ///
    /// - Parameter earliest: the start of the earliest item; nil when there is none.
    init(_ range: TimelineRange, asOf now: Timestamp, in zone: ZoneOffsets, earliest: Timestamp?) {
        let back = zone.shifting(now, byMonths: -(range.monthsBack ?? 6))
        let from = if range == .allTime, let earliest { min(earliest, now) } else { back }
        self.init(
            fromMicros: from.micros,
            toMicros: zone.shifting(now, byMonths: TimelineRange.monthsAhead).micros)
    }

    /// Creates the scale between two edges; the right one is not before the left one.
    init(fromMicros: Int64, toMicros: Int64) {
        self.fromMicros = fromMicros
        self.toMicros = max(fromMicros, toMicros)
        // The difference of any two 64-bit numbers fits into 64 bits without a sign.
        spanMicros = Double(UInt64(bitPattern: self.toMicros &- fromMicros))
    }

    /// The range as a query window for an index.
    var window: TimeWindow { TimeWindow(orderedFromMicros: fromMicros, toMicros: toMicros) }

    /// Returns the position of an instant, in percent; one outside of the range is at its nearer edge.
    @inline(__always)
    func position(_ micros: Int64) -> Double {
        if micros <= fromMicros { return 0 }
        if micros >= toMicros { return 100 }
        return 100 * Double(UInt64(bitPattern: micros &- fromMicros)) / spanMicros
    }

    /// Returns the position of an instant, in percent, which may be below 0 or above 100.
    func unclippedPosition(_ micros: Int64) -> Double {
        if spanMicros == 0 { return 0 }
        if micros >= fromMicros { return 100 * Double(UInt64(bitPattern: micros &- fromMicros)) / spanMicros }
        return -100 * Double(UInt64(bitPattern: fromMicros &- micros)) / spanMicros
    }

    /// Returns the drawn extent of a range of time, at least `minimumWidth` wide, in percent; shifted inwards
    /// where it would leave the page's range.
    @inline(__always)
    func extent(from startMicros: Int64, to endMicros: Int64, minimumWidth: Double) -> DrawnExtent {
        let left = position(startMicros)
        let width = position(endMicros) - left
        if width >= minimumWidth { return (left, width) }
        return (min(left, 100 - minimumWidth), minimumWidth)
    }

    /// Returns the drawn extent of an instant: `minimumWidth` around it, shifted inwards as well.
    @inline(__always)
    func extent(at micros: Int64, minimumWidth: Double) -> DrawnExtent {
        (max(0, min(position(micros) - minimumWidth / 2, 100 - minimumWidth)), minimumWidth)
    }

    /// Returns the months of the zone's calendar that share more than an instant with the range, clipped.
    func months(in zone: ZoneOffsets) -> [TimelineMonth] {
        var months: [TimelineMonth] = []
        let first = zone.civilDate(at: Timestamp(micros: fromMicros))
        var firstDay = first.adding(days: 1 - first.day)
        var start = zone.startOfDay(firstDay).micros
        while start < toMicros {
            let next = firstDay.adding(months: 1)
            let end = zone.startOfDay(next).micros
            if max(start, fromMicros) < min(end, toMicros) {
                let left = position(start)
                months.append(
                    TimelineMonth(
                        // A day's description ends with the day, its label begins with the month.
                        key: String(firstDay.description.dropLast(3)),
                        label: String(firstDay.label.prefix(3)), year: firstDay.year, left: left,
                        width: position(end) - left))
            }
            // Months end where the supported days or microseconds end.
            if next <= firstDay || end <= start { break }
            (firstDay, start) = (next, end)
        }
        return months
    }
}
