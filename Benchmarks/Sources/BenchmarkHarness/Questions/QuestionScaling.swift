/// The cost of more rows: the largest and the smallest size are measured in turn, so that a temporary
/// slowdown of the machine affects both.
public enum QuestionScaling {
    /// The key of the ratio among a row's details.
    public static let costRatio = "costRatio"

    /// Returns a row for the larger size, whose detail ``costRatio`` is the median of the pairs' ratios large
    /// ÷ small.
    ///
    /// - Parameters:
    ///   - name: the row's name.
    ///   - large: the workload at the largest size; its results were checked.
    ///   - small: the workload at the smallest size; its results were checked.
    ///   - isQuick: whether a quick, rough measurement is sufficient.
    public static func run(
        _ name: String, large: PreparedQuestion, small: PreparedQuestion, isQuick: Bool
    ) throws -> WorkloadResult {
        let sampler = try Sampler.suited(
            to: large.cases[0].kernel, minimumSamples: 3, budgetSeconds: isQuick ? 0.1 : 0.5)
        let samples = try sampler.inTurn([large.cases[0].kernel, small.cases[0].kernel])
        let ratio = SampleStatistics.medianOfRatios(samples[0], samples[1])
        var row = WorkloadResult(
            name: name, rows: large.rows, kernel: Measurement(nanoseconds: SampleStatistics(samples[0])),
            note: "\(FigureText.significant(ratio)) times the cost at \(FigureText.grouped(small.rows)) rows "
                + "(median of ratios of pairs)")
        row.details[costRatio] = ratio
        row.answerChecked = true
        return row
    }
}
