/// One measured figure.
public struct GateFigure: Hashable, Sendable {
    /// The workload, with the case where it has several.
    public var subject: String
    /// What was measured.
    public var metric: LimitMetric
    /// How much it was.
    public var value: Double

    /// A figure.
    public init(_ subject: String, _ metric: LimitMetric, _ value: Double) {
        self.subject = subject
        self.metric = metric
        self.value = value
    }

    /// The subject of a workload's case, whose name is empty where it is the only one.
    public static func subject(workload: String, case name: String) -> String {
        name.isEmpty ? workload : "\(workload): \(name)"
    }
}

/// Figures beside their limits.
public struct GateComparison: Hashable, Sendable {
    /// What became of one limit.
    public enum Outcome: Hashable, Sendable {
        /// The figure keeps the limit.
        case kept
        /// The figure is so much better that the limit should follow. That is no failure.
        case better
        /// The figure is beyond the limit.
        case missed
        /// There is no limit for the figure.
        case withoutLimit
        /// There is no figure for the limit.
        case withoutFigure

        /// Whether the gate stays shut.
        public var isFailure: Bool {
            switch self {
            case .kept, .better: false
            case .missed, .withoutLimit, .withoutFigure: true
            }
        }
    }

    /// A figure, its limit or both.
    public struct Entry: Hashable, Sendable {
        /// The workload, with the case where it has several.
        public var subject: String
        /// What is limited.
        public var metric: LimitMetric
        /// The limit, nil where there is none.
        public var limit: Double?
        /// The figure, nil where there is none.
        public var measured: Double?
        /// What became of it.
        public var outcome: Outcome
    }

    /// The entries, by subject and metric.
    public let entries: [Entry]

    /// Compares figures with limits.
    ///
    /// - Parameters:
    ///   - figures: at most one for each subject and metric.
    ///   - limits: limits by subject and metric.
    ///   - isChosen: which subjects were to be measured; limits of others are left alone.
    public init(
        _ figures: [GateFigure], with limits: [String: [LimitMetric: Double]],
        isChosen: (_ subject: String) -> Bool = { _ in true }
    ) {
        var entries: [Entry] = []
        var unused = limits.filter { isChosen($0.key) }
        for figure in figures {
            let limit = limits[figure.subject]?[figure.metric]
            unused[figure.subject]?[figure.metric] = nil
            entries.append(
                Entry(
                    subject: figure.subject, metric: figure.metric, limit: limit, measured: figure.value,
                    outcome: GateComparison.outcome(figure, limit)))
        }
        for (subject, metrics) in unused {
            for (metric, limit) in metrics {
                entries.append(
                    Entry(
                        subject: subject, metric: metric, limit: limit, measured: nil, outcome: .withoutFigure))
            }
        }
        self.entries = entries.sorted {
            ($0.subject, $0.metric.rawValue) < ($1.subject, $1.metric.rawValue)
        }
    }

    static func outcome(_ figure: GateFigure, _ limit: Double?) -> Outcome {
        guard let limit else { return .withoutLimit }
        if !figure.metric.isKept(figure.value, limit: limit) { return .missed }
        return figure.metric.isBetter(figure.value, limit: limit) ? .better : .kept
    }

    /// Whether nothing fails.
    public var isPassed: Bool { !entries.contains { $0.outcome.isFailure } }
}

extension GateComparison {
    /// One line that says what was compared, and one for each entry that is not simply kept.
    ///
    /// - Parameter group: what was compared.
    public func lines(_ group: LimitGroup) -> [String] {
        let subjects = Set(entries.map(\.subject)).count
        let failures = entries.count { $0.outcome.isFailure }
        let better = entries.count { $0.outcome == .better }
        var verdict = failures == 0 ? "ok" : "\(failures) FAILED"
        if better > 0 { verdict += ", \(better) better than the limit" }
        let title = group.rawValue.padding(to: 13)
        return ["\(title) \(entries.count) limits of \(subjects) subjects compared: \(verdict)"]
            + entries.compactMap(\.line)
    }
}

extension GateComparison.Entry {
    fileprivate var line: String? {
        let title = "\(subject), \(metric.title)"
        switch outcome {
        case .kept: return nil
        case .better:
            return "  better: \(title): \(figures); set the limit to it with `make limits-renew`"
        case .missed:
            return "  FAILED: \(title): \(figures); mend it, or accept it with `make limits-renew`"
        case .withoutLimit:
            return "  FAILED: \(title): no limit, measured \(text(measured)); set it with `make limits-renew`"
        case .withoutFigure:
            return "  FAILED: \(title): limit \(text(limit)), but it is measured no more; "
                + "remove the limit with `make limits-renew`"
        }
    }

    /// The limit, the figure, and how far they are apart.
    private var figures: String {
        guard let limit, let measured else { return "" }
        var difference = FigureText.grouped(Int((measured - limit).rounded()))
        if abs(measured - limit) < 100, measured != measured.rounded() || limit != limit.rounded() {
            difference = FigureText.significant(measured - limit)
        }
        if measured >= limit { difference = "+" + difference }
        if limit > 0 { difference += ", \(FigureText.percent(measured / limit - 1))" }
        var tolerance = ""
        if case .noMoreThan(let share) = metric.rule, share > 0 {
            tolerance = " (tolerance \(FigureText.significant(share * 100))%)"
        }
        return "limit \(text(limit))\(tolerance), measured \(text(measured)) (\(difference))"
    }

    private func text(_ value: Double?) -> String { value.map(FigureText.significant) ?? "–" }
}

extension FigureText {
    /// A share as a signed percentage with one digit after the point.
    fileprivate static func percent(_ share: Double) -> String {
        let tenths = (share * 1_000).rounded() / 10
        return (tenths >= 0 ? "+" : "") + "\(tenths)%"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
