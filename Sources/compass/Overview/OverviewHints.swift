import CompassKernel
import CompassProgram

/// Hints for the pages of the overview whose ranges are empty.
struct OverviewHints {
    var social: EmptyRangeHint?
    var timeline: EmptyRangeHint?
    var report: EmptyRangeHint?

    /// Creates no hints.
    init() {}

    init(of tables: OverviewTables, asOf now: Timestamp, in zone: ZoneOffsets) {
        social = tables.social.flatMap {
            EmptyRangeHint(of: $0, range: .last(days: 30), from: nil, to: nil, asOf: now, in: zone)
        }
        timeline = tables.timeline.flatMap {
            EmptyRangeHint(of: $0, range: .sixMonths, asOf: now, in: zone)
        }
        report = EmptyRangeHint(
            of: tables.reportSources, period: ReportPreset.last30Days.period(asOf: now, in: zone),
            preset: .last30Days, asOf: now, in: zone)
    }

    /// Prints the hints to standard error.
    func print() {
        social?.forOverview.print(about: "Social Analytics")
        timeline?.forOverview.print(about: "Recruiting Timeline")
        report?.forOverview.print(about: "Reports & Analytics")
    }
}

extension EmptyRangeHint {
    /// The same hint with the options of the overview.
    var forOverview: EmptyRangeHint {
        var hint = self
        hint.options = options.filter { $0.hasPrefix("--now ") }
        return hint
    }

    /// The hint as one line of the overview.
    var brief: String {
        let rows = rowCount == 1 ? "1 \(noun.singular)" : "\(DisplayText.grouped(rowCount)) \(noun.plural)"
        let advice = forOverview.options.first.map { "try \($0)" } ?? "newest \(newest.labelWithYear)"
        return "\(rows), none \(place.inside); \(advice)"
    }
}
