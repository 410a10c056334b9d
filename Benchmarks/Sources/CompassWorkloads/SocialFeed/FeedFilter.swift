import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The first page of the feed, its cards and the match count, under each filter of a catalog.
package enum FeedFilter {
    static let workload = CompassWorkload(
        name: "feed.filter", purpose: "the feed's first page and match count under each filter of a catalog"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        return PreparedQuestion(
            rows: inputs.rows, cases: try filters(inputs).map { prepare($0, inputs) },
            notes: [
                "careful measured for \(carefulNames.count) of the filters, as specified for "
                    + "\(specifiedNames.count): "
                    + specifiedNames.map { "\"\($0)\"" }.joined(separator: " and ")
            ])
    }

    /// Groups of filters with a goal each.
    package static let fewSchools = "at most 8 schools chosen"
    package static let anySet = "any set of schools"

    /// No filter, and the conditions of the catalog of pages.
    static func filters(_ inputs: PageInputs) throws -> [NamedFilter] {
        [NamedFilter(name: "no filter", kernel: .all, baseline: BaselineFilter())]
            + (try FilterCatalog.filters(inputs).filter { !$0.everyDay })
    }

    /// The baselines scan all posts for every filter, so few filters are sufficient to measure their cost.
    private static let carefulNames: Set = [
        "no filter", "twitter, negative", "8 schools", "8 schools, twitter, dates",
        "200 schools, recruiting, negative",
    ]
    private static let specifiedNames = ["no filter", "twitter, negative"]

    private static func prepare(_ filter: NamedFilter, _ inputs: PageInputs) -> QuestionCase {
        func kernel(_ index: Int) -> FeedPage {
            inputs.social.feedPage(
                where: filter.kernel, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        }
        func careful(_ index: Int) throws -> BaselineFeedPage {
            try inputs.carefulFeed().page(
                filter: filter.baseline, now: inputs.instant(index), zone: inputs.timeZone)
        }
        func specified(_ index: Int) throws -> BaselineFeedPage {
            let tables = try inputs.specified()
            return SpecifiedFeed.page(
                posts: tables.posts, schools: tables.schools, filter: filter.baseline,
                now: inputs.instant(index), zone: inputs.timeZone)
        }
        let isSpecifiedMeasured = specifiedNames.contains(filter.name)
        var question = QuestionCase(
            name: filter.name, kernel: Call(kernel),
            careful: carefulNames.contains(filter.name) ? Call(careful) : nil,
            specified: isSpecifiedMeasured ? Call(specified) : nil
        ) {
            let page = BaselineFeedPage(kernel(0))
            try page.check(equals: try careful(0), "feed.filter, \(filter.name)")
        }
        if isSpecifiedMeasured {
            question.checkSpecified = {
                let page = BaselineFeedPage(kernel(0))
                try page.check(equals: try specified(0), "feed.filter, \(filter.name), as specified")
            }
        }
        question.group = (filter.baseline.schoolIDs?.count ?? 0) > 8 ? anySet : fewSchools
        return question
    }
}
