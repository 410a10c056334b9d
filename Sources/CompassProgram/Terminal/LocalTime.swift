import CompassKernel

extension ZoneOffsets {
    /// Returns an instant in the zone's local time: `Feb 3, 2026 09:30`.
    package func clockText(at timestamp: Timestamp) -> String {
        let minutes = Int(microsOfDay(at: timestamp) / 60_000_000)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        return "\(civilDate(at: timestamp).labelWithYear) \(time)"
    }

    /// Returns how long ago something was, a date with its year unless that is the year of `now`: `2h ago`,
    /// `Feb 3`, `Dec 31, 2025`.
    package func relativeText(of timestamp: Timestamp, asOf now: Timestamp) -> String {
        switch RelativeTime(of: timestamp, asOf: now, in: self) {
        case .date(let date): dayText(date, asOf: now)
        case let time: time.description
        }
    }

    /// Returns a day with its year unless that is the year of `now`.
    package func dayText(_ day: CivilDate, asOf now: Timestamp) -> String {
        day.year == civilDate(at: now).year ? day.label : day.labelWithYear
    }
}
