import Foundation

extension SpecifiedAnalytics {
    /// Returns one bar per day, each with a filter over all posts and a formatter for its label.
    static func activityByDay(
        _ posts: [SpecifiedPost], _ activity: BaselineActivity, range: BaselineRange, now: Int64,
        clock: ZoneClock
    ) -> [BaselineSocialPage.Day] {
        let today = clock.day(at: now)
        let firstDayOfRange = range.days.map { clock.day(at: clock.shifting(now, byDays: -$0)) }
        let count = numberOfDays(activity, range: range, oldest: posts.last, today: today, clock: clock)
        var days: [(day: BaselineDay, label: String, count: Int)] = []
        for daysAgo in (0..<count).reversed() {
            let day = today.adding(days: -daysAgo)
            // Posts of earlier days were filtered out: the day would wrongly appear empty.
            if let firstDayOfRange, day.daysSinceEpoch < firstDayOfRange.daysSinceEpoch { continue }
            let interval = DayInterval(
                start: clock.startOfDay(day), end: clock.startOfDay(day.adding(days: 1)))
            let postsOfDay = posts.filter { interval.contains($0.postDate) }
            days.append((day, label(of: day), postsOfDay.count))
        }
        let highest = max(days.map(\.count).max() ?? 0, 1)
        return days.map { day in
            BaselineSocialPage.Day(
                date: day.day.text, label: day.label, count: day.count,
                height: 100 * Double(day.count) / Double(highest))
        }
    }

    private static func numberOfDays(
        _ activity: BaselineActivity, range: BaselineRange, oldest: SpecifiedPost?, today: BaselineDay,
        clock: ZoneClock
    ) -> Int {
        switch activity {
        case .sameAsRange: return range.days ?? 30
        case .days(let days): return max(0, days)
        case .every:
            guard let first = oldest.flatMap(micros(of:)).map(clock.day(at:)) else { return 1 }
            return max(1, today.daysSinceEpoch - first.daysSinceEpoch + 1)
        }
    }

    private static func label(of day: BaselineDay) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "MMM d"
        return formatter.string(from: Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400))
    }
}

/// A day of the chart that date texts are compared with.
///
/// Texts with the same offset sort like their instants. So the two ends of the day are written once for each
/// offset that occurs, and every post costs two text comparisons.
private final class DayInterval {
    private let start: Int64
    private let end: Int64
    private var textsByOffset: [Substring: (start: String, end: String)?] = [:]

    /// Creates a day from its first microsecond to the end, exclusive, both since 1970-01-01T00:00:00Z.
    init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }

    func contains(_ dateText: String) -> Bool {
        let lengthWithoutOffset = "2026-02-10T14:30:00".utf8.count
        let dateAndTime = dateText.prefix(lengthWithoutOffset)
        let offset = dateText.dropFirst(lengthWithoutOffset)
        guard let texts = texts(withOffset: offset) else { return false }
        return dateAndTime >= texts.start && dateAndTime < texts.end
    }

    private func texts(withOffset offset: Substring) -> (start: String, end: String)? {
        if let known = textsByOffset[offset] { return known }
        let formatter = ISO8601DateFormatter()
        let texts = formatter.date(from: "1970-01-01T00:00:00" + offset).map { midnight in
            func text(_ micros: Int64) -> String {
                let seconds = Double(micros / 1_000_000) - midnight.timeIntervalSince1970
                return String(formatter.string(from: Date(timeIntervalSince1970: seconds)).dropLast())
            }
            return (start: text(start), end: text(end))
        }
        textsByOffset[offset] = .some(texts)
        return texts
    }
}
