import BenchmarkHarness
import CompassKernel
import Foundation

/// Partial answers of pages, and merging them.
package enum PartialPages {
    package static let analytics = "partial.analytics"
    package static let feed = "partial.feed"
    package static let merge = "partial.merge"
    /// The key of the figures of the page of the same posts.
    package static let page = "page"
    /// The key of the figures of a partial answer that is also written.
    package static let written = "partial and its bytes"
    /// The key of the figures of one partial answer.
    package static let partial = "partial"
    /// The key of the size of a partial answer, in bytes.
    package static let size = "bytes"
    /// The key of the size of a partial answer that counts no coaches, in bytes.
    package static let sizeWithoutCoaches = "bytes without coaches"

    static let workloads = [
        CompassWorkload(name: analytics, purpose: "a partial answer of 30 days, and the page in turn") {
            inputs, size in
            let one = Moments(try inputs.page(size))
            return question(
                analytics, one, partial: { one.analytics($0) }, page: { one.analyticsPage($0) },
                finish: { try $0.analyticsPage(schools: one.inputs.schools) },
                figures: [
                    sizeFigure(of: one.analytics(0)),
                    (sizeWithoutCoaches, one.analytics(0, topCoaches: 0).bytes.count),
                ])
        },
        CompassWorkload(
            name: feed, purpose: "a partial answer of the feed's first page, and the page in turn"
        ) { inputs, size in
            let one = Moments(try inputs.page(size))
            return question(
                feed, one, partial: { one.feed($0) }, page: { one.feedPage($0) },
                finish: { try $0.feedPage(schools: one.inputs.schools) },
                figures: [sizeFigure(of: one.feed(0))])
        },
        CompassWorkload(name: merge, purpose: "two shards' partial answers of 30 days merged") {
            inputs, size in
            let one = Moments(try inputs.page(size))
            let lines = try inputs.datasets.lineDelimitedPosts(one.inputs.dataset)
            let halves = try alternateLines(ofFile: lines.path).map { lines in
                Moments(one.inputs, try PostTable.load(ndjson: lines).table.bound(to: one.inputs.schools))
            }
            let indices = one.inputs.instants.indices
            let pairs = indices.map { index in
                halves.enumerated().map { $1.analytics(index, shard: UInt32($0)) }
            }
            func merged(_ index: Int) throws -> PartialAnswer? {
                try PartialAnswer.merging(pairs[index % pairs.count])
            }
            let kernel = QuestionCase(kernel: Call(merged)) {
                // Posts of the last days alone would leave one of two consecutive halves without any.
                try CheckFailure.unless(
                    halves.allSatisfy { $0.analyticsPage(0).summary.totalPosts > 0 },
                    "\(merge): an empty half")
                for index in indices {
                    try CheckFailure.unless(
                        try merged(index)?.analyticsPage(schools: one.inputs.schools)
                            == one.analyticsPage(index),
                        "\(merge): page \(index) differs")
                }
            }
            var question = PreparedQuestion(rows: one.inputs.rows, cases: [kernel])
            question.variants = [.init(name: partial, call: Call { one.analytics($0) })]
            return question
        },
    ]

    /// Returns the first, third, ... line of a file, and the others.
    private static func alternateLines(ofFile path: String) throws -> [[UInt8]] {
        let lines = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        var halves: [[UInt8]] = [[], []]
        for (number, line) in JSONArrayLines.pieces(of: lines, rowsPerPiece: 1).enumerated() {
            halves[number % 2] += lines[line]
        }
        return halves
    }

    private static func sizeFigure(of answer: PartialAnswer) -> (String, Int) { (size, answer.bytes.count) }

    private static func question<Page: Equatable>(
        _ name: String, _ one: Moments, partial: @escaping (_ index: Int) -> PartialAnswer,
        page: @escaping (_ index: Int) -> Page, finish: @escaping (PartialAnswer) throws -> Page,
        figures: [(String, Int)]
    ) -> PreparedQuestion {
        // Other workloads compare these pages with the baseline's.
        let kernel = QuestionCase(kernel: Call(partial)) {
            for index in one.inputs.instants.indices {
                let read = try PartialAnswer(bytes: partial(index).bytes)
                try CheckFailure.unless(try finish(read) == page(index), "\(name): page \(index) differs")
            }
        }
        var question = PreparedQuestion(
            rows: one.inputs.rows, cases: [kernel],
            notes: figures.map { "\($0): \(FigureText.grouped($1))" })
        question.figures = {
            Dictionary(figures.map { ($0, Double($1)) }, uniquingKeysWith: { first, _ in first })
        }
        question.variants = [
            .init(name: Self.page, call: Call(page)),
            .init(name: written, call: Call { partial($0).bytes }),
        ]
        return question
    }
}

/// Pages of some posts, and partial answers of them, at the instants of their inputs.
struct Moments {
    let inputs: PageInputs
    let social: SocialPosts

    init(_ inputs: PageInputs, _ social: SocialPosts? = nil) {
        self.inputs = inputs
        self.social = social ?? inputs.social
    }

    private func now(_ index: Int) -> Timestamp { Timestamp(micros: inputs.instant(index)) }

    func analytics(_ index: Int, topCoaches: Int = 5, shard: UInt32 = 0) -> PartialAnswer {
        social.partialAnalytics(
            .last(days: 30), asOf: now(index), in: inputs.zone, topCoaches: topCoaches, shard: shard)
    }

    func analyticsPage(_ index: Int) -> SocialAnalyticsPage {
        social.analyticsPage(.last(days: 30), asOf: now(index), in: inputs.zone)
    }

    func feed(_ index: Int) -> PartialAnswer {
        social.partialFeed(asOf: now(index), in: inputs.zone, shard: 0)
    }

    func feedPage(_ index: Int) -> FeedPage { social.feedPage(asOf: now(index), in: inputs.zone) }
}
