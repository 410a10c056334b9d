import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The feed's first page and match count of searches with an option, for some of the published queries.
struct FeedSearchOption: Sendable {
    let name: String
    let purpose: String
    let options: SearchQuery.Options
    /// The queries that the option affects.
    let queries: @Sendable () throws -> [PublishedQuery]
    /// The largest size at which the careful baseline is measured.
    let largestCareful: DatasetSize

    static let questions = [
        FeedSearchOption(
            name: "feed.search.accents", purpose: "searches that ignore accents, with and without any",
            options: .ignoringAccents,
            queries: {
                let groups = Dictionary(grouping: try SearchQueryList.all()) { hasAccents($0.text) }
                return [true, false].flatMap { SearchQueryList.spread(6, of: groups[$0] ?? []) }
            },
            // The baseline decomposes the texts anew for each search.
            largestCareful: .tenThousand),
        FeedSearchOption(
            name: "feed.search.words", purpose: "searches for several words, wherever they stand",
            options: .allWords,
            queries: {
                SearchQueryList.spread(12, of: try SearchQueryList.all().filter { words($0.text).count > 1 })
            },
            largestCareful: .million),
    ]

    var workload: CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let page = try inputs.page(size)
            let question = prepare(try queries(), page, size)
            return PreparedQuestion(
                rows: page.rows, cases: [question],
                notes: question.careful == nil
                    ? ["careful measured up to \(FigureText.grouped(largestCareful.rows)) rows only"] : [])
        }
    }

    private func prepare(
        _ queries: [PublishedQuery], _ inputs: PageInputs, _ size: DatasetSize
    ) -> QuestionCase {
        func text(_ index: Int) -> String { queries[index % queries.count].text }
        func kernel(_ index: Int) -> FeedPage {
            inputs.social.feedPage(
                where: .search(text(index), options: options), asOf: Timestamp(micros: inputs.instant(index)),
                in: inputs.zone)
        }
        func careful(_ index: Int) throws -> BaselineFeedPage {
            let search = BaselineSearch(
                BaselineText(text(index)), ignoresAccents: options.contains(.ignoringAccents),
                findsAllWords: options.contains(.allWords))
            return try inputs.carefulFeed().page(
                filter: BaselineFilter(searches: [search]), now: inputs.instant(index), zone: inputs.timeZone)
        }
        let isCarefulMeasured = size <= largestCareful
        var question = QuestionCase(
            kernel: Call(kernel), careful: isCarefulMeasured ? Call(careful) : nil
        ) {
            if isCarefulMeasured {
                for index in [0, queries.count / 2] {
                    try BaselineFeedPage(kernel(index)).check(
                        equals: try careful(index), "\(name), \"\(text(index))\"")
                }
            }
            // Nothing else uses it, so it is not kept.
            let folded =
                try options.contains(.ignoringAccents)
                ? FoldedText(inputs.careful().posts, ignoringAccents: true) : inputs.foldedText()
            for index in queries.indices {
                try check(kernel(index), text(index), folded, try inputs.careful().posts)
            }
        }
        question.inputNames = queries.map(\.text)
        return question
    }

    /// Compares the kernel's count and first page with those of passes over the folded text.
    private func check(
        _ page: FeedPage, _ text: String, _ folded: FoldedText, _ posts: BaselinePosts
    ) throws {
        let patterns = options.contains(.allWords) ? Self.words(text) : [text]
        var rows = folded.rows(matching: patterns[0])
        for pattern in patterns.dropFirst() {
            let others = Set(folded.rows(matching: pattern))
            rows.removeAll { !others.contains($0) }
        }
        try CheckFailure.unless(
            page.matchCount == rows.count,
            "\(name), \"\(text)\": \(page.matchCount) posts, but one pass finds \(rows.count)")
        try CheckFailure.unless(
            page.posts.map { BaselineText($0.id) }
                == rows.prefix(FeedPage.defaultPageSize).map { posts.rows[$0].id },
            "\(name), \"\(text)\": the first page differs")
    }

    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    }

    private static func hasAccents(_ text: String) -> Bool {
        FoldedText.folded(text, ignoringAccents: true) != FoldedText.folded(text, ignoringAccents: false)
    }
}
