import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The whole Social Analytics page of a range: every card, chart and list, as a finished value.
package struct SocialPage: Sendable {
    let name: String
    let range: AnalyticsRange
    let baselineRange: BaselineRange

    /// The key of the time in which a finished page is copied, with all the blocks that it owns.
    package static let copy = "copying the page"

    static let questions = [
        SocialPage(name: "7d", range: .last(days: 7), baselineRange: .days(7)),
        SocialPage(name: "30d", range: .last(days: 30), baselineRange: .days(30)),
        SocialPage(name: "90d", range: .last(days: 90), baselineRange: .days(90)),
        SocialPage(name: "all", range: .all, baselineRange: .all),
    ]

    var workload: CompassWorkload {
        let range = baselineRange.days.map { "\($0) days" } ?? "all time"
        return CompassWorkload(
            name: "social.page.\(name)", purpose: "the whole Social Analytics page, \(range)",
            scalingName: "social.scaling.\(name)"
        ) { inputs, size in
            try prepare(inputs.page(size), isSpecifiedMeasured: isSpecifiedMeasured(size))
        }
    }

    /// As specified, a page of days filters all posts once per day and bar, each time with a formatter: a
    /// million posts take two minutes. All time takes ten seconds.
    private func isSpecifiedMeasured(_ size: DatasetSize) -> Bool { range == .all || size < .million }

    private func prepare(_ inputs: PageInputs, isSpecifiedMeasured: Bool) throws -> PreparedQuestion {
        var question = QuestionCase(
            kernel: Call { kernel(inputs, $0) }, careful: Call { try careful(inputs, $0) },
            specified: isSpecifiedMeasured ? Call { try specified(inputs, $0) } : nil
        ) {
            for index in [inputs.sampleIndices[0], inputs.sampleIndices[2]] {
                let page = BaselineSocialPage(kernel(inputs, index))
                try page.check(equals: try careful(inputs, index), "social.page.\(name), careful")
            }
        }
        if isSpecifiedMeasured {
            question.checkSpecified = {
                let page = BaselineSocialPage(kernel(inputs, 0))
                try page.check(equals: try specified(inputs, 0), "social.page.\(name), as specified")
            }
        }
        question.resultBlocks = (inputs.sampleIndices, { kernel(inputs, $0).ownedBlocks })
        var prepared = PreparedQuestion(
            rows: inputs.rows, cases: [question],
            notes: isSpecifiedMeasured ? [] : ["as specified not measured: it would take minutes a page"])
        prepared.references = [.init(name: Self.copy, call: try copying(inputs))]
        return prepared
    }

    /// Copying finished pages, after a check that a copy equals its page.
    private func copying(_ inputs: PageInputs) throws -> Call {
        let pages = inputs.instants.indices.map { kernel(inputs, $0) }
        try CheckFailure.unless(
            pages[0].copiedBlocks() == pages[0], "social.page.\(name), \(Self.copy): not the page")
        let call = Call { index in pages[index % pages.count].copiedBlocks() }
        // Code that is not optimized allocates more.
        if let count = try call.allocations(at: 0) {
            try CheckFailure.unless(
                count.allocations >= pages[0].ownedBlocks,
                "social.page.\(name), \(Self.copy): \(count.allocations) of \(pages[0].ownedBlocks) blocks")
        }
        return call
    }

    private func kernel(_ inputs: PageInputs, _ index: Int) -> SocialAnalyticsPage {
        inputs.social.analyticsPage(range, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
    }

    private func careful(_ inputs: PageInputs, _ index: Int) throws -> BaselineSocialPage {
        let tables = try inputs.careful()
        return BaselineAnalytics.page(
            posts: tables.posts, schools: tables.schools, range: baselineRange, now: inputs.instant(index),
            zone: inputs.timeZone)
    }

    private func specified(_ inputs: PageInputs, _ index: Int) throws -> BaselineSocialPage {
        let tables = try inputs.specified()
        return SpecifiedAnalytics.page(
            posts: tables.posts, schools: tables.schools, range: baselineRange, now: inputs.instant(index),
            zone: inputs.timeZone)
    }
}
