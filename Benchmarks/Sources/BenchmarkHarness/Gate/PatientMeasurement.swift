/// Measures figures that depend on the machine's load: one that misses its limit is measured again after a
/// pause.
///
/// Noise is temporary, a regression is not; so a figure fails only if it misses its limit every time.
public struct PatientMeasurement {
    /// The workload, followed by the case if it has several.
    public var subject: String
    /// The measured metric.
    public var metric: LimitMetric
    /// Measures the figure.
    public var measure: () throws -> Double

    /// Creates a measurement.
    public init(_ subject: String, _ metric: LimitMetric, measure: @escaping () throws -> Double) {
        self.subject = subject
        self.metric = metric
        self.measure = measure
    }

    /// Seconds to wait before the second attempt, the third, and so on.
    public static let pausesInSeconds = [2.0, 5.0]

    /// Measures all figures, and after each pause again those that missed their limits.
    ///
    /// - Parameters:
    ///   - measurements: the measurements to make.
    ///   - limits: limits by subject and metric.
    ///   - pause: waits for a number of seconds.
    /// - Returns: for each measurement the first figure that meets its limit, otherwise the last one.
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
