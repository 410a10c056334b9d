/// How the document of results describes each workload, and in which order.
///
/// Workload names are for those who run them; readers of figures get descriptions.
public struct ResultsLayout: Hashable, Sendable {
    /// A description of a workload.
    public struct Entry: Hashable, Sendable {
        /// The workload's name.
        public var name: String
        /// The label in the tables.
        public var label: String
        /// What is measured; continues the line that begins with the label.
        public var meaning: String
    }

    /// Workloads of one kind.
    public struct Group: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// What these measurements have in common.
        public var text: String
        /// The workloads in the order of the table.
        public var entries: [Entry]
        /// The chart below the heading; nil if there is none.
        var chart: Chart?
    }

    /// A sheet of charts; its files' names begin with the raw value.
    enum Chart: String, Hashable {
        case pages, search, cold, live, ingest, peers
    }

    /// A workload or query, and the heading of its chart.
    struct Titled: Hashable {
        var name: String
        var title: String
    }

    /// The groups of workloads that are timed, in the order of the document.
    public var groups: [Group]
    /// Workloads that read or write bytes, whose figures are speeds.
    public var documents: Group

    let pageCharts: [Titled]
    let searchCharts: [Titled]
    let coldCharts: [Titled]
    let liveCharts: [Titled]
    /// The charts of each image; what is listed together is drawn together.
    let throughputCharts: [[Titled]]
    let peerCharts: [Titled]
    /// What engines are asked without a chart.
    let peerQuestions: [Titled]
    /// The official names of the engines.
    private let engineNames: [String: String]

    /// Returns the official name of an engine.
    func engineName(_ engine: String) -> String { engineNames[engine] ?? engine }

    /// Returns the workload's description; nil for a workload that is in no group.
    public func entry(_ name: String) -> Entry? {
        (groups + [documents]).flatMap(\.entries).first { $0.name == name }
    }
}

extension ResultsLayout {
    /// The layout of this project's document.
    public static let compass = ResultsLayout(
        groups: [
            analytics, feed, search, cold, files, changes, live, timeline, intervals, activity, reports,
            partialAnswers,
        ],
        documents: documents,
        pageCharts: [
            Titled(name: "social.page.30d", title: "Social Analytics, last 30 days"),
            Titled(name: "feed.filter", title: "Social Media Monitoring, first page"),
            Titled(name: "timeline.page", title: "Recruiting Timeline"),
            Titled(name: "activity.open", title: "Activity Feed, from loaded tables"),
            Titled(name: "activity.page", title: "Activity Feed, first page once merged"),
            Titled(name: "report.generate", title: "Report of 30 days"),
        ],
        searchCharts: [
            Titled(name: "feed.search.hit", title: "Part of one word"),
            Titled(name: "feed.search.tokens", title: "Part of neighbouring words"),
            Titled(name: "feed.search.short", title: "One or two characters"),
            Titled(name: "feed.search.miss", title: "Text that occurs nowhere"),
        ],
        coldCharts: [
            Titled(name: "cold.page", title: "Load and show a page of a search"),
            Titled(name: "cold.search", title: "Search without an index"),
            Titled(name: "cold.payload", title: "First payload"),
            Titled(name: "cold.sync", title: "First sync of 500 rows"),
        ],
        liveCharts: [
            Titled(name: "live.payload", title: "A new post arrives"),
            Titled(name: "live.payload.snapshot", title: "The same, with a snapshot kept"),
            Titled(name: "live.page.search", title: "Search among posts that have just changed"),
            Titled(name: "live.timeline", title: "Change an event and count a week"),
        ],
        throughputCharts: [
            [Titled(name: "ingest.json", title: "Read a JSON array")],
            [
                Titled(name: "ingest.ndjson", title: "Read one JSON object a line"),
                Titled(name: "feed.csv", title: "Write posts as CSV"),
                Titled(name: "report.csv", title: "Write a report as CSV"),
            ],
        ],
        peerCharts: [
            Titled(name: "social.page.30d", title: "Social Analytics, last 30 days"),
            Titled(name: "social.page.all", title: "Social Analytics, all posts"),
            Titled(name: "social.filtered, 8 schools", title: "Social Analytics, posts of 8 schools"),
            Titled(name: "feed.search", title: "Count of posts that match a search"),
            Titled(name: "file.open.page", title: "Open a file and show 30 days"),
            Titled(name: "file.open.search", title: "Open a file and search"),
            Titled(name: "cold.search", title: "Search without the kernel's index"),
            Titled(name: "live.payload", title: "A new post arrives"),
            Titled(name: "live.page.feed", title: "The newest posts after 1,000 new ones"),
            Titled(name: "live.page.search", title: "Search after 1,000 new posts"),
        ],
        peerQuestions: [Titled(name: "json.parse", title: "parse JSON alone, without a table")],
        engineNames: [
            "sqlite": "SQLite", "numpy": "NumPy", "numpy-checkpoints": "NumPy with prefix counts",
            "pyarrow": "pyarrow", "polars": "Polars", "duckdb": "DuckDB", "chdb": "chDB",
            "simdjson": "simdjson", "lmdb": "LMDB", "pyarrow-validated": "pyarrow, validated",
        ])

    private static func entry(_ name: String, _ label: String, _ meaning: String) -> Entry {
        Entry(name: name, label: label, meaning: meaning)
    }

    private static let analytics = Group(
        title: "Social Analytics",
        text: """
            The whole page as a finished value: totals, shares, sentiment, platforms, a chart of days, the most \
            active schools and the newest recruiting posts, in the zone America/New_York.
            """,
        entries: [
            entry("social.page.7d", "last 7 days", "the page of 7 days"),
            entry("social.page.30d", "last 30 days", "the page of 30 days"),
            entry("social.page.90d", "last 90 days", "the page of 90 days"),
            entry("social.page.all", "all posts", "the page of all time"),
            entry("social.filtered", "filtered", "the page of all time under each of 33 filters"),
            entry("social.search", "search", "the page of 30 days of the posts that match a search"),
        ])

    private static let feed = Group(
        title: "Social Media Monitoring",
        text: "The list of posts, page by page, under filters by platform, school, sentiment, flag and date.",
        entries: [
            entry(
                "feed.filter", "first page", "50 posts and the number of matches, under each of 29 filters"),
            entry("feed.next", "next page", "the page after a cursor"),
            entry(
                "feed.linked", "linked counts", "for each filter, the counts of its values under all others"),
        ])

    private static let search = Group(
        title: "Search",
        text: """
            The first page of posts and the number of matches for each of more than a thousand published queries. A \
            sample is one query; "99 in 100 inputs" is the time within which all but one in a hundred queries stay.
            """,
        entries: [
            entry("feed.search.hit", "part of a word", "three or more characters of one word"),
            entry("feed.search.tokens", "part of neighbouring words", "characters on both sides of a space"),
            entry("feed.search.short", "one or two characters", "the shortest queries"),
            entry("feed.search.miss", "no match", "text that occurs in no post"),
            entry("feed.search.accents", "accents ignored", "queries that ignore accents"),
            entry("feed.search.words", "all words", "queries whose words must all occur, in any order"),
            entry(
                "feed.search.pass", "mixed",
                "queries of all kinds, measured in turn with one pass over all texts"),
            entry(
                "feed.search.build", "build the index",
                "what the first search waits for when nothing is prepared"),
        ], chart: .search)

    private static let changes = Group(
        title: "Changes",
        text: "Changes to a loaded table of posts. Each returns its inverse, which takes it back.",
        entries: [
            entry("feed.flag", "flag", "flag a post, or take the flag away"),
            entry("feed.notes", "notes", "write the notes of a post, or remove them"),
            entry("feed.delete", "delete", "delete a post"),
            entry("feed.sync", "sync", "merge 500 rows, of which 50 change posts that are known"),
        ])

    private static let cold = Group(
        title: "Cold starts",
        text: """
            What comes first after posts were loaded, when nothing has been built: neither a search index nor what \
            changes use. Searches then read the texts.
            """,
        entries: [
            entry("cold.flag", "first change", "flag a post"),
            entry("cold.payload", "first payload", "one payload with a new post"),
            entry("cold.sync", "first sync", "merge 500 rows"),
            entry(
                "cold.search", "search", "a page of each of 101 queries of three or more characters"),
            entry(
                "cold.search.short", "short search", "a page of each of 41 queries of one or two characters"),
            entry(
                "cold.search.accents", "search, accents ignored", "a page of each of 41 queries of all kinds"),
            entry("cold.queries", "eight searches", "how many posts match each of eight queries, at once"),
            entry("cold.page", "load and search", "read the posts and make one page of a search"),
        ], chart: .cold)

    private static let files = Group(
        title: "Table files",
        text: """
            Posts in a file that is mapped, of the columns alone and with the search index. Every call opens the \
            file anew; the system has it in its cache.
            """,
        entries: [
            entry("file.open", "open", "open a file of posts and schools"),
            entry("file.open.page", "open, page", "the same, and the page of 30 days"),
            entry(
                "file.open.search", "open, search",
                "the same, and the first page of a search; without the index it reads the texts"),
            entry("file.open.tables", "open other tables", "a file of all tables but that of posts"),
            entry("file.save", "save", "write the columns to the disk, in place of an earlier file"),
            entry("file.verify", "verify", "open a file with the search index and sum all of its bytes"),
            entry("file.search", "searches", "published queries of all kinds, in an opened file"),
            entry("file.page", "filtered pages", "pages of all time under filters, of an opened file"),
        ])

    private static let partialAnswers = Group(
        title: "Partial answers",
        text: """
            Answers about some of the posts, which merge with those about the others into the page; the ids of \
            all posts are read once.
            """,
        entries: [
            entry("partial.analytics", "Social Analytics", "the partial answer of the page of 30 days"),
            entry("partial.feed", "first page", "the partial answer of the feed's first page"),
            entry("partial.merge", "merge", "two shards' partial answers of the page of 30 days, merged"),
            entry("partial.guard", "first of a table", "the first partial answer of a table in a file"),
        ])

    private static let live = Group(
        title: "Live data",
        text: """
            Changes that come one by one, each timed once, so that "99 in 100 inputs" includes those that do a \
            share of a compaction; and pages of posts that have changed.
            """,
        entries: [
            entry("live.payload", "new post", "a payload with a post that is newer than all others"),
            entry(
                "live.payload.snapshot", "new post, snapshot",
                "the same, with a copy of the posts taken before each, and the search index built"),
            entry("live.payloads", "many payloads", "a hundredth as many payloads as there are posts"),
            entry("live.late", "late post", "a payload with a post of another day"),
            entry("live.move", "moved post", "a payload that gives a post another time"),
            entry("live.delete", "removed post", "a payload that removes a post"),
            entry(
                "live.delete.snapshot", "removed post, snapshot", "the same, with a copy taken before each"),
            entry("live.sync", "sync", "syncs of 500 rows, one after the other"),
            entry("live.page.analytics", "Social Analytics", "the page of 30 days, after payloads"),
            entry("live.page.feed", "first page", "the first page of the feed, after payloads"),
            entry("live.page.filtered", "filtered page", "the same under a filter"),
            entry("live.page.search", "search", "the same of the posts that match a search"),
            entry(
                "live.page.linked", "linked counts", "each filter's counts under all others, after payloads"),
            entry(
                "live.search", "searches",
                "a page of each of 101 queries, after so many payloads that a compaction is about to end"),
            entry(
                "live.timeline", "timeline",
                "an event of the timeline is added, replaced or removed, and the items of a week are counted"),
        ], chart: .live)

    private static let timeline = Group(
        title: "Recruiting Timeline",
        text: "Events, interactions, offers and changes of status, in a lane for each school.",
        entries: [
            entry(
                "timeline.layout", "layout", "lanes, rows and positions of the default view, without texts"),
            entry("timeline.page", "page", "the same with all texts and lists, as a finished value"),
            entry("timeline.list", "page of the list", "50 items of the list, with all texts"),
            entry(
                "timeline.views", "other views", "the layout under other ranges, filters and pages of lanes"),
            entry("timeline.put", "add an event", "one event more, and the items of the timeline with it"),
        ])

    private static let intervals = Group(
        title: "Intervals of time",
        text: """
            The index below the timeline, on synthetic intervals over ten years: nine in ten are points, the others \
            last up to 14 days.
            """,
        entries: [
            entry(
                "timeline.viewport", "in a window", "the intervals that meet a window of 1, 30 or 180 days"),
            entry("timeline.instant", "at an instant", "the intervals that contain an instant"),
            entry("timeline.count", "count", "how many intervals meet a window"),
            entry("timeline.nested", "nested", "the same of intervals that are nested, or all equal"),
            entry("timeline.levels", "level of detail", "what each of 1,000 pixels shows of ten years"),
            entry("timeline.build", "build", "the index from columns that are not sorted"),
            entry("timeline.stack", "stack", "rows for intervals, so that none overlap"),
        ])

    private static let activity = Group(
        title: "Activity Feed",
        text: """
            Three tables merged in order of time; the number of rows is the sum of all three. The baselines make all \
            texts while they merge and then only cut a page out of a list. For small tables that page as specified is \
            faster than the kernel's, which makes the texts of the page when it is asked for.
            """,
        entries: [
            entry("activity.open", "open", "merge the loaded tables and make the first page"),
            entry("activity.merge", "merge", "merge the loaded tables"),
            entry(
                "activity.merge.unordered", "merge, not in order",
                "the same, if the tables are in no order of time"),
            entry("activity.page", "first page", "the first page of a feed that is merged"),
            entry("activity.pages", "filtered pages", "the first page under each type and range"),
            entry("activity.search", "search", "the first page of the events that show a word"),
            entry("activity.searches", "other searches", "several searches, also in whole texts"),
            entry("activity.search.build", "build the index", "merge the tables and prepare searches"),
            entry("activity.insert", "insert", "put a new row into its place"),
            entry(
                "activity.insert.searched", "insert, searches prepared",
                "the same after searches were prepared"),
        ])

    private static let reports = Group(
        title: "Reports",
        text: "Schools, coaches, interactions and metrics of a period, compared with the period before it.",
        entries: [
            entry("report.generate", "30 days", "the report of 30 days"),
            entry("report.periods", "other periods", "the report of each preset, compared or not"),
            entry("report.random", "any period", "the report of one of 1,000 random periods"),
            entry("report.first", "first report", "the first of loaded tables, which reads all rows"),
            entry(
                "report.second", "first two reports",
                "those of loaded tables, of which the second counts their blocks"),
        ])

    private static let documents = Group(
        title: "Reading and writing",
        text: """
            Speeds in 10⁹ bytes of the document a second. Reading ends with a table that can be queried: rows that \
            are wrong are reported, and duplicates are replaced.
            """,
        entries: [
            entry("ingest.json", "read JSON", "an array, as PostgREST sends it"),
            entry("ingest.ndjson", "read NDJSON", "one object a line"),
            entry("report.csv", "write a report", "the CSV of a report of 365 days"),
            entry("feed.csv", "write posts", "all posts as CSV"),
        ], chart: .ingest)
}
