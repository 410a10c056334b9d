import BenchmarkHarness
import CompassBaseline
import CompassKernel

/// Opens a table file of posts, alone and with what a new program shows first.
package enum FileOpen {
    package static let name = "file.open"
    package static let firstPage = "file.open.page"
    package static let firstSearch = "file.open.search"
    /// The range of the first page.
    package static let range = AnalyticsRange.last(days: 30)
    /// The text of the first search.
    package static let text = "camp"

    static let workloads = [
        workload(name, "opens a table file of posts") { files, form, inputs in
            QuestionCase(name: form.rawValue, kernel: Call { _ in try files.open(form) }) {
                try PostComparison.check(
                    name, try files.open(form), equals: try inputs.careful().posts, inputs)
            }
        },
        workload(firstPage, "opens a table file of posts and makes the page of 30 days") {
            files, form, inputs in
            func page(_ index: Int) throws -> SocialAnalyticsPage {
                try files.open(form)
                    .analyticsPage(range, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
            }
            return QuestionCase(name: form.rawValue, kernel: Call(page)) {
                let tables = try inputs.careful()
                try BaselineSocialPage(try page(0)).check(
                    equals: BaselineAnalytics.page(
                        posts: tables.posts, schools: tables.schools, range: .days(30),
                        now: inputs.instant(0), zone: inputs.timeZone), firstPage)
            }
        },
        workload(firstSearch, "opens a table file of posts and makes the first page of a search") {
            files, form, inputs in
            func page(_ index: Int) throws -> FeedPage {
                // Without the index a search reads the texts.
                try files.open(form, options: LoadOptions(searchIndexing: .never))
                    .feedPage(
                        where: .search(text), asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
            }
            return QuestionCase(name: form.rawValue, kernel: Call(page)) {
                let (page, posts) = (try page(0), try inputs.careful().posts.rows)
                let rows = try inputs.foldedText().rows(matching: text)
                try CheckFailure.unless(
                    page.matchCount == rows.count,
                    "\(firstSearch): \(page.matchCount) posts, but the baseline finds \(rows.count)")
                try PostComparison.check(
                    firstSearch, page.posts,
                    equals: rows.prefix(FeedPage.defaultPageSize).map { posts[$0] }, inputs)
            }
        },
    ]

    private static func workload(
        _ name: String, _ purpose: String,
        _ makeCase:
            @escaping @Sendable (
                _ files: PostFiles, _ form: PostFiles.Form, _ inputs: PageInputs
            ) throws ->
            QuestionCase
    ) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.page(size)
            let files = try inputs.files()
            return PreparedQuestion(
                rows: inputs.rows, cases: try PostFiles.Form.allCases.map { try makeCase(files, $0, inputs) })
        }
    }
}
