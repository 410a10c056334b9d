/// Figures that a busy machine can spoil: one that misses its limit is measured again after a pause.
///
/// Noise passes, a regression stays; so a figure fails only when it misses its limit every time.
public struct PatientMeasurement {
    /// The workload, with the case where it has several.
    public var subject: String
    /// What is measured.
    public var metric: LimitMetric
    /// Measures it.
    public var measure: () throws -> Double

    /// A measurement.
    public init(_ subject: String, _ metric: LimitMetric, measure: @escaping () throws -> Double) {
        self.subject = subject
        self.metric = metric
        self.measure = measure
    }

    /// Seconds before the second attempt, the third, and so on.
    public static let pausesInSeconds = [2.0, 5.0]

    /// Measures all, and after each pause those again that have missed their limits.
    ///
    /// - Parameters:
    ///   - measurements: what is measured.
    ///   - limits: limits by subject and metric.
    ///   - pause: waits for a number of seconds.
    /// - Returns: of each the first figure that keeps its limit, otherwise the last one.
    public static func figures(
        of measurements: [PatientMeasurement], limits: [String: [LimitMetric: Double]],
        pause: (_ seconds: Double) -> Void
    ) throws -> [GateFigure] {
        var figures = try measurements.map { GateFigure($0.subject, $0.metric, try $0.measure()) }
        for seconds in pausesInSeconds {
            let missed = figures.indices.filter { index in
                let figure = figures[index]
                return GateComparison.outcome(figure, limits[figure.subject]?[figure.metric]) == .missed
            }
            if missed.isEmpty { break }
            pause(seconds)
            for index in missed { figures[index].value = try measurements[index].measure() }
        }
        return figures
    }
}
