import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The activity feed's merge, and its first pages under types, ranges and searches.
package enum ActivityPages {
    static let workloads = [open, merge, mergeUnordered, page, pages, search, searches, searchBuild]

    private static let note = "rows are those of three tables, as many in each"
    private static let fewNote = "\"few\" is a feed with 21 documents instead, spread over the other events"

    private static let open = CompassWorkload(
        name: "activity.open", purpose: "three loaded tables to a feed in order of time, and its first page"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        var one = QuestionCase(
            kernel: Call { firstPage(inputs.merged(), .all, inputs, $0) },
            careful: size < .million
                ? Call {
                    try inputs.careful().merged().page(now: inputs.instant($0), zone: inputs.timeZone)
                } : nil,
            specified: specified(size) { _ in try fetch(inputs).page(now: inputs.instant(0)) }
        ) {
            try inputs.check("activity.open", .all, among: allFilters) {
                firstPage(inputs.merged(), .all, inputs, $0)
            }
        }
        addSpecifiedCheck(to: &one, "activity.open", .all, inputs) { try fetch(inputs) }
        var question = PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note] + missing(size))
        question.hasLongCalls = true
        return question
    }

    private static let merge = CompassWorkload(
        name: "activity.merge", purpose: "three loaded tables to a feed in order of time"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        let isSmall = size < .million
        var one = QuestionCase(
            kernel: Call { _ in inputs.merged() },
            careful: isSmall ? Call { _ in try inputs.careful().merged() } : nil,
            specified: specified(size) { index in
                SpecifiedActivityFeed(
                    try inputs.specified(), now: inputs.instant(index), zone: inputs.timeZone)
            }
        ) {
            try inputs.check("activity.merge", .all, among: allFilters) { index in
                firstPage(inputs.merged(), .all, inputs, index)
            }
        }
        addSpecifiedCheck(to: &one, "activity.merge", .all, inputs) { try fetch(inputs) }
        var question = PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note] + missing(size))
        question.hasLongCalls = true
        return question
    }

    private static let mergeUnordered = CompassWorkload(
        name: "activity.merge.unordered", purpose: "the same, if the tables are in no order of time"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        let tables = try inputs.shuffledTables()
        let one = QuestionCase(kernel: Call { _ in tables.merged() }) {
            try inputs.check("activity.merge.unordered", .all, among: allFilters) { index in
                firstPage(tables.merged(), .all, inputs, index)
            }
        }
        var question = PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note])
        question.hasLongCalls = true
        return question
    }

    private static let page = CompassWorkload(
        name: "activity.page", purpose: "the first page of a merged feed"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        let fetched = Lazy { try fetch(inputs) }
        var one = QuestionCase(
            kernel: Call { firstPage(inputs.feed, .all, inputs, $0) },
            careful: size < .million
                ? Call {
                    try inputs.carefulFeed().page(now: inputs.instant($0), zone: inputs.timeZone)
                } : nil,
            specified: specified(size) { _ in try fetched.value().page(now: inputs.instant(0)) }
        ) {
            try inputs.check("activity.page", .all, among: allFilters) {
                firstPage(inputs.feed, .all, inputs, $0)
            }
        }
        addSpecifiedCheck(to: &one, "activity.page", .all, inputs, feed: fetched.value)
        let ready = "the baselines made all texts when they merged, the kernel makes those of the page"
        return PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note, ready] + missing(size))
    }

    private static let pages = CompassWorkload(
        name: "activity.pages", purpose: "the first page of a merged feed under each type and range"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        var cases = filters.map { filter in
            let name = "\(filter.type?.rawValue ?? "all types"), \(filter.range.rawValue)"
            return QuestionCase(
                name: name, kernel: Call { firstPage(inputs.feed, filter, inputs, $0) },
                careful: size < .million
                    ? Call {
                        try inputs.carefulFeed().page(
                            filter: BaselineActivityFilter(filter), now: inputs.instant($0),
                            zone: inputs.timeZone)
                    } : nil
            ) {
                try inputs.check("activity.pages, \(name)", filter, among: allFilters) {
                    firstPage(inputs.feed, filter, inputs, $0)
                }
            }
        }
        cases.append(
            FewDocuments(of: inputs).questionCase(
                "few documents", of: "activity.pages", where: FewDocuments.filters.type))
        return PreparedQuestion(rows: inputs.rows, cases: cases, notes: [note, fewNote])
    }

    private static let search = CompassWorkload(
        name: "activity.search", purpose: "the first page of the events that have a word in what they show"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        inputs.feed.prepareForSearch()
        let filter = ActivityFilter(search: usualSearch)
        let fetched = Lazy { try fetch(inputs) }
        var one = QuestionCase(
            kernel: Call { firstPage(inputs.feed, filter, inputs, $0) },
            careful: size < .million
                ? Call {
                    try inputs.carefulFeed().page(
                        filter: BaselineActivityFilter(filter), now: inputs.instant($0),
                        zone: inputs.timeZone, texts: inputs.carefulTexts())
                } : nil,
            specified: specified(size) { _ in
                try fetched.value().page(filter: BaselineActivityFilter(filter), now: inputs.instant(0))
            }
        ) {
            try inputs.check("activity.search", filter, among: allFilters) {
                firstPage(inputs.feed, filter, inputs, $0)
            }
        }
        addSpecifiedCheck(to: &one, "activity.search", filter, inputs, feed: fetched.value)
        return PreparedQuestion(rows: inputs.rows, cases: [one], notes: [note] + missing(size))
    }

    private static let searches = CompassWorkload(
        name: "activity.searches", purpose: "the first page of each of several searches, also in whole texts"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        inputs.feed.prepareForSearch(wholeText: true)
        var cases = searchFilters.map { name, filter in
            var one = QuestionCase(
                name: name, kernel: Call { firstPage(inputs.feed, filter, inputs, $0) }
            ) {
                try inputs.check("activity.searches, \(name)", filter, among: allFilters) {
                    firstPage(inputs.feed, filter, inputs, $0)
                }
            }
            one.group = filter.searchesWholeText ? wholeTexts : shownTexts
            return one
        }
        let documents = FewDocuments(of: inputs)
        documents.prepareForSearch()
        var few = documents.questionCase(
            "few matches", of: "activity.searches", where: FewDocuments.filters.search)
        few.group = shownTexts
        cases.append(few)
        return PreparedQuestion(rows: inputs.rows, cases: cases, notes: [note, fewNote])
    }

    private static let searchBuild = CompassWorkload(
        name: "activity.search.build", purpose: "merges the tables and builds what searches need"
    ) { inputs, size in
        let inputs = try inputs.activity(rowsPerTable: size.rows)
        let filter = ActivityFilter(search: usualSearch)
        func built() -> ActivityFeed {
            let feed = inputs.merged()
            feed.prepareForSearch()
            return feed
        }
        let one = QuestionCase(kernel: Call { _ in built() }) {
            try inputs.check("activity.search.build", filter, among: allFilters) { index in
                firstPage(built(), filter, inputs, index)
            }
        }
        let bytes = built().searchByteCount
        var question = PreparedQuestion(
            rows: inputs.rows, cases: [one],
            notes: [note, "keeps \(FigureText.significant(Double(bytes) / 1e6)) MB"])
        question.hasLongCalls = true
        return question
    }

    // MARK: Filters

    /// The group of searches in shown texts.
    package static let shownTexts = "texts as shown"
    private static let wholeTexts = "whole texts"
    private static let usualSearch = "camp"
    /// A text that occurs in no generated row.
    static let missingSearch = ActivityFilter(search: "qqzzqq")

    private static let filters: [ActivityFilter] = ([nil] + ActivityType.allCases).flatMap { type in
        ActivityRange.allCases.map { ActivityFilter(type: type, range: $0) }
    }

    private static let searchFilters: [(name: String, filter: ActivityFilter)] = [
        ("a word", ActivityFilter(search: usualSearch)), ("one letter", ActivityFilter(search: "e")),
        ("two letters", ActivityFilter(search: "st")), ("a title", ActivityFilter(search: "phone call with")),
        ("a school", ActivityFilter(search: "tech")),
        ("no text", ActivityFilter(search: "no additional details")),
        ("a miss", missingSearch), ("a cut", ActivityFilter(search: "...")),
        (
            "a word, documents of a quarter",
            ActivityFilter(type: .documentUpload, range: .quarter, search: usualSearch)
        ),
        ("a word in whole texts", ActivityFilter(search: usualSearch, searchesWholeText: true)),
        ("a miss in whole texts", ActivityFilter(search: "qqzzqq", searchesWholeText: true)),
    ]

    /// All filters of these workloads, so that the baseline reads its rows only once.
    static let allFilters = filters + searchFilters.map(\.filter)

    private static func firstPage(
        _ feed: ActivityFeed, _ filter: ActivityFilter, _ inputs: ActivityInputs, _ index: Int
    ) -> ActivityPage {
        feed.page(where: filter, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
    }

    // MARK: The page as specified

    /// Creating thirty thousand formatters takes seconds.
    private static func isSpecifiedMeasured(_ size: DatasetSize) -> Bool { size < .hundredThousand }

    private static func missing(_ size: DatasetSize) -> [String] {
        (isSpecifiedMeasured(size) ? [] : ["as specified not measured: fetching would take minutes"])
            + (size < .million ? [] : ["careful not measured: its texts would take gigabytes"])
    }

    private static func specified<Answer>(
        _ size: DatasetSize, _ body: @escaping (Int) throws -> Answer
    ) -> Call? {
        isSpecifiedMeasured(size) ? Call(body) : nil
    }

    private static func fetch(_ inputs: ActivityInputs) throws -> SpecifiedActivityFeed {
        SpecifiedActivityFeed(try inputs.specified(), now: inputs.instant(0), zone: inputs.timeZone)
    }

    /// Compares a page as specified with the kernel's.
    ///
    /// A feed that the timed calls share is made here, before they begin; otherwise the first of them would merge it,
    /// and where that exceeds the budget of samples, be the only one.
    private static func addSpecifiedCheck(
        to one: inout QuestionCase, _ name: String, _ filter: ActivityFilter, _ inputs: ActivityInputs,
        feed: @escaping () throws -> SpecifiedActivityFeed
    ) {
        if one.specified == nil { return }
        one.checkSpecified = {
            let page = try feed().page(
                filter: BaselineActivityFilter(filter), now: inputs.instant(0))
            try BaselineActivityPage(firstPage(inputs.feed, filter, inputs, 0)).check(
                equals: page, "\(name), as specified")
        }
    }
}
