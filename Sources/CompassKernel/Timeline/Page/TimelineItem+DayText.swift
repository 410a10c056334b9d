extension TimelineDate {
    /// The displayed calendar day: the row's own, or that of the instant on the wall clocks of its offset.
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
    /// Returns the days of the item for display: `Feb 3, 2026`, `Feb 3 – Feb 5, 2026`,
    /// `Dec 30, 2025 – Jan 2, 2026`.
    ///
    /// - Parameter dash: the separator of two days.
    package func dayText(dash: String = " – ") -> String {
        dayText(dash: dash, day: \.label, dayWithYear: \.labelWithYear)
    }

    /// The days of the item in full: `February 3, 2026`, `February 3 – February 5, 2026`.
    package var fullDayText: String {
        dayText(dash: " – ", day: \.fullLabel, dayWithYear: \.fullLabelWithYear)
    }

    private func dayText(
        dash: String, day: (CivilDate) -> String, dayWithYear: (CivilDate) -> String
    ) -> String {
        let start = date.day
        guard let end = endDate?.day, end != start else { return dayWithYear(start) }
        return (start.year == end.year ? day(start) : dayWithYear(start)) + dash + dayWithYear(end)
    }
}

extension CivilDate {
    /// The day with its year: `Feb 3, 2026`.
    package var labelWithYear: String { "\(label), \(year)" }

    /// The day with its year in full: `February 3, 2026`.
    package var fullLabelWithYear: String { "\(fullLabel), \(year)" }

    /// The day in full: `February 3`.
    fileprivate var fullLabel: String { "\(MonthName.full(month)) \(day)" }
}

/// Names of months in English.
package enum MonthName {
    /// Returns the name of a month from 1 to 12; empty for another number.
    package static func full(_ month: Int) -> String { (1...12).contains(month) ? names[month - 1] : "" }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
}
