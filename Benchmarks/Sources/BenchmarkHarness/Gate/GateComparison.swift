/// One measured figure.
public struct GateFigure: Hashable, Sendable {
    /// The workload, followed by the case if it has several.
    public var subject: String
    /// The measured metric.
    public var metric: LimitMetric
    /// The measured value.
    public var value: Double

    /// Creates a figure.
    public init(_ subject: String, _ metric: LimitMetric, _ value: Double) {
        self.subject = subject
        self.metric = metric
        self.value = value
    }

    /// Returns the subject of a workload's case, whose name is empty if it is the only one.
    public static func subject(workload: String, case name: String) -> String {
        name.isEmpty ? workload : "\(workload): \(name)"
    }
}

/// Figures compared with their limits.
public struct GateComparison: Hashable, Sendable {
    /// The result for one limit.
    public enum Outcome: Hashable, Sendable {
        /// The figure meets the limit.
        case kept
        /// The figure is so much better that the limit should be renewed. This is not a failure.
        case better
        /// The figure misses the limit.
        case missed
        /// There is no limit for the figure.
        case withoutLimit
        /// There is no figure for the limit.
        case withoutFigure

        /// Whether the result fails the gate.
        public var isFailure: Bool {
            switch self {
            case .kept, .better: false
            case .missed, .withoutLimit, .withoutFigure: true
            }
        }
    }

    /// A figure, its limit or both.
    public struct Entry: Hashable, Sendable {
        /// The workload, followed by the case if it has several.
        public var subject: String
        /// The limited metric.
        public var metric: LimitMetric
        /// The limit; nil if there is none.
        public var limit: Double?
        /// The figure; nil if there is none.
        public var measured: Double?
        /// The result.
        public var outcome: Outcome
    }

    /// The entries, by subject and metric.
    public let entries: [Entry]

    /// Compares figures with limits.
    ///
    /// - Parameters:
    ///   - figures: at most one for each subject and metric.
    ///   - limits: limits by subject and metric.
    ///   - isChosen: the subjects that were to be measured; limits of others are ignored.
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
                        subject: subject, metric: metric, limit: limit, measured: nil, outcome: .withoutFigure
                    ))
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

    /// Whether no entry fails.
    public var isPassed: Bool { !entries.contains { $0.outcome.isFailure } }
}
