import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The page of all time under each filter of a catalog.
package enum SocialFiltered {
    package static let workload = CompassWorkload(
        name: "social.filtered", purpose: "the page of all time under each filter of a catalog"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        return PreparedQuestion(
            rows: inputs.rows, cases: try FilterCatalog.filters(inputs).map { prepare($0, inputs) },
            notes: ["as specified not measured: that page has no filters"])
    }

    /// Groups of filters with a goal each.
    package static let defaultChart = "the page's own chart"
    package static let everyDay = "a chart of every day"

    private static func prepare(_ filter: NamedFilter, _ inputs: PageInputs) -> QuestionCase {
        func kernel(_ index: Int) -> SocialAnalyticsPage { filter.kernelPage(inputs, inputs.instant(index)) }
        func careful(_ index: Int) throws -> BaselineSocialPage {
            try filter.carefulPage(inputs, inputs.instant(index))
        }
        var question = QuestionCase(
            name: filter.name, kernel: Call(kernel), careful: Call(careful)
        ) {
            for index in [inputs.sampleIndices[0], inputs.sampleIndices[2]] {
                let page = BaselineSocialPage(kernel(index))
                try page.check(equals: try careful(index), "social.filtered, \(filter.name)")
            }
        }
        question.group = filter.everyDay ? everyDay : defaultChart
        question.resultBlocks = (inputs.sampleIndices, { kernel($0).ownedBlocks })
        return question
    }
}
