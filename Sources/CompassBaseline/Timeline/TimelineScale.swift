/// Converts instants to positions in percent of the range.
struct TimelineScale {
    let range: BaselineTimelinePage.Range
    /// The minimum width, from 0 to 100.
    let minimumWidth: Double

    init(range: BaselineTimelinePage.Range, minimumWidth: Double) {
        self.range = range
        self.minimumWidth = min(100, max(0, minimumWidth))
    }

    /// Returns the position of an instant, which may be outside the range.
    func position(_ instant: Int64) -> Double {
        let width = Double(range.to.distance(from: range.from))
        if instant < range.from { return -(100 * Double(range.from.distance(from: instant)) / width) }
        return 100 * Double(instant.distance(from: range.from)) / width
    }

    private func clipped(_ instant: Int64) -> Int64 { min(range.to, max(range.from, instant)) }

    /// Returns what is drawn for a time interval that intersects the range, without a minimum width.
    func extent(from start: Int64, to end: Int64) -> (left: Double, width: Double) {
        let left = position(clipped(start))
        return (left, position(clipped(end)) - left)
    }

    /// Returns what is drawn for an item that intersects the range.
    func extent(of item: TimedItem) -> (left: Double, width: Double) {
        if item.isBar {
            let extent = extent(from: item.start, to: item.end)
            if extent.width >= minimumWidth { return extent }
            return (min(extent.left, 100 - minimumWidth), minimumWidth)
        }
        let left = position(item.start) - minimumWidth / 2
        return (max(0, min(left, 100 - minimumWidth)), minimumWidth)
    }
}

extension Int64 {
    /// Returns the distance from an earlier instant, which may exceed the range of `Int64`.
    fileprivate func distance(from earlier: Int64) -> UInt64 {
        UInt64(bitPattern: self) &- UInt64(bitPattern: earlier)
    }
}
