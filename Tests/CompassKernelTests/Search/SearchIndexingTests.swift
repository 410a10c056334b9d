import Foundation
import XCTest

@testable import CompassKernel

/// Searches find the same posts whenever the index is built.
final class SearchIndexingTests: XCTestCase {
    private static let queries = [
        "camp", "e", "É", "i\u{307}", "ς", "x\u{302e}", "👍", "zzz", " camp day ", "",
    ]
    private static let allOptions: [SearchQuery.Options] = [
        [], .allWords, .ignoringAccents, [.allWords, .ignoringAccents],
    ]

    private func table(_ texts: [String?], options: LoadOptions = LoadOptions()) throws -> PostTable {
        try PostTable.load(json: try document(texts), options: options).table
    }

    private func document(_ texts: [String?], firstID: Int = 0) throws -> Data {
        let rows = texts.enumerated().map { index, text -> [String: Any] in
            [
                "id": "p\(firstID + index)", "platform": "twitter",
                "post_date": "2026-02-1\(index % 10)T10:00:00Z",
                "post_content": text ?? NSNull(), "author_name": index % 3 == 0 ? "Zoë \(index)" : NSNull(),
                "author_handle": index % 4 == 0 ? "@Camp" : NSNull(),
            ]
        }
        return try JSONSerialization.data(withJSONObject: rows)
    }

    /// The places of the posts that match, by the folded texts alone.
    private func matches(_ query: SearchQuery, _ table: PostTable) -> [PostPlace] {
        table.places.filter { place in
            let post = table.post(at: place)
            let texts = [post.postContent, post.authorName, post.authorHandle].map { text in
                String(
                    decoding: TextFolding.folded(
                        Array((text ?? "").utf8), ignoringAccents: query.ignoresAccents), as: UTF8.self
                ).unicodeScalars.map { $0 }
            }
            return query.patterns.allSatisfy { pattern in
                let pattern = String(decoding: pattern, as: UTF8.self).unicodeScalars.map { $0 }
                return texts.contains { text in
                    text.indices.contains { text[$0...].starts(with: pattern) }
                }
            }
        }
    }

    private func foundRows(_ query: SearchQuery, _ table: PostTable) -> [PostPlace] {
        let social = table.bound(to: .empty)
        let now = Timestamp(micros: 0)
        return social.withSelection(.all, where: .search(query), asOf: now, in: .utc) {
            social.firstPlaces($0, after: nil, limit: .max)
        }
    }

    func testRandomTablesUnderEveryChoice() throws {
        for round in 0..<SeededRandom.rounds(18) {
            var random = SeededRandom(round: round)
            func texts(_ count: Int) -> [String?] {
                (0..<count).map { _ in
                    random.below(9) == 0
                        ? nil
                        : random.foldingText(maximumScalarCount: 9) + ["", " Camp day"][random.below(2)]
                }
            }
            var table = try table(texts([0, 1, 63, 64, 65, 200][round % 6]))
            // Several segments, rows that were changed, and rows that were deleted.
            for change in 0..<random.below(4) {
                try table.merge(json: try document(texts(random.below(20)), firstID: change * 7))
            }
            for _ in 0..<random.below(5) where table.count > 0 {
                try table.remove(id: table.posts[random.below(table.count)].id)
            }
            var queries = Self.queries
            if let text = table.posts.first?.postContent { queries.append(String(text.prefix(3))) }
            let expected = queries.flatMap { text in Self.allOptions.map { SearchQuery(text, options: $0) } }
                .map { ($0, matches($0, table)) }
            for indexing in SearchIndexing.allCases {
                var table = PostTable(table.parts)
                table.parts.records = PostRecordList(table.records.segments.map { $0.withoutIndex() })
                table.parts.searching.threads = 1 + random.below(3)
                table.parts.searching.minimumThreadByteCount = 1
                table.parts.searching.minimumBackgroundByteCount = 0
                table.searchIndexing = indexing
                let isToWait = random.below(2) == 0
                for (number, (query, rows)) in expected.enumerated() {
                    XCTAssertEqual(
                        foundRows(query, table), rows,
                        "\(indexing), \(query.text.debugDescription), \(query.options), \(random.label)")
                    if isToWait, number == 10 { table.searching.background?.waitUntilDone() }
                }
                let counts = table.bound(to: .empty).matches(of: expected.map { $0.0 }, in: .utc)
                XCTAssertEqual(counts, expected.map { $0.1.count }, "\(indexing), \(random.label)")
            }
        }
    }

    func testMoreWordsThanAreSearchedForAtOnce() throws {
        let words = (0..<2000).map { "w\($0)" }
        let all = words.joined(separator: " ")
        for indexing in SearchIndexing.allCases {
            let table = try table(
                [all, words.dropLast().joined(separator: " "), nil],
                options: LoadOptions(searchIndexing: indexing))
            let query = SearchQuery(all, options: .allWords)
            XCTAssertEqual(foundRows(query, table).count, 1)
            let counts = table.bound(to: .empty).matches(of: words.map { SearchQuery($0) }, in: .utc)
            XCTAssertEqual(counts, words.map { $0 == "w1999" ? 1 : 2 })
        }
    }

    func testOnlyTheChosenOnesBuildAnIndex() throws {
        let camp = SearchQuery("camp")
        let never = try table(["Camp"], options: LoadOptions(searchIndexing: .never))
        XCTAssertEqual(never.searchIndexing, .never)
        XCTAssertEqual(foundRows(camp, never), [0].map { PostPlace($0) })
        XCTAssertEqual(never.searchIndexByteCount, 0)
        XCTAssertEqual(never.searchIndexProgress, 0)
        never.prepareForSearch()
        XCTAssertGreaterThan(never.searchIndexByteCount, 0)
        XCTAssertEqual(foundRows(camp, never), [0].map { PostPlace($0) })
        XCTAssertEqual(never.searchIndexProgress, 1)

        let now = try table(["Camp"])
        XCTAssertEqual(now.searchIndexing, .now)
        XCTAssertEqual(now.searchIndexByteCount, 0)
        XCTAssertEqual(foundRows(camp, now), [0].map { PostPlace($0) })
        XCTAssertGreaterThan(now.searchIndexByteCount, 0)
        XCTAssertEqual(try table([]).searchIndexProgress, 1)
    }

    func testTheIndexIsBuiltInTheBackgroundFromLoadingOn() throws {
        let texts = (0..<3000).map { "Camp number \($0), a text of some length" }
        let table = try table(texts, options: LoadOptions(searchIndexing: .background))
        let copy = table
        XCTAssertEqual(foundRows(SearchQuery("camp"), copy).count, 3000)
        copy.searching.background?.waitUntilDone()
        XCTAssertEqual(table.searchIndexProgress, 1)
        XCTAssertGreaterThan(table.searchIndexByteCount, 0)
        XCTAssertEqual(foundRows(SearchQuery("NUMBER 17"), copy).count, 111)
    }

    func testSearchesDuringABuildDoNotWait() throws {
        let gate = StepGate()
        var table = try table((0..<100).map { "Camp \($0)" })
        table.parts.searching.minimumBackgroundByteCount = 0
        table.parts.searching.background = BackgroundIndexing { gate.pass() }
        table.searchIndexing = .background
        gate.waitForStep()
        XCTAssertEqual(foundRows(SearchQuery("camp 1"), table).count, 11)
        XCTAssertEqual(foundRows(SearchQuery("camp 1", options: .ignoringAccents), table).count, 11)
        XCTAssertEqual(table.searchIndexByteCount, 0)
        XCTAssertEqual(table.searchIndexProgress, 0)
        gate.open()
        table.searching.background?.waitUntilDone()
        XCTAssertGreaterThan(table.searchIndexByteCount, 0)
        XCTAssertEqual(foundRows(SearchQuery("camp 1"), table).count, 11)
    }

    func testABuildEndsWithTheLastCopyOfItsTable() throws {
        let gate = StepGate()
        let background = BackgroundIndexing { gate.pass() }
        weak var segment: PostRecords?
        do {
            var table = try table((0..<100).map { "Camp \($0)" })
            table.parts.searching.minimumBackgroundByteCount = 0
            table.parts.searching.background = background
            table.searchIndexing = .background
            gate.waitForStep()
            var copies = [table, table]
            segment = table.records.segments[0]
            copies.removeLast()
            XCTAssertNotNil(segment)
        }
        XCTAssertNil(segment, "the build keeps no table")
        gate.open()
        background.waitUntilDone()
        XCTAssertEqual(gate.stepCount, 1, "no step after the table's end")
    }

    func testABuildEndsAfterAnyStep() throws {
        let texts = (0..<100).map { "Camp \($0)" }
        let full = StepGate()
        full.open()
        let (whole, _) = try build(texts, full)
        whole.waitUntilDone()
        XCTAssertGreaterThan(full.stepCount, 2)
        for stepCount in 1...full.stepCount {
            let gate = StepGate(holdingAt: stepCount)
            let (background, segment) = try build(texts, gate)
            XCTAssertNil(segment.records, "step \(stepCount)")
            XCTAssertEqual(gate.stepCount, stepCount)
            gate.open()
            background.waitUntilDone()
            XCTAssertEqual(gate.stepCount, stepCount, "no step after the table's end")
        }
    }

    private struct WeakSegment {
        weak let records: PostRecords?
    }

    /// Begins the index of a table that is dropped once the gate holds the build, or once that is done.
    private func build(
        _ texts: [String], _ gate: StepGate
    ) throws -> (background: BackgroundIndexing, segment: WeakSegment) {
        let background = BackgroundIndexing { gate.pass() }
        var table = try table(texts)
        table.parts.searching.minimumBackgroundByteCount = 0
        table.parts.searching.background = background
        table.searchIndexing = .background
        if gate.isOpen {
            background.waitUntilDone()
            XCTAssertEqual(table.searchIndexProgress, 1)
        } else {
            gate.waitForStep()
            XCTAssertLessThan(table.searchIndexProgress, 1)
        }
        return (background, WeakSegment(records: table.records.segments[0]))
    }

    func testOneIndexServesBothKindsOfSearch() throws {
        var table = try table((0..<100).map { $0 % 2 == 0 ? "Zo\u{eb} \($0)" : "Zoe \($0)" })
        table.parts.searching.minimumBackgroundByteCount = 0
        table.searchIndexing = .background
        table.searching.background?.waitUntilDone()
        let byteCount = table.searchIndexByteCount
        XCTAssertNotNil(table.searching.index(of: table.records.segments[0]))
        XCTAssertEqual(foundRows(SearchQuery("zoe"), table).count, 50)
        XCTAssertEqual(foundRows(SearchQuery("zoe", options: .ignoringAccents), table).count, 100)
        table.prepareForSearch(ignoringAccents: true)
        XCTAssertEqual(table.searchIndexByteCount, byteCount, "nothing else is built")
        // Compaction keeps it.
        for number in 0..<10 { try table.remove(id: "p\(number)") }
        table.compact()
        let segment = table.records.segments[0]
        XCTAssertNil(segment.search.built)
        XCTAssertNotNil(table.searching.inherited(of: segment))
        XCTAssertEqual(foundRows(SearchQuery("zoe"), table).count, 45)
        XCTAssertEqual(foundRows(SearchQuery("zoe", options: .ignoringAccents), table).count, 90)
        table.prepareForSearch(ignoringAccents: true)
        XCTAssertNil(segment.search.built)
    }

    func testABuildIsCompletedUnderAnotherChoice() throws {
        let gate = StepGate()
        var table = try table((0..<100).map { "Camp \($0)" })
        table.parts.searching.minimumBackgroundByteCount = 0
        table.parts.searching.background = BackgroundIndexing { gate.pass() }
        table.searchIndexing = .background
        gate.waitForStep()
        table.searchIndexing = .never
        XCTAssertEqual(foundRows(SearchQuery("camp 1"), table).count, 11)
        gate.open()
        // Waits for the build.
        table.prepareForSearch()
        XCTAssertGreaterThan(table.searchIndexByteCount, 0)
    }

    func testManyTablesThatEndDuringTheirBuilds() throws {
        let background = BackgroundIndexing()
        for round in 0..<SeededRandom.rounds(60) {
            var random = SeededRandom(round: round)
            var table = try table((0..<random.below(400)).map { "Camp \($0)" })
            table.parts.searching.minimumBackgroundByteCount = 0
            table.parts.searching.background = background
            table.searchIndexing = .background
            if random.below(2) == 0 {
                try table.merge(json: try document(["another camp"], firstID: 1000))
                XCTAssertEqual(foundRows(SearchQuery("another"), table).count, 1, random.label)
            }
            if random.below(3) == 0 { table.prepareForSearch() }
            if random.below(3) == 0 { table.compact() }
            _ = foundRows(SearchQuery("camp"), table)
        }
        background.waitUntilDone()
    }
}

extension PostRecords {
    /// Records with the same values whose index is not built.
    fileprivate func withoutIndex() -> PostRecords {
        PostRecords(
            ids: ids, postURLs: postURLs, contents: contents, handles: handles, names: names, notes: notes,
            createdAt: createdAt, updatedAt: updatedAt)
    }
}

/// Holds the thread that builds an index before a step.
private final class StepGate: @unchecked Sendable {
    // Sendable: all variables are read and written only with the lock held.
    private let monitor = Monitor()
    private let heldStep: Int
    private var hasOpened = false
    private var steps = 0

    /// - Parameter step: the number of the step, from 1 on.
    init(holdingAt step: Int = 1) { heldStep = step }

    var stepCount: Int { monitor.withLock { steps } }

    var isOpen: Bool { monitor.withLock { hasOpened } }

    /// Called before each step.
    func pass() {
        monitor.withLock {
            steps += 1
            monitor.wakeAll()
            while !hasOpened && steps >= heldStep { monitor.wait() }
        }
    }

    func waitForStep() { monitor.withLock { while steps < heldStep { monitor.wait() } } }

    func open() {
        monitor.withLock {
            hasOpened = true
            monitor.wakeAll()
        }
    }
}

/// Indexes that outlive the rewriting of their records.
final class InheritedSearchTests: XCTestCase {
    /// Random posts that come, change and go, compacted several times; searched with the indexes that were
    /// kept.
    func testCompactionKeepsTheIndex() throws {
        for round in 0..<SeededRandom.rounds(12) {
            var random = SeededRandom(round: round)
            func post(_ number: Int) -> Post {
                Post(
                    id: "\(number)", platform: .twitter, postDate: Timestamp(micros: Int64(random.below(50))),
                    postContent: random.foldingText(maximumScalarCount: 9)
                        + ["", " Camp day"][random.below(2)])
            }
            var table = try PostTable((0..<200).map { post($0) })
            table.prepareForSearch()
            let built = table.searchIndexByteCount
            XCTAssertGreaterThan(built, 0)
            for compaction in 0..<3 {
                for _ in 0..<8 {
                    try table.put(post(random.below(210)))
                    if random.below(3) == 0 { try table.remove(id: table[random.below(table.count)].id) }
                }
                table.compact()
                XCTAssertNotNil(table.records.segments[0].inherited, "compaction \(compaction)")
                XCTAssertGreaterThanOrEqual(table.searchIndexByteCount, built)
                let fresh = try PostTable(table.posts)
                for options in [SearchQuery.Options(), .ignoringAccents] {
                    for text in ["camp", "a", "e", "day", random.foldingText(maximumScalarCount: 2)] {
                        let filter = PostFilter.search(text, options: options)
                        XCTAssertEqual(ids(table, filter), ids(fresh, filter), "\(text), \(random.label)")
                    }
                }
            }
            for post in table.prefix(100) { try table.remove(id: post.id) }
            table.compact()
            XCTAssertNil(table.records.segments[0].inherited, "half of the posts are gone")
        }
    }

    private func ids(_ table: PostTable, _ filter: PostFilter) -> [String] {
        table.bound(to: .empty).feedPage(
            where: filter, asOf: Timestamp(micros: 0), in: .utc, pageSize: 1000
        ).posts.map(\.id)
    }
}
