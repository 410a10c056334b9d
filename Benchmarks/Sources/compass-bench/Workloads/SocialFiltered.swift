import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// The page of all time under filters. A row stands for the whole catalogue: its samples are the filters'
/// medians, so its median is that of a middling filter; the note names the slowest one.
enum SocialFiltered {
    static let description = Workloads.Description(
        name: "social.filtered", purpose: "the page of all time under each filter of a catalogue")

    static func run(_ names: Set<String>, _ size: DatasetSize, in context: BenchmarkContext) throws {
        guard names.contains(description.name) else { return }
        let inputs = try context.pageInputs(size)
        let filters = FilterCatalogue.filters(inputs)
        for filter in filters {
            context.progress.show("checking \(description.name) at \(size.rawValue): \(filter.name)")
            try check(filter, inputs)
        }
        var rows: [Row] = []
        for filter in filters {
            context.progress.show("\(description.name) at \(size.rawValue): \(filter.name)")
            let count = try QueryAllocations.check(
                title(filter, inputs), instants: inputs.instants, in: context
            ) {
                filter.kernelPage(inputs, $0)
            }
            let kernel = sampler(context).nanoseconds { filter.kernelPage(inputs, inputs.instant($0)) }
            let careful = carefulSampler(context).nanoseconds {
                filter.carefulPage(inputs, inputs.instant($0))
            }
            rows.append(
                Row(
                    name: filter.name, everyDay: filter.everyDay, kernel: SampleStatistics(kernel).median,
                    careful: SampleStatistics(careful).median, count: count))
        }
        var result = result(rows, inputs)
        result.answerChecked = true
        context.report.workloads.append(result)
    }

    private static func title(_ filter: NamedFilter, _ inputs: PageInputs) -> String {
        "\(description.name), \(filter.name), \(inputs.rows) rows"
    }

    private static func check(_ filter: NamedFilter, _ inputs: PageInputs) throws {
        let now = inputs.instants[inputs.instants.count / 2]
        let page = BaselineSocialPage(filter.kernelPage(inputs, now))
        try page.check(equals: filter.carefulPage(inputs, now), title(filter, inputs))
    }

    private static func sampler(_ context: BenchmarkContext) -> Sampler {
        Sampler(
            warmUpBatches: 2, callsPerBatch: 16, minimumSamples: 20, maximumSamples: 400,
            budgetSeconds: context.isQuick ? 0.05 : 0.2)
    }

    private static func carefulSampler(_ context: BenchmarkContext) -> Sampler {
        Sampler(
            warmUpBatches: 0, minimumSamples: context.isQuick ? 1 : 3, maximumSamples: 20,
            budgetSeconds: context.isQuick ? 0 : 0.2)
    }

    /// One filter's medians in nanoseconds.
    private struct Row {
        var name = ""
        var everyDay = false
        var kernel = 0.0
        var careful = 0.0
        var count: AllocationCount?
    }

    private static func result(_ rows: [Row], _ inputs: PageInputs) -> WorkloadResult {
        let slowest = rows.max { $0.kernel < $1.kernel } ?? Row()
        var result = WorkloadResult(
            name: description.name, rows: inputs.rows,
            kernel: Measurement(
                nanoseconds: SampleStatistics(rows.map(\.kernel)), count: slowest.count),
            careful: Measurement(nanoseconds: SampleStatistics(rows.map(\.careful))),
            note: "a sample is one of \(rows.count) filters; the slowest is \"\(slowest.name)\" with "
                + FigureText.time(nanoseconds: slowest.kernel) + " (careful "
                + FigureText.time(nanoseconds: slowest.careful) + "); its allocations are shown")
        result.details["slowest"] = slowest.kernel
        result.details["slowestWithDefaultChart"] = rows.filter { !$0.everyDay }.map(\.kernel).max()
        result.details["slowestWithEveryDay"] = rows.filter(\.everyDay).map(\.kernel).max()
        for row in rows { result.details["filter: " + row.name] = row.kernel }
        return result
    }
}
