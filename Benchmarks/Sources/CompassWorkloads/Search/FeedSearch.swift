import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The feed's first page and match count for each published query of a kind.
struct FeedSearch: Sendable {
    let name: String
    let purpose: String
    let kind: PublishedQuery.Kind
    /// The largest size at which the baseline as specified is measured, which lowercases every text for every
    /// search; nil if it is never measured.
    var largestSpecified: DatasetSize?

    static let questions = [
        FeedSearch(
            name: "feed.search.hit", purpose: "searches for pieces of one token, of three characters or more",
            kind: .hit, largestSpecified: .million),
        FeedSearch(
            name: "feed.search.tokens", purpose: "searches for pieces of neighboring tokens", kind: .tokens),
        FeedSearch(
            name: "feed.search.short", purpose: "searches for one or two characters", kind: .short),
        FeedSearch(
            name: "feed.search.miss", purpose: "searches for what occurs nowhere", kind: .miss,
            largestSpecified: .hundredThousand),
    ]

    var workload: CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let page = try inputs.page(size)
            let queries = try SearchQueryList.queries(kind)
            let question = prepare(queries, page, size)
            return PreparedQuestion(
                rows: page.rows, cases: [question],
                notes: question.specified == nil ? ["as specified measured for feed.search.hit"] : [])
        }
    }

    private func prepare(
        _ queries: [PublishedQuery], _ inputs: PageInputs, _ size: DatasetSize
    ) -> QuestionCase {
        let isSpecifiedMeasured = largestSpecified.map { size <= $0 } ?? false
        func text(_ index: Int) -> String { queries[index % queries.count].text }
        func careful(_ index: Int) throws -> BaselineFeedPage {
            try inputs.carefulFeed().page(
                filter: Self.filter(text(index)), now: inputs.instant(index), zone: inputs.timeZone)
        }
        func specified(_ index: Int) throws -> BaselineFeedPage {
            let tables = try inputs.specified()
            return SpecifiedFeed.page(
                posts: tables.posts, schools: tables.schools, filter: Self.filter(text(index)),
                now: inputs.instant(index), zone: inputs.timeZone)
        }
        var question = QuestionCase(
            kernel: Call { Self.kernel(text($0), inputs, $0) }, careful: Call(careful),
            specified: isSpecifiedMeasured ? Call(specified) : nil
        ) {
            for index in [0, queries.count / 2] {
                let page = BaselineFeedPage(Self.kernel(text(index), inputs, index))
                try page.check(equals: try careful(index), "\(name), \"\(text(index))\"")
            }
            for query in queries { try Self.check(query, name, inputs, size) }
        }
        if isSpecifiedMeasured {
            question.checkSpecified = {
                let page = BaselineFeedPage(Self.kernel(text(0), inputs, 0))
                try page.check(equals: try specified(0), "\(name), \"\(text(0))\", as specified")
            }
        }
        question.inputNames = queries.map(\.text)
        return question
    }

    static func kernel(_ text: String, _ inputs: PageInputs, _ index: Int) -> FeedPage {
        inputs.social.feedPage(
            where: .search(text), asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
    }

    private static func filter(_ text: String) -> BaselineFilter {
        BaselineFilter(searches: [BaselineSearch(BaselineText(text))])
    }

    /// Compares the kernel's count and first page with those of one pass over the folded text, and the count
    /// with the published one if the posts are the published ones.
    private static func check(
        _ query: PublishedQuery, _ name: String, _ inputs: PageInputs, _ size: DatasetSize
    ) throws {
        let page = kernel(query.text, inputs, 0)
        let (rows, posts) = (try inputs.foldedText().rows(matching: query.text), try inputs.careful().posts)
        try CheckFailure.unless(
            page.matchCount == rows.count,
            "\(name), \"\(query.text)\": \(page.matchCount) posts, but one pass finds \(rows.count)")
        try CheckFailure.unless(
            page.posts.map { BaselineText($0.id) }
                == rows.prefix(FeedPage.defaultPageSize).map { posts.rows[$0].id },
            "\(name), \"\(query.text)\": the first page differs")
        guard inputs.rows == size.rows, let published = query.matches(size) else { return }
        try CheckFailure.unless(
            page.matchCount == published,
            "\(name), \"\(query.text)\": \(page.matchCount) posts, but \(published) are published")
    }
}
