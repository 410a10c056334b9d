/// The counts of a chart of days: of the days with posts, and the instant on which its first day may depend.
struct PartialChart: Hashable, Sendable {
    struct Day: Hashable, Sendable {
        /// Days since 1970.
        let day: Int32
        var count: Int
    }

    /// By day, ascending; days without posts are left out.
    private(set) var days: [Day] = []
    /// The oldest matching post; nil without one, or if the chart does not depend on it.
    private(set) var oldest: ZonedTimestamp?

    init() {}

    init(_ bars: [DailyPostCount], oldest: ZonedTimestamp?) {
        days = bars.filter { $0.count > 0 }.map { Day(day: $0.date.daysSinceEpoch, count: $0.count) }
        self.oldest = oldest
    }

    mutating func merge(_ other: PartialChart) throws(PartialAnswerError) {
        days = try days.merging(other.days, by: { $0.day < $1.day }) {
            (day: inout Day, other: Day) throws(PartialAnswerError) in try day.count.addCount(other.count)
        }
        oldest = [oldest, other.oldest].compactMap { $0 }.min()
    }

    /// Returns a bar for each shown day.
    func bars(_ shown: ShownDays) -> [DailyPostCount] {
        var next = days.indices.partitioningIndex { days[$0].day >= shown.first.daysSinceEpoch }
        var bars: [DailyPostCount] = []
        bars.reserveCapacity(shown.count)
        for number in 0..<shown.count {
            let date = shown.first.adding(days: number)
            var count = 0
            if next < days.count, days[next].day == date.daysSinceEpoch {
                count = days[next].count
                next += 1
            }
            bars.append(DailyPostCount(date: date, count: count, height: 0))
        }
        let largest = bars.reduce(1) { max($0, $1.count) }
        for index in bars.indices { bars[index].height = 100 * Double(bars[index].count) / Double(largest) }
        return bars
    }

    func write(to writer: inout PartialWriter) {
        var previous: Int64 = 0
        writer.list(days) { writer, day in
            writer.signed(Int64(day.day) - previous)
            writer.count(day.count)
            previous = Int64(day.day)
        }
        writer.optional(oldest) { $0.instant($1) }
    }

    init(from reader: inout PartialReader) throws(PartialAnswerError) {
        var previous: Int64 = 0
        days = try reader.list { (reader) throws(PartialAnswerError) in
            let (day, overflows) = previous.addingReportingOverflow(try reader.signed())
            guard !overflows, let day = Int32(exactly: day) else {
                throw reader.damaged("a day out of range")
            }
            previous = Int64(day)
            return Day(day: day, count: try reader.count())
        }
        guard days.isAscending(by: { $0.day < $1.day }), days.allSatisfy({ $0.count > 0 }) else {
            throw reader.damaged("days that are not in order, or without posts")
        }
        oldest = try reader.optional { (reader) throws(PartialAnswerError) in try reader.instant() }
    }
}

extension SocialPosts {
    /// Returns the counts of a chart of days.
    func partialChart(
        _ selection: PostSelection, days: ChartDays, range: AnalyticsRange, dates: PostFilter,
        asOf now: Timestamp, in zone: ZoneOffsets
    ) -> PartialChart {
        let dependsOnPosts = ShownDays.dependOnPosts(days, range: range, from: dates.from, to: dates.to)
        return PartialChart(
            activityByDay(selection, days: days, range: range, dates: dates, asOf: now, in: zone),
            oldest: dependsOnPosts ? oldestTime(selection).map { ZonedTimestamp($0, in: zone) } : nil)
    }
}
