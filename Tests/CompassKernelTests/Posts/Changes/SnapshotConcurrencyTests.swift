import XCTest

@testable import CompassKernel

/// A background task reads its copy of a table while the front end changes its own.
final class SnapshotConcurrencyTests: XCTestCase {
    private static let now = Timestamp(micros: 1_770_733_800_000_000)

    private func table(postCount: Int) throws -> PostTable {
        let rows = (0..<postCount).map { number in
            let second = String(format: "%02d", number % 60)
            return """
                {"id":"p\(number)","platform":"\(number % 3 == 0 ? "instagram" : "twitter")",\
                "post_date":"2026-02-0\(1 + number % 9)T10:00:\(second)Z","school_id":"s\(number % 7)",\
                "post_url":"u/\(number)","post_content":"Camp number \(number)","author_name":"Zoë",\
                "is_recruiting_related":\(number % 2 == 0)}
                """
        }
        return try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table
    }

    /// Returns all values that a reader computes from its snapshot.
    private static func answers(_ table: PostTable) -> [AnyHashable] {
        let social = table.bound(to: .empty)
        let searching = PostFilter.search("number 1") && .schools(["s1", "s2"])
        return [
            social.analyticsPage(.last(days: 30), asOf: now, in: .utc),
            social.analyticsPage(.all, where: .flagged, asOf: now, in: .utc),
            social.feedPage(asOf: now, in: .utc), social.feedPage(where: searching, asOf: now, in: .utc),
            social.linkedCounts(where: searching, asOf: now, in: .utc), table.posts.prefix(20).map { $0 },
            table.post(id: "p5"), table.count,
        ]
    }

    func testSnapshotsAnswerTheSameWhileTheTableChanges() async throws {
        for policy in [
            CompactionPolicy(), CompactionPolicy(rowsPerChange: 4, maximumLastLevelCount: 3, minimum: 5),
        ] {
            var table = try table(postCount: 600)
            table.parts.compactionPolicy = policy
            for round in 0..<6 {
                let snapshot = table
                let readers = (0..<2).map { _ in
                    Task.detached {
                        let wanted = Self.answers(snapshot)
                        return (0..<8).allSatisfy { _ in Self.answers(snapshot) == wanted }
                    }
                }
                let before = Self.answers(snapshot)
                try change(&table, round: round)
                for reader in readers {
                    let isSteady = await reader.value
                    XCTAssertTrue(isSteady)
                }
                XCTAssertEqual(Self.answers(snapshot), before)
                XCTAssertEqual(snapshot.checkInvariants(), [])
                XCTAssertEqual(table.checkInvariants(), [])
            }
        }
    }

    /// A change copies shared memory while other threads drop snapshots. The memory must not be freed before
    /// it was read; the optimized build under AddressSanitizer detects this best (`CI/sanitize address`).
    func testChangesAreWholeWhileOthersDropTheirSnapshots() async throws {
        let shared = SharedTable(try table(postCount: 2_000))
        // Otherwise a failure would leave the tasks running forever.
        defer { shared.isFinal = true }
        let before = Self.answers(shared.snapshot)
        let droppers = (0..<3).map { _ in
            Task.detached { while !shared.isFinal { _ = shared.snapshot } }
        }
        for number in 0..<400 {
            try shared.update { table in try table.apply(try table.setFlag(true, ofPost: "p\(number)")) }
            try shared.update { table in try table.apply(try table.remove(id: "p\(number)")) }
            try shared.update { table in try table.apply(try table.setNotes("note", ofPost: "p\(number)")) }
        }
        shared.isFinal = true
        for dropper in droppers { await dropper.value }
        XCTAssertEqual(Self.answers(shared.snapshot), before)
        XCTAssertEqual(shared.snapshot.checkInvariants(), [])
    }

    private func change(_ table: inout PostTable, round: Int) throws {
        for number in 0..<400 {
            let id = "p\((number * 7 + round) % 600)"
            guard table.post(id: id) != nil else { continue }
            try table.setFlag(number % 2 == 0, ofPost: id)
            try table.setNotes("note \(number)", ofPost: id)
            if number % 10 == 0 { try table.remove(id: id) }
            if number % 50 == 0 {
                try table.merge(
                    json: """
                        [{"id":"n\(round)-\(number)","platform":"twitter","post_date":"2026-02-10T10:00:00Z",\
                        "school_id":"new \(round)"},{"id":"p\(number)","post_content":"changed"}]
                        """.utf8)
                try table.apply(
                    realtime: """
                        {"type":"UPDATE","commit_timestamp":"2026-02-10T10:00:00Z","record":\
                        {"id":"p\(number + 1)","school_id":null,"post_content":"camp again"}}
                        """.utf8)
            }
        }
        if round % 3 == 2 { table.compact() }
    }
}

/// A table that one thread changes while others copy it.
private final class SharedTable: @unchecked Sendable {
    // Sendable: all state is read and written only while the lock is held.
    private let monitor = Monitor()
    private var table: PostTable
    private var isDone = false

    init(_ table: PostTable) { self.table = table }

    var snapshot: PostTable { monitor.withLock { table } }

    /// Whether the table no longer changes.
    var isFinal: Bool {
        get { monitor.withLock { isDone } }
        set { monitor.withLock { isDone = newValue } }
    }

    func update(_ body: (inout PostTable) throws -> Void) throws { try monitor.withLock { try body(&table) } }
}
