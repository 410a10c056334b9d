import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// Linked filtering: the counts of every chart under the filters of all others, without and with a search.
enum FeedLinked {
    static let workload = CompassWorkload(
        name: "feed.linked", purpose: "each chart's counts under the filters of all others"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let filters = try FeedFilter.filters(inputs).filter { names.contains($0.name) }
        return PreparedQuestion(
            rows: inputs.rows,
            cases: filters.map { prepare($0, search: nil, inputs) }
                + [("camp", filters[0]), ("recruiting c", filters[filters.count - 1])].map {
                    prepare($1, search: $0, inputs)
                },
            notes: ["careful measured for \"\(carefulName)\" only"])
    }

    private static let carefulName = "twitter, negative"
    private static let names: Set = [
        "no filter", "8 schools", carefulName, "8 schools, twitter, dates",
        "instagram, recruiting, not flagged, two sentiments", "200 schools, recruiting, negative",
    ]

    private static func prepare(
        _ filter: NamedFilter, search: String?, _ inputs: PageInputs
    ) -> QuestionCase {
        let name = search.map { "\(filter.name), search \"\($0)\"" } ?? filter.name
        let kernelFilter = search.map { filter.kernel && .search($0) } ?? filter.kernel
        func kernel(_ index: Int) -> LinkedCounts {
            inputs.social.linkedCounts(
                where: kernelFilter, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
        }
        /// Searches restrict every chart, so the posts that match can be treated as the whole table.
        func careful(_ index: Int) throws -> BaselineLinkedCounts {
            let posts = try search.map { try inputs.foldedText().posts(matching: $0) }
            return BaselineLinkedCounts(
                posts: try posts ?? inputs.careful().posts, filter: filter.baseline,
                now: inputs.instant(index), zone: inputs.timeZone)
        }
        return QuestionCase(
            name: name, kernel: Call(kernel), careful: name == carefulName ? Call(careful) : nil
        ) {
            try BaselineLinkedCounts(kernel(0)).check(equals: try careful(0), "feed.linked, \(name)")
        }
    }
}
