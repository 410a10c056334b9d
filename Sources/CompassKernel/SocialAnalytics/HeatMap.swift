/// When in the week posts are published: one count for each weekday and hour of the page's zone.
public struct HeatMap: Hashable, Codable, Sendable {
    /// Seven rows, Sunday first, of 24 counts, from midnight on.
    public let counts: [[Int]]

    /// A heat map of the given counts; nil when they are not seven rows of 24.
    public init?(counts: [[Int]]) {
        guard counts.count == 7, counts.allSatisfy({ $0.count == 24 }) else { return nil }
        self.counts = counts
    }

    /// The map of no posts, to be filled by a question.
    fileprivate init(filling fill: (inout [[Int]]) -> Void) {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
        fill(&counts)
        self.counts = counts
    }

    /// Reads the counts; fails when they are not seven rows of 24.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let decoded = HeatMap(counts: try container.decode([[Int]].self, forKey: .counts))
        guard let decoded else {
            throw DecodingError.dataCorruptedError(
                forKey: .counts, in: container, debugDescription: "not seven rows of 24 counts")
        }
        self = decoded
    }

    /// The posts of an hour.
    ///
    /// - Parameters:
    ///   - weekday: 0 for Sunday to 6 for Saturday.
    ///   - hour: 0 to 23, as clocks in the zone show it.
    public subscript(weekday weekday: Int, hour hour: Int) -> Int { counts[weekday][hour] }

    /// The largest count, for scaling colours; 0 without posts.
    public var maximum: Int { counts.joined().max() ?? 0 }
}

extension SocialPosts {
    /// Counts posts by weekday and hour.
    ///
    /// - Parameters: as for ``analytics(_:where:asOf:in:topSchools:recentPosts:activity:comparison:)``.
    /// - Complexity: O(h) for h hours with posts; O(n) in the worst case for n posts of the range.
    public func heatMap(
        _ range: AnalyticsRange, where filter: PostFilter = .any, asOf now: Timestamp, in zone: ZoneOffsets
    ) -> HeatMap {
        withSelection(range, where: filter, asOf: now, in: zone) { selection in
            HeatMap { counts in
                var row = selection.rows.lowerBound
                while row < selection.rows.upperBound {
                    let timestamp = posts.timestamps[row]
                    let microsOfDay = zone.microsOfDay(at: timestamp)
                    let hour = Int(microsOfDay / 3_600_000_000)
                    let end = endOfHour(after: row, microsOfDay: microsOfDay, in: zone)
                        .clamped(to: selection.rows).upperBound
                    counts[zone.civilDate(at: timestamp).weekday][hour] += posts.matchCount(
                        selection, in: row..<end)
                    row = end
                }
            }
        }
    }

    /// The rows from `row` on that lie in the same hour of the same day.
    private func endOfHour(after row: Int, microsOfDay: Int64, in zone: ZoneOffsets) -> Range<Int> {
        let timestamp = posts.timestamps[row]
        let start = Timestamp(micros: timestamp.micros &- microsOfDay % 3_600_000_000)
        // Clocks may have been changed within the hour: then rows are taken one by one.
        guard zone.offsetSeconds(at: start) == zone.offsetSeconds(at: timestamp) else { return row..<row + 1 }
        return row..<max(row + 1, posts.timestamps.prefixCount(since: start.micros))
    }
}
