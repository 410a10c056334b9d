import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// The whole Social Analytics page of a range: every card, chart and list, as a finished value.
enum SocialPage {
    struct Question {
        let name: String
        let range: AnalyticsRange
        let baselineRange: BaselineRange
    }

    static let questions = [
        Question(name: "social.page.7d", range: .last(days: 7), baselineRange: .days(7)),
        Question(name: "social.page.30d", range: .last(days: 30), baselineRange: .days(30)),
        Question(name: "social.page.90d", range: .last(days: 90), baselineRange: .days(90)),
        Question(name: "social.page.all", range: .all, baselineRange: .all),
    ]

    static let descriptions = questions.map { question in
        let range = question.baselineRange.days.map { "\($0) days" } ?? "all time"
        return Workloads.Description(
            name: question.name, purpose: "the whole Social Analytics page, \(range)")
    }

    static func run(_ names: Set<String>, _ size: DatasetSize, in context: BenchmarkContext) throws {
        let chosen = questions.filter { names.contains($0.name) }
        if chosen.isEmpty { return }
        let inputs = try context.pageInputs(size)
        // At 1.2 to 1.6 s a page of 10,000 posts, larger ones would take minutes.
        let specified = size == .tenThousand ? try SpecifiedTables(context, size) : nil
        for question in chosen {
            context.progress.show("\(question.name) at \(size.rawValue)")
            try check(question, inputs, specified)
            var result = try measure(question, inputs, specified, context)
            result.answerChecked = true
            context.report.workloads.append(result)
        }
    }

    private static func kernelPage(_ question: Question, _ inputs: PageInputs, _ now: Int64)
        -> SocialAnalyticsPage
    {
        inputs.social.analytics(question.range, asOf: Timestamp(micros: now), in: inputs.zone)
    }

    private static func carefulPage(_ question: Question, _ inputs: PageInputs, _ now: Int64)
        -> BaselineSocialPage
    {
        BaselineAnalytics.page(
            posts: inputs.posts, schools: inputs.schools, range: question.baselineRange, now: now,
            zone: inputs.timeZone)
    }

    /// Answers at the first instant and at one of the day before.
    static func check(_ question: Question, _ inputs: PageInputs, _ specified: SpecifiedTables?) throws {
        for now in [inputs.instants[0], inputs.instants[inputs.instants.count - 1]] {
            let title = "\(question.name), \(inputs.rows) rows"
            let page = BaselineSocialPage(kernelPage(question, inputs, now))
            try page.check(equals: carefulPage(question, inputs, now), title + ", careful")
        }
        if let specified {
            let page = BaselineSocialPage(kernelPage(question, inputs, inputs.instants[0]))
            try page.check(
                equals: specified.page(question.baselineRange, inputs.instants[0], inputs.timeZone),
                "\(question.name), \(inputs.rows) rows, as specified")
        }
    }

    private static func measure(
        _ question: Question, _ inputs: PageInputs, _ specified: SpecifiedTables?, _ context: BenchmarkContext
    ) throws -> WorkloadResult {
        let count = try QueryAllocations.check(
            "\(question.name), \(inputs.rows) rows", instants: inputs.instants, in: context
        ) { kernelPage(question, inputs, $0) }
        let kernel = context.shortCalls.nanoseconds { kernelPage(question, inputs, inputs.instant($0)) }
        let careful = context.longCalls.nanoseconds { carefulPage(question, inputs, inputs.instant($0)) }
        let baseline = specified.map { tables in
            Sampler(warmUpBatches: 0, minimumSamples: context.isQuick ? 1 : 3, budgetSeconds: 0).nanoseconds {
                tables.page(question.baselineRange, inputs.instant($0), inputs.timeZone)
            }
        }
        return WorkloadResult(
            name: question.name, rows: inputs.rows,
            kernel: Measurement(nanoseconds: SampleStatistics(kernel), count: count),
            baseline: baseline.map { Measurement(nanoseconds: SampleStatistics($0)) },
            careful: Measurement(nanoseconds: SampleStatistics(careful)),
            note: specified == nil ? "as specified not measured: a page would take minutes" : nil)
    }
}

/// Tables in the form of the baseline as specified.
struct SpecifiedTables {
    let posts: [SpecifiedPost]
    let schools: [SpecifiedSchool]

    init(_ context: BenchmarkContext, _ size: DatasetSize) throws {
        let dataset = try context.datasets.dataset(size, wholeSeconds: true)
        posts = SpecifiedLoader.inOrderOfQuery(
            try SpecifiedLoader.decodePosts(Data(contentsOf: URL(fileURLWithPath: dataset.postsPath))))
        schools = try SpecifiedLoader.decodeSchools(
            Data(contentsOf: URL(fileURLWithPath: dataset.schoolsPath)))
    }

    func page(_ range: BaselineRange, _ now: Int64, _ zone: TimeZone) -> BaselineSocialPage {
        SpecifiedAnalytics.page(posts: posts, schools: schools, range: range, now: now, zone: zone)
    }
}
