import BenchmarkHarness

/// What workloads share: inputs, how long to measure, and the report that they add to.
final class BenchmarkContext {
    let datasets: DatasetFolder
    let sizes: [DatasetSize]
    let isQuick: Bool
    let progress: ProgressLine
    var report: BenchmarkReport
    /// The inputs of pages of one size; a million posts take a gigabyte in the baseline's form, so only one
    /// is kept.
    private var pageInputs: (size: DatasetSize, inputs: PageInputs)?

    init(
        datasets: DatasetFolder, sizes: [DatasetSize], isQuick: Bool, progress: ProgressLine,
        report: BenchmarkReport
    ) {
        self.datasets = datasets
        self.sizes = sizes
        self.isQuick = isQuick
        self.progress = progress
        self.report = report
    }

    /// The inputs of pages: the variant with whole seconds, which all grades can read.
    func pageInputs(_ size: DatasetSize) throws -> PageInputs {
        if let pageInputs, pageInputs.size == size { return pageInputs.inputs }
        pageInputs = nil
        let dataset = try datasets.dataset(size, wholeSeconds: true)
        progress.show("loading \(size.rawValue) for kernel and baselines")
        let inputs = try PageInputs(dataset)
        pageInputs = (size, inputs)
        return inputs
    }

    /// Frees the inputs of pages.
    func forgetPageInputs() { pageInputs = nil }

    /// Samples of calls that last microseconds.
    var shortCalls: Sampler {
        Sampler(
            warmUpBatches: 8, callsPerBatch: 64, minimumSamples: 50, maximumSamples: 2_000,
            budgetSeconds: isQuick ? 0.1 : 0.5)
    }

    /// Samples of calls that last a tenth of a millisecond or more.
    var longCalls: Sampler {
        Sampler(
            warmUpBatches: 1, minimumSamples: isQuick ? 1 : 3, maximumSamples: 100,
            budgetSeconds: isQuick ? 0.1 : 0.5)
    }
}
