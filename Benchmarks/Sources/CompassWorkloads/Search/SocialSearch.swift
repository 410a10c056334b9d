import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The analytics page of 30 days over the posts that match a search.
enum SocialSearch {
    static let workload = CompassWorkload(
        name: "social.search", purpose: "the analytics page of 30 days, of posts that match a search"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let texts =
            ["camp"]
            + (try PublishedQuery.Kind.allCases.map { kind in
                try SearchQueryList.queries(kind)[0].text
            })
        return PreparedQuestion(
            rows: inputs.rows, cases: texts.map { prepare($0, inputs, isFirst: $0 == texts[0]) },
            notes: ["careful measured for \"\(texts[0])\" only", "as specified, that page has no search"])
    }

    private static func prepare(_ text: String, _ inputs: PageInputs, isFirst: Bool) -> QuestionCase {
        func kernel(_ index: Int) -> SocialAnalyticsPage {
            inputs.social.analyticsPage(
                .last(days: 30), where: .search(text), asOf: Timestamp(micros: inputs.instant(index)),
                in: inputs.zone)
        }
        func page(_ posts: BaselinePosts, _ filter: BaselineFilter, _ index: Int) throws
            -> BaselineSocialPage
        {
            BaselineAnalytics.page(
                posts: posts, schools: try inputs.careful().schools, range: .days(30), filter: filter,
                now: inputs.instant(index), zone: inputs.timeZone)
        }
        let careful = Call { index in
            try page(
                try inputs.careful().posts, BaselineFilter(searches: [BaselineSearch(BaselineText(text))]),
                index)
        }
        return QuestionCase(name: text, kernel: Call(kernel), careful: isFirst ? careful : nil) {
            // All parts of the page cover the posts that match, which one pass finds first.
            let found = try inputs.foldedText().posts(matching: text)
            let expected = try page(found, BaselineFilter(), 0)
            try BaselineSocialPage(kernel(0)).check(equals: expected, "social.search, \"\(text)\"")
        }
    }
}
