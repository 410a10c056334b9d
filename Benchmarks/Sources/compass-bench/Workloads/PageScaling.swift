import BenchmarkHarness
import CompassKernel

/// What a hundred times as many posts cost a page: pages of the largest and of the smallest size in turn, so
/// that a machine that slows down for a while slows down both.
enum PageScaling {
    static func name(_ question: SocialPage.Question) -> String {
        question.name.replacing("social.page", with: "social.scaling")
    }

    static let descriptions = SocialPage.questions.map {
        Workloads.Description(
            name: name($0), purpose: "\($0.name) at the largest and the smallest size in turn")
    }

    static func run(_ names: Set<String>, in context: BenchmarkContext) throws {
        let chosen = SocialPage.questions.filter { names.contains(name($0)) }
        guard !chosen.isEmpty, let smallest = context.sizes.first, let largest = context.sizes.last,
            smallest < largest
        else { return }
        // The largest first: its inputs may still be there.
        let large = try checkedPosts(largest, chosen, context)
        let small = try checkedPosts(smallest, chosen, context)
        let dataset = try context.datasets.dataset(largest, wholeSeconds: true)
        let zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        let instants = PageInputs.instants(asOfMicros: dataset.asOfMicros)
        for question in chosen {
            context.progress.show(name(question))
            func page(_ social: SocialPosts, _ index: Int) -> SocialAnalyticsPage {
                social.analytics(
                    question.range, asOf: Timestamp(micros: instants[index % instants.count]), in: zone)
            }
            let samples = context.shortCalls.pairs({ page(large, $0) }, { page(small, $0) })
            let ratio = SampleStatistics.medianOfRatios(samples.first, samples.second)
            var result = WorkloadResult(
                name: name(question), rows: large.posts.count,
                kernel: Measurement(nanoseconds: SampleStatistics(samples.first)),
                note: "\(FigureText.significant(ratio)) times the cost at "
                    + "\(FigureText.grouped(small.posts.count)) rows (median of ratios of pairs)")
            result.details["costRatio"] = ratio
            result.answerChecked = true
            context.report.workloads.append(result)
        }
    }

    /// The posts of a size, after the pages of all questions were compared; the baseline's form is freed.
    private static func checkedPosts(
        _ size: DatasetSize, _ questions: [SocialPage.Question], _ context: BenchmarkContext
    ) throws -> SocialPosts {
        let inputs = try context.pageInputs(size)
        for question in questions {
            context.progress.show("checking \(name(question)) at \(size.rawValue)")
            try SocialPage.check(question, inputs, nil)
        }
        context.forgetPageInputs()
        return inputs.social
    }
}
