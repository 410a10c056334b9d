import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// The page of all time under each filter of a catalogue.
enum SocialFiltered {
    static let workload = CompassWorkload(
        name: "social.filtered", purpose: "the page of all time under each filter of a catalogue"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        return PreparedQuestion(
            rows: inputs.rows, cases: try FilterCatalogue.filters(inputs).map { prepare($0, inputs) })
    }

    /// Groups of filters with a goal each.
    static let defaultChart = "the page's own chart"
    static let everyDay = "a chart of every day"

    private static func prepare(_ filter: NamedFilter, _ inputs: PageInputs) -> QuestionCase {
        func kernel(_ index: Int) -> SocialAnalyticsPage { filter.kernelPage(inputs, inputs.instant(index)) }
        func careful(_ index: Int) throws -> BaselineSocialPage {
            try filter.carefulPage(inputs, inputs.instant(index))
        }
        var question = QuestionCase(
            name: filter.name, kernel: Call(kernel), careful: Call(careful)
        ) {
            let index = inputs.sampleIndices[1]
            let page = BaselineSocialPage(kernel(index))
            try page.check(equals: try careful(index), "social.filtered, \(filter.name)")
        }
        question.group = filter.everyDay ? everyDay : defaultChart
        question.resultBlocks = (inputs.sampleIndices, { kernel($0).ownedBlocks })
        return question
    }
}
