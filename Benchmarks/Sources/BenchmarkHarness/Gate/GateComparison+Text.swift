import Foundation

extension GateComparison {
    /// Returns a line that describes what was compared, and one for each entry that does not simply meet its
    /// limit.
    ///
    /// - Parameters:
    ///   - group: the compared figures.
    ///   - seconds: the duration of the measurement.
    public func lines(_ group: LimitGroup, seconds: Double) -> [String] {
        let failures = entries.count { $0.outcome.isFailure }
        let better = entries.count { $0.outcome == .better }
        var verdict = failures == 0 ? "ok" : "\(failures) FAILED"
        if better > 0 { verdict += ", \(better) better" }
        let subjects = Set(entries.map(\.subject)).count
        let scope = "\(counted(entries.count, "limit")) of \(counted(subjects, "case")) compared"
        return ["\(group.rawValue): \(scope) in \(String(format: "%.1f", seconds)) s: \(verdict)"]
            + entries.compactMap(\.line)
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        "\(FigureText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension GateComparison.Entry {
    private static let renewal = "`make limits-renew`"

    fileprivate var line: String? {
        let title = "\(subject), \(metric.title)"
        switch outcome {
        case .kept: return nil
        case .better: return "  better: \(title): \(figures); lower the limit with \(Self.renewal)"
        case .missed: return "  FAILED: \(title): \(figures); mend it, or accept it with \(Self.renewal)"
        case .withoutLimit:
            return "  FAILED: \(title): no limit, measured \(text(measured)); set it with \(Self.renewal)"
        case .withoutFigure:
            return "  FAILED: \(title): limit \(text(limit)), but this is not measured any more; "
                + "remove the limit with \(Self.renewal)"
        }
    }

    /// The limit, the figure, and their difference.
    private var figures: String {
        guard let limit, let measured else { return "" }
        var tolerance = ""
        if case .noMoreThan(let share) = metric.rule, share > 0 {
            tolerance = " (tolerance \(FigureText.significant(share * 100))%)"
        }
        let sign = measured < limit ? "-" : "+"
        var difference = sign + text(abs(measured - limit))
        if limit > 0 { difference += String(format: ", %+.1f%%", 100 * (measured / limit - 1)) }
        return "limit \(text(limit))\(tolerance), measured \(text(measured)) (\(difference))"
    }

    /// Formats whole numbers with all digits, others with two decimal places.
    private func text(_ value: Double?) -> String {
        guard let value else { return "–" }
        return value == value.rounded() && abs(value) < 1e15
            ? FigureText.grouped(Int(value)) : String(format: "%.2f", value)
    }
}
