/// The number of posts published in each hour of the week, by weekday and hour of the page's zone.
public struct HeatMap: Hashable, Decodable, KeyedValue {
    /// Seven rows, Sunday first, of 24 counts, from midnight on.
    public let counts: [[Int]]

    /// Creates a heat map of the given counts; nil unless there are seven rows, Sunday first, of 24 counts.
    public init?(counts: [[Int]]) {
        guard counts.count == 7, counts.allSatisfy({ $0.count == 24 }) else { return nil }
        self.counts = counts
    }

    /// Creates a heat map of counts by hour of the week, from Sunday's midnight on.
    fileprivate init(hoursOfWeek: [Int]) {
        counts = (0..<7).map { weekday in Array(hoursOfWeek[weekday * 24..<weekday * 24 + 24]) }
    }

    private enum CodingKeys: String, CodingKey { case counts }

    /// Reads the counts.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when they are not seven rows of 24.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let map = HeatMap(counts: try container.decode([[Int]].self, forKey: .counts)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .counts, in: container, debugDescription: "not seven rows of 24 counts")
        }
        self = map
    }

    /// The number of posts in an hour.
    ///
    /// - Parameters:
    ///   - weekday: 0 for Sunday to 6 for Saturday.
    ///   - hour: 0 to 23, local time in the zone.
    public subscript(weekday weekday: Int, hour hour: Int) -> Int { counts[weekday][hour] }

    /// The largest count, for scaling colors; 0 without posts.
    public var maximum: Int { counts.joined().max() ?? 0 }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.rows("counts", value?.counts)
    }
}

extension SocialPosts {
    /// Returns the number of posts by weekday and hour.
    ///
    /// - Complexity: O(h) for h hours with posts; O(n) in the worst case for n posts of the selection.
    func heatMap(_ selection: PostSelection, in zone: ZoneOffsets) -> HeatMap {
        var counts = [Int](repeating: 0, count: 7 * 24)
        if let delta = posts.delta {
            forEachRun(of: delta, selection) { run, own in
                HeatMap.add(run.table, own, times: run.sign, to: &counts, in: zone)
            }
        } else {
            HeatMap.add(posts, selection, times: 1, to: &counts, in: zone)
        }
        return HeatMap(hoursOfWeek: counts)
    }
}

extension HeatMap {
    /// Adds the posts of a selection, `sign` times, to the counts of the hours of the week.
    fileprivate static func add(
        _ posts: PostTable, _ selection: PostSelection, times sign: Int, to counts: inout [Int],
        in zone: ZoneOffsets
    ) {
        // Rows go back in time, so that only the start of a range with one offset can be passed.
        var span = zone.offsetSpan(around: Timestamp(micros: .max))
        var row = selection.rows.lowerBound
        while row < selection.rows.upperBound {
            let timestamp = posts.timestamps[row]
            if timestamp < span.start { span = zone.offsetSpan(around: timestamp) }
            let hour = LocalHour(of: timestamp, in: span)
            let end = min(
                max(row + 1, posts.timestamps.prefixCount(since: hour.start.micros)),
                selection.rows.upperBound)
            counts[hour.hourOfWeek] += sign * posts.matchCount(selection, in: row..<end)
            row = end
        }
    }
}

/// The local hour of an instant.
private struct LocalHour {
    /// Hours since Sunday's midnight, 0 to 167.
    let hourOfWeek: Int
    /// The start of the hour, or of the range with the instant's offset if that starts within the hour.
    let start: Timestamp

    init(of timestamp: Timestamp, in span: OffsetSpan) {
        let second = timestamp.flooredSeconds
        let local = second &+ Int64(span.offsetSeconds)
        let day = local.flooredQuotient(by: TimeUnits.secondsPerDay)
        let secondOfDay = local &- day &* TimeUnits.secondsPerDay
        hourOfWeek =
            CivilDate(saturatingDays: day).weekday * 24 + Int(secondOfDay / TimeUnits.secondsPerHour)
        let startSecond = second &- secondOfDay % TimeUnits.secondsPerHour
        start = max(
            span.start, Timestamp(micros: startSecond.saturatingProduct(TimeUnits.microsPerSecond)))
    }
}
