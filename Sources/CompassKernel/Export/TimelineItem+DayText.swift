extension TimelineDate {
    /// The calendar day that is shown: the row's own, or that of the instant on the wall clocks of its offset.
    package var day: CivilDate {
        switch self {
        case .day(let day): return day
        case .instant(let instant):
            let offsetMicros = Int64(instant.offsetSeconds).saturatingProduct(TimeUnits.microsPerSecond)
            let local = instant.timestamp.micros.saturatingSum(offsetMicros)
            return CivilDate(saturatingDays: local.flooredQuotient(by: TimeUnits.microsPerDay))
        }
    }
}

extension TimelineItem {
    /// The days of the item for people: `Feb 3, 2026`, `Feb 3 – Feb 5, 2026`, `Dec 30, 2025 – Jan 2, 2026`.
    ///
    /// - Parameter dash: what stands between two days.
    package func dayText(dash: String = " – ") -> String {
        let start = date.day
        guard let end = endDate?.day, end != start else { return start.labelWithYear }
        return (start.year == end.year ? start.label : start.labelWithYear) + dash + end.labelWithYear
    }
}

extension CivilDate {
    /// The day with its year: `Feb 3, 2026`.
    package var labelWithYear: String { "\(label), \(year)" }
}
