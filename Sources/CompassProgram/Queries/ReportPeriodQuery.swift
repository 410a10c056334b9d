import ArgumentParser
import CompassKernel

/// The period of a report, as someone has chosen it: by a preset, or by two dates.
package struct ReportPeriodQuery {
    package var preset: ReportPreset?
    package var from: CivilDate?
    package var to: CivilDate?

    package init(preset: ReportPreset?, from: CivilDate?, to: CivilDate?) {
        self.preset = preset
        self.from = from
        self.to = to
    }

    /// - Throws: an error for options that do not fit together.
    package func validate(_ spelling: OptionSpelling) throws(ValidationError) {
        let (from, to) = (spelling("from"), spelling("to"))
        if preset != nil, self.from != nil || self.to != nil {
            throw ValidationError("\(spelling("preset")) is not accepted with \(from) and \(to).")
        }
        guard (self.from == nil) == (self.to == nil) else {
            throw ValidationError("\(from) and \(to) are accepted only together.")
        }
        if let first = self.from, let last = self.to {
            do throws(ReportPeriodError) {
                _ = try ReportPeriod(from: first, to: last)
            } catch {
                throw ValidationError("\(error): \(from) is \(first), \(to) is \(last).")
            }
        }
    }

    /// The chosen preset, or the page's default; nil for a period of two dates.
    package var usedPreset: ReportPreset? { from == nil ? preset ?? .last30Days : nil }

    /// Returns the days of the period.
    package func period(asOf now: Timestamp, in zone: ZoneOffsets) -> ReportPeriod {
        if let from, let to, let period = try? ReportPeriod(from: from, to: to) { return period }
        return (preset ?? .last30Days).period(asOf: now, in: zone)
    }
}
