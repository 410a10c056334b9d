import XCTest

@testable import CompassKernel

final class ActivityFeedRandomTests: XCTestCase {
    func testPagesAreThoseOfAPlainSort() throws {
        for round in 0..<SeededRandom.rounds(60) {
            var activity = RandomActivity(SeededRandom(round: round))
            let rows = activity.rows([0, 3, 20, 200][round % 4])
            let feed = try rows.feed()
            XCTAssertEqual(feed.checkInvariants(), [], activity.random.label)
            try expectPlainPages(feed, rows, &activity)
        }
    }

    func testInsertedRowsStandWhereAFreshFeedHasThem() throws {
        for round in 0..<SeededRandom.rounds(40) {
            var activity = RandomActivity(SeededRandom(round: round))
            var rows = activity.rows([0, 5, 60][round % 3])
            var feed = try rows.feed()
            if round % 2 == 0 { feed.prepareForSearch(wholeText: true) }
            for _ in 0..<30 {
                switch activity.random.below(3) {
                case 0:
                    rows.interactions.append(activity.interaction())
                    XCTAssertTrue(feed.put(rows.interactions.last!), activity.random.label)
                case 1:
                    rows.statusChanges.append(activity.statusChange())
                    XCTAssertTrue(feed.put(rows.statusChanges.last!), activity.random.label)
                default:
                    rows.documents.append(activity.document())
                    XCTAssertTrue(feed.put(rows.documents.last!), activity.random.label)
                }
            }
            XCTAssertEqual(feed.checkInvariants(), [], activity.random.label)
            try expectPlainPages(feed, rows, &activity)
        }
    }

    func testReplacedAndRemovedRowsStandWhereAFreshFeedHasThem() throws {
        for round in 0..<SeededRandom.rounds(40) {
            var activity = RandomActivity(SeededRandom(round: round))
            var rows = activity.rows([1, 5, 60][round % 3])
            var feed = try rows.feed()
            if round % 2 == 0 { feed.prepareForSearch(wholeText: true) }
            for _ in 0..<20 {
                guard let index = rows.documents.indices.randomElement(using: &activity.random) else { break }
                if activity.random.below(2) == 0 {
                    let removed = rows.documents.remove(at: index)
                    XCTAssertTrue(feed.remove(id: "doc-\(removed.id)"), activity.random.label)
                    XCTAssertFalse(feed.remove(id: "doc-\(removed.id)"), activity.random.label)
                } else {
                    var changed = activity.document()
                    changed.id = rows.documents[index].id
                    rows.documents[index] = changed
                    XCTAssertTrue(feed.put(changed), activity.random.label)
                }
                XCTAssertEqual(feed.checkInvariants(), [], activity.random.label)
            }
            try expectPlainPages(feed, rows, &activity)
        }
    }

    /// Every order of changes of three rows that are equally old or not.
    func testEverySmallSequenceOfChanges() throws {
        let times = [0, 1].map { Timestamp(micros: $0) }
        let rows = ["a", "b", "c"].map { Document(id: $0, type: "resume", time: times[0], title: $0) }
        for code in 0..<216 {
            var feed = ActivityFeed(documents: DocumentTable(rows))
            var expected = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            // Each step removes one of three rows, or puts it with the other time.
            for step in [code % 6, code / 6 % 6, code / 36] {
                let id = rows[step % 3].id
                if step < 3 {
                    XCTAssertEqual(feed.remove(id: "doc-\(id)"), expected.removeValue(forKey: id) != nil)
                } else {
                    let row = Document(id: id, type: "resume", time: times[1], title: "\(id) again")
                    XCTAssertTrue(feed.put(row))
                    expected[id] = row
                }
                XCTAssertEqual(feed.checkInvariants(), [], "\(code)")
            }
            let sorted = expected.values.sorted { ($1.time, $0.id) < ($0.time, $1.id) }
            let page = feed.page(asOf: times[1], in: .utc)
            XCTAssertEqual(page.events.map(\.id), sorted.map { "doc-\($0.id)" }, "\(code)")
            XCTAssertEqual(page.events.map(\.description), sorted.map { $0.title ?? "" }, "\(code)")
            let found = feed.page(where: ActivityFilter(search: "again"), asOf: times[1], in: .utc)
            XCTAssertEqual(found.total, sorted.filter { $0.time == times[1] }.count, "\(code)")
        }
    }

    func testManyRowsAndInsertsFillAndSplitChunks() throws {
        var activity = RandomActivity(SeededRandom())
        var rows = activity.rows(0)
        for _ in 0..<4_000 { rows.interactions.append(activity.interaction()) }
        for _ in 0..<3_000 { rows.documents.append(activity.document()) }
        var feed = try rows.feed()
        feed.prepareForSearch()
        for _ in 0..<9_000 {
            rows.statusChanges.append(activity.statusChange())
            feed.put(rows.statusChanges.last!)
        }
        XCTAssertEqual(feed.checkInvariants(), [], activity.random.label)
        XCTAssertEqual(feed.count, 16_000)
        try expectPlainPages(feed, rows, &activity, questions: 4)
    }

    func testFrequentAndRareTextsAreFoundInManyRows() throws {
        var activity = RandomActivity(SeededRandom())
        var rows = activity.rows(0)
        for number in 0..<5_000 {
            let text = number % 3_000 < 1_500 ? "Camp by the lake, \(number)" : "Nothing new \(number)"
            rows.documents.append(
                Document(
                    id: "\(number)", type: "resume",
                    time: Timestamp(micros: activity.now.micros - Int64(number)),
                    title: number % 7 == 0 ? nil : text))
        }
        let feed = try rows.feed()
        for text in ["a", "th", "the", "camp", "camp by the lake", "7", "99", "4999", "o", "nothing new 1"] {
            let filter = ActivityFilter(search: text)
            XCTAssertEqual(
                feed.page(size: 5_000, where: filter, asOf: activity.now, in: .utc).events.map(\.id),
                rows.events(where: filter, asOf: activity.now).map(\.id), text)
        }
    }

    private func expectPlainPages(
        _ feed: ActivityFeed, _ rows: PlainActivity, _ activity: inout RandomActivity, questions: Int = 12
    ) throws {
        for _ in 0..<questions {
            let filter = activity.filter()
            let size = [1, 2, 20, 1_000_000][activity.random.below(4)]
            let expected = rows.events(where: filter, asOf: activity.now)
            let pageCount = max(1, (expected.count + size - 1) / size)
            let number = activity.random.below(pageCount + 2)
            let shown = min(max(number, 1), pageCount)
            let page = feed.page(number, size: size, where: filter, asOf: activity.now, in: .utc)
            let label = "\(activity.random.label): \(filter), page \(number) of \(size)"
            XCTAssertEqual(page.total, expected.count, label)
            XCTAssertEqual(page.page, shown, label)
            XCTAssertEqual(page.totalPages, pageCount, label)
            let listed = expected.dropFirst((shown - 1) * size).prefix(size)
            XCTAssertEqual(page.events.map(\.id), listed.map(\.id), label)
            XCTAssertEqual(page.events.map { ByteText($0.title) }, listed.map { ByteText($0.title) }, label)
            XCTAssertEqual(
                page.events.map { ByteText($0.description) }, listed.map { ByteText($0.shownText) }, label)
            XCTAssertEqual(page.events.map(\.timestamp.timestamp), listed.map(\.time), label)
        }
    }
}
