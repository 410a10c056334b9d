import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// What a command does that shows one page: it reads the posts, makes the page, and forgets both.
package enum ColdPage {
    package static let name = "cold.page"
    /// The key of the figures without a search.
    package static let withoutSearch = "without a search"
    private static let text = "camp"

    static let workload = CompassWorkload(
        name: name, purpose: "posts are loaded and a page of a search is made, without an index"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let directory = try SchoolDirectory.load(contentsOf: inputs.dataset.schoolsPath).table
        let options = LoadOptions(searchIndexing: .never)
        func page(_ filter: PostFilter, _ index: Int) throws -> FeedPage {
            let posts = try PostTable.load(contentsOf: inputs.dataset.postsPath, options: options).table
            return posts.bound(to: directory).feedPage(
                where: filter, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        }
        let kernel = QuestionCase(kernel: Call { try page(.search(text), $0) }) {
            let posts = try inputs.careful().posts.rows
            for (filter, rows) in [
                (PostFilter.all, Array(posts.indices)),
                (.search(text), try inputs.foldedText().rows(matching: text)),
            ] {
                let page = try page(filter, 0)
                try CheckFailure.unless(
                    page.matchCount == rows.count,
                    "\(name): \(page.matchCount) posts, but the baseline finds \(rows.count)")
                try PostComparison.check(
                    name, page.posts, equals: rows.prefix(FeedPage.defaultPageSize).map { posts[$0] }, inputs)
            }
        }
        var question = PreparedQuestion(rows: inputs.rows, cases: [kernel])
        question.hasLongCalls = true
        question.variants = [.init(name: withoutSearch, call: Call { try page(.all, $0) })]
        return question
    }
}
