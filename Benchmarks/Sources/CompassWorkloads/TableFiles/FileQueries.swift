import BenchmarkHarness
import CompassKernel

/// Searches and pages of posts in a mapped file, and of loaded posts in turn.
package enum FileQueries {
    package static let searches = "file.search"
    package static let pages = "file.page"
    /// The key of the figures of loaded posts.
    package static let loaded = "loaded posts"

    static let workloads = [
        CompassWorkload(name: searches, purpose: "searches in an opened table file, and in loaded posts") {
            inputs, size in
            let queries = try SearchQueryList.spread(101)
            return try question(searches, try inputs.page(size), count: queries.count) { social, index, now in
                social.feedPage(
                    where: .search(queries[index % queries.count].text), asOf: now.instant, in: now.zone)
            }
        },
        CompassWorkload(
            name: pages, purpose: "pages of an opened table file under each filter, and of loaded posts"
        ) { inputs, size in
            let inputs = try inputs.page(size)
            let filters = try FilterCatalog.filters(inputs).map(\.kernel)
            return try question(pages, inputs, count: filters.count) { social, index, now in
                social.analyticsPage(
                    .all, where: filters[index % filters.count], asOf: now.instant, in: now.zone)
            }
        },
    ]

    /// When and where a page is made.
    private struct Moment {
        let instant: Timestamp
        let zone: ZoneOffsets
    }

    private static func question<Page: Equatable>(
        _ name: String, _ inputs: PageInputs, count: Int,
        _ page: @escaping (_ social: SocialPosts, _ index: Int, _ now: Moment) -> Page
    ) throws -> PreparedQuestion {
        let social = inputs.social
        social.posts.prepareForSearch()
        let opened = try inputs.files().open(.searchIndex)
        func pages(_ social: SocialPosts, _ index: Int) -> Page {
            page(
                social, index,
                Moment(instant: Timestamp(micros: inputs.instant(index)), zone: inputs.zone))
        }
        // The workloads of loaded posts compare their pages with the baseline's.
        let kernel = QuestionCase(kernel: Call { pages(opened, $0) }) {
            for index in 0..<count {
                try CheckFailure.unless(
                    pages(opened, index) == pages(social, index), "\(name): page \(index) differs")
            }
        }
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [kernel], notes: ["calls go through \(count) queries"])
        // Another query than the one before, whose branches the processor would have learned.
        question.variants = [.init(name: loaded, call: Call { pages(social, $0 + count / 2) })]
        return question
    }
}
