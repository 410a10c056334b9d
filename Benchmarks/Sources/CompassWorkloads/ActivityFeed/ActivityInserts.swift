import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// Rows that arrive while the feed is shown.
enum ActivityInserts {
    static let workloads = [
        insert("activity.insert", "puts a new row into its place in time", isSearched: false),
        insert("activity.insert.searched", "the same after searches were prepared", isSearched: true),
    ]

    private static func insert(_ name: String, _ purpose: String, isSearched: Bool) -> CompassWorkload {
        CompassWorkload(name: name, purpose: purpose) { inputs, size in
            let inputs = try inputs.activity(rowsPerTable: size.rows)
            let feed = inputs.feed
            if isSearched { feed.prepareForSearch() }
            feed.prepareForChanges()
            let arrivals = Arrivals(inputs)
            var changed = feed
            var inserted = 0
            func restart() {
                changed = feed
                inserted = 0
            }
            func insertNext() throws {
                let isNew = changed.put(arrivals.interaction(inserted))
                inserted += 1
                try CheckFailure.unless(isNew, "\(name): a new row is taken for a known one")
            }
            var carefulFeed: BaselineActivityFeed?
            func insertNextCareful() throws {
                var feed = try carefulFeed ?? inputs.carefulFeed()
                carefulFeed = nil
                _ = feed.put(arrivals.baseline(inserted))
                inserted += 1
                carefulFeed = feed
            }
            let isCarefulMeasured = size < .million && !isSearched
            let one = QuestionCase(
                kernel: Call(before: restart, { _ in try insertNext() }),
                careful: isCarefulMeasured ? Call { _ in try insertNextCareful() } : nil
            ) {
                try check(name, inputs, arrivals, feed)
            }
            return PreparedQuestion(
                rows: inputs.rows, cases: [one],
                notes: ["rows are inserted all over the feed; they are taken out between samples, untimed"])
        }
    }

    /// Checks that the page after inserting new and known rows equals the page that the baseline merges.
    private static func check(
        _ name: String, _ inputs: ActivityInputs, _ arrivals: Arrivals, _ feed: ActivityFeed
    ) throws {
        var changed = feed
        for _ in 0..<2 {
            for number in 0..<64 { changed.put(arrivals.interaction(number)) }
        }
        let arrived = BaselineActivityFeed(
            interactions: .init((0..<64).map { arrivals.baseline($0) }), schools: try inputs.baselineSchools()
        )
        let now = inputs.instant(0)
        let expected = BaselineActivityPage(
            merging: [
                try inputs.expectedPages(.all, among: ActivityPages.allFilters)[0],
                arrived.page(now: now, zone: inputs.timeZone),
            ], size: ActivityPage.defaultPageSize)
        let page = changed.page(asOf: Timestamp(micros: now), in: inputs.zone)
        try BaselineActivityPage(page).check(equals: expected, name)
    }
}

/// New interactions by their running numbers, the same for kernel and baseline.
private struct Arrivals {
    private let newestMicros: Int64

    init(_ inputs: ActivityInputs) { newestMicros = inputs.instant(0) }

    /// The first one is the newest event of all; the others are spread over two years.
    private func micros(_ number: Int) -> Int64 {
        newestMicros - Int64(number % 64 * 37 % 64) * 1_000_003 * 1_000_000
    }

    func interaction(_ number: Int) -> Interaction {
        Interaction(
            id: "arrived-\(number)", type: "email", time: Timestamp(micros: micros(number)),
            subject: "Camp in Ohio", content: "All well, see you at the camp in Ohio on Saturday at three")
    }

    func baseline(_ number: Int) -> BaselineInteraction {
        BaselineInteraction(
            id: BaselineText("arrived-\(number)"), type: "email", time: micros(number),
            subject: "Camp in Ohio", content: "All well, see you at the camp in Ohio on Saturday at three")
    }
}
