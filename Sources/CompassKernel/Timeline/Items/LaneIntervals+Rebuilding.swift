extension LaneIntervals {
    /// Adds an interval and numbers all anew; answers its number.
    mutating func insert(
        start: Int64, end: Int64, kind: UInt8, lane: Int, isBefore: (Int) -> Bool
    ) -> Int {
        var number = lane < laneCount ? numbers(ofLane: lane).lowerBound : count
        let upperBound = lane < laneCount ? numbers(ofLane: lane).upperBound : count
        while number < upperBound,
            self.start(number) < start || (self.start(number) == start && isBefore(number))
        { number += 1 }
        var parts = self.parts
        parts.insert((start, end, kind, UInt32(lane)), at: number)
        self = LaneIntervals(parts, laneCount: max(laneCount, lane + 1))
        return number
    }

    /// Removes an interval and numbers all anew.
    mutating func remove(_ number: Int) {
        var parts = self.parts
        parts.remove(at: number)
        self = LaneIntervals(parts, laneCount: laneCount)
    }

    private var parts: [(start: Int64, end: Int64, kind: UInt8, lane: UInt32)] {
        (0..<count).map { (start($0), end($0), UInt8(kind($0)), UInt32(lane(of: $0))) }
    }

    private init(_ parts: [(start: Int64, end: Int64, kind: UInt8, lane: UInt32)], laneCount: Int) {
        self =
            LaneIntervals.numbered(
                starts: parts.map(\.start), ends: parts.map(\.end), kinds: parts.map(\.kind),
                lanes: parts.map(\.lane), laneCount: laneCount, ties: <
            ).intervals
    }
}
