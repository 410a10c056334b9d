/// What more rows cost a question: the largest and the smallest size in turn, so that a machine that slows
/// down for a while slows down both.
public enum QuestionScaling {
    /// The key of the ratio among a row's details.
    public static let costRatio = "costRatio"

    /// A row for the larger size, whose detail ``costRatio`` is the median of the ratios large ÷ small of
    /// pairs.
    ///
    /// - Parameters:
    ///   - name: the row's name.
    ///   - large: the question at the largest size; its answers were checked.
    ///   - small: the question at the smallest size; its answers were checked.
    ///   - isQuick: whether a first look will do.
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
