import CompassPages
import CompassSynthesis
import Foundation
import SupabaseTestSupport
import TestPrograms
import XCTest

/// `compass pull` against a real database: its files equal the tables.
final class PullServerTests: XCTestCase {
    private static let now = "2026-03-01T12:00:00Z"

    private var server: StandInServer!
    private var folder: URL!

    override func setUp() async throws {
        server = try StandInServer.running()
        try await server.reset()
        folder = try BuiltProgram.temporaryFolder()
    }

    override func tearDown() async throws {
        if let folder { try FileManager.default.removeItem(at: folder) }
    }

    // MARK: Help

    private func environment() async throws -> [String: String] {
        ["COMPASS_API_KEY": server.key, "COMPASS_TOKEN": try await server.token().text]
    }

    /// Runs `compass pull` into a folder of this test.
    private func pull(
        _ name: String = "data", _ more: String..., environment changed: [String: String] = [:]
    ) async throws -> BuiltProgram.Result {
        let variables = try await environment().merging(changed) { $1 }
        return try BuiltProgram.run(
            ["pull", server.url, folder.path + "/" + name] + more, environment: variables)
    }

    private func expectPull(_ name: String = "data", _ more: String..., line: UInt = #line) async throws
        -> [Table]
    {
        let arguments = ["pull", server.url, folder.path + "/" + name, "--format", "json"] + more
        let run = try BuiltProgram.run(arguments, environment: try await environment())
        XCTAssertEqual(run.status, 0, run.errors, line: line)
        notes = run.errors
        return try JSONDecoder().decode(Manifest.self, from: run.output).tables
    }

    /// What the last pull printed besides its result.
    private var notes = ""

    private struct Manifest: Decodable { let tables: [Table] }

    private struct Table: Decodable {
        let table: String
        let rows: Int
        let fetched: Int
        let changed: Int
        let deleted: Int
        let reading: String
    }

    private func bytes(_ table: TableName, _ name: String = "data") throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent("\(name)/\(table.rawValue).json"))
    }

    /// The file that the database itself would write.
    private func expected(_ table: TableName) async throws -> Data {
        let text = try await server.sql(
            """
            select '[' || coalesce(string_agg(row_to_json(t)::text, E',\\n' order by id collate "C"), '') || E']\\n'
                from (select \(table.columns.joined(separator: ",")) from \(table.rawValue)) t
            """)
        return Data((text ?? "").utf8)
    }

    private func expectEqual(_ table: TableName, _ name: String = "data", line: UInt = #line) async throws {
        let expected = try await expected(table)
        let found = try bytes(table, name)
        // The bytes themselves would fill the screen.
        XCTAssertTrue(
            found == expected, "\(table): \(found.count) bytes, \(expected.count) expected", line: line)
    }

    /// A fault that no request has met would prove nothing.
    private func expectNoFaults(after fault: String, line: UInt = #line) async throws {
        let rest = try await server.remainingFaults()
        XCTAssertEqual(rest, "[]", fault, line: line)
    }

    private func names(_ name: String = "data") throws -> [String] {
        try BuiltProgram.names(in: folder.appendingPathComponent(name))
    }

    /// Inserts generated posts that seem to have been made long ago, so that none of them is a recent change.
    private func insertOldPosts(_ count: Int) async throws {
        try await server.insert(.posts, StandInServer.generated(.socialMediaPosts, posts: count))
        try await withoutTrigger(
            "update social_media_posts set created_at = '2020-01-01', updated_at = null")
    }

    private func withoutTrigger(_ statement: String) async throws {
        try await server.sql(
            """
            alter table social_media_posts disable trigger note_update; \(statement);
            alter table social_media_posts enable trigger note_update; select 'done'
            """)
    }

    // MARK: Complete tables

    /// A hundred thousand posts; in few rounds a fifth.
    func testManyPostsEqualTheirTable() async throws {
        let count = StandInServer.isThorough ? 100_000 : 20_000
        try await server.insert(.posts, StandInServer.generated(.socialMediaPosts, posts: count))
        let tables = try await expectPull("data", "--tables", "social_media_posts")
        XCTAssertEqual(tables.map(\.rows), [count])
        XCTAssertEqual(tables.map(\.fetched), [count])
        try await expectEqual(.posts)
        XCTAssertEqual(try names(), ["pull.json", "social_media_posts.json"])
    }

    func testPagesOfPulledDataEqualThoseOfTheGeneratedRows() async throws {
        let generated = folder.appendingPathComponent("generated")
        let run = try BuiltProgram.run(["generate", generated.path, "--posts", "2000", "--seed", "7"])
        XCTAssertEqual(run.status, 0, run.errors)
        for table in TableName.allCases {
            let synthesis = try XCTUnwrap(SynthesisTable(rawValue: table.rawValue))
            try await server.insert(table, StandInServer.generated(synthesis, posts: 2_000, seed: 7))
        }
        let tables = try await expectPull()
        XCTAssertEqual(tables.map(\.table), TableName.allCases.map(\.rawValue))
        for table in TableName.allCases { try await expectEqual(table) }
        // Events have times in the generated rows, but days in the database.
        for command in ["social", "feed", "activity", "report", "schools"] {
            let pages = try [generated.path, folder.path + "/data"].map { path in
                try BuiltProgram.run([command, path, "--format", "json", "--now", Self.now, "--zone", "UTC"])
            }
            XCTAssertEqual(pages[0].status, 0, pages[0].errors)
            XCTAssertEqual(pages[1].errors, pages[0].errors)
            XCTAssertTrue(pages[1].output == pages[0].output, command)
            XCTAssertGreaterThan(pages[0].output.count, 100)
        }
    }

    func testPassingFaultsLoseNothing() async throws {
        try await insertOldPosts(2_500)
        for fault in [
            #"{"kind":"status","status":503,"times":2,"path":"gt."}"#, #"{"kind":"drop","path":"gt."}"#,
            #"{"kind":"status","status":429,"retry_after":"0"}"#, #"{"kind":"cut","bytes":100,"path":"gt."}"#,
            // Everything is read once more.
            #"{"kind":"count","offset":5}"#,
        ] {
            try await server.order("faults", "[\(fault)]")
            _ = try await expectPull("data", "--tables", "social_media_posts", "--full")
            try await expectNoFaults(after: fault)
            try await expectEqual(.posts)
        }
    }

    // MARK: Changes

    func testASecondRunReadsChangesAndEqualsAFreshOne() async throws {
        try await insertOldPosts(3_000)
        _ = try await expectPull()
        XCTAssertEqual(notes, "")
        try await server.order("requests")
        let unchanged = try await expectPull("data", "--tables", "social_media_posts")
        XCTAssertEqual(unchanged.map { [$0.rows, $0.fetched, $0.changed, $0.deleted] }, [[3_000, 0, 0, 0]])
        XCTAssertEqual(unchanged.map(\.reading), ["changes"])
        let requests = String(decoding: try await server.order("requests"), as: UTF8.self)
        XCTAssertTrue(requests.contains("updated_at.gte."), requests)
        // The ids are read only where the counts differ.
        XCTAssertFalse(requests.contains("select=id&order"), requests)

        try await server.sql(
            """
            create temporary table chosen as select id, row_number() over (order by md5(id)) n from social_media_posts;
            update social_media_posts set notes = 'changed "✓"', flagged_for_review = true
                where id in (select id from chosen where n <= 40);
            delete from social_media_posts where id in (select id from chosen where n > 2900);
            insert into social_media_posts (id, platform, post_date)
                select 'new ' || n, 'twitter', now() from generate_series(1, 7) n;
            insert into social_media_posts (id, platform, post_date, created_at)
                select 'imported ' || n, 'twitter', now(), '2021-01-01' from generate_series(1, 5) n;
            select 'done'
            """)
        let changed = try await expectPull("data", "--tables", "social_media_posts")
        XCTAssertEqual(
            changed.map { [$0.rows, $0.fetched, $0.changed, $0.deleted] }, [[2_912, 52, 52, 100]])
        XCTAssertEqual(changed.map(\.reading), ["changes"])
        try await expectEqual(.posts)
        _ = try await expectPull("fresh", "--tables", "social_media_posts")
        XCTAssertEqual(try bytes(.posts, "fresh"), try bytes(.posts))
        // The changes of the last minute are read again, but are none.
        let again = try await expectPull("data", "--tables", "social_media_posts")
        XCTAssertEqual(again.map { [$0.rows, $0.fetched, $0.changed, $0.deleted] }, [[2_912, 47, 0, 0]])
        let full = try await expectPull("data", "--tables", "social_media_posts", "--full")
        XCTAssertEqual(full.map { [$0.rows, $0.fetched, $0.changed, $0.deleted] }, [[2_912, 2_912, 0, 0]])
        try await expectEqual(.posts)
        // What was not asked for is still in the manifest.
        XCTAssertEqual(try manifest().map(\.table), TableName.allCases.map(\.rawValue))
    }

    private func manifest() throws -> [Table] {
        let json = try Data(contentsOf: folder.appendingPathComponent("data/pull.json"))
        return try JSONDecoder().decode(Manifest.self, from: json).tables
    }

    func testAnotherFamilysPostsAreReadFromTheStart() async throws {
        try await insertOldPosts(100)
        try await withoutTrigger(
            """
            insert into social_media_posts (id, platform, post_date, created_at, family)
                select 'theirs ' || n, 'twitter', now(), '2020-01-01', 'theirs' from generate_series(1, 100) n
            """)
        _ = try await expectPull("data", "--tables", "social_media_posts")
        let ours = try bytes(.posts)
        let token = try await server.token(family: "theirs").text
        let other = try await pull(
            "data", "--tables", "social_media_posts", environment: ["COMPASS_TOKEN": token])
        XCTAssertEqual(other.status, 0, other.errors)
        XCTAssertTrue(other.errors.contains("is of another user"), other.errors)
        let theirs = String(decoding: try bytes(.posts), as: UTF8.self)
        XCTAssertEqual(theirs.components(separatedBy: #"{"id":"theirs "#).count, 101)
        XCTAssertEqual(theirs.components(separatedBy: #"{"id":"#).count, 101)
        let again = try await expectPull("data", "--tables", "social_media_posts")
        XCTAssertEqual(again.map(\.reading), ["all"])
        XCTAssertTrue(try bytes(.posts) == ours)
    }

    func testRandomChangesLeadToTheSameFiles() async throws {
        try await insertOldPosts(500)
        _ = try await expectPull("data", "--tables", "social_media_posts")
        for round in 1...6 {
            try await server.sql(
                """
                select setseed(0.\(round));
                delete from social_media_posts where random() < 0.02;
                update social_media_posts set author_name = md5(random()::text) where random() < 0.05;
                insert into social_media_posts (id, platform, post_date, created_at)
                    select md5(random()::text), 'instagram', now(), '2021-01-01' from generate_series(1, \(round));
                select 'done'
                """)
            _ = try await expectPull("data", "--tables", "social_media_posts")
            try await expectEqual(.posts)
        }
    }

    func testOtherTablesAreReadAgain() async throws {
        try await server.insert(.schools, StandInServer.generated(.schools, posts: 300))
        let first = try await expectPull("data", "--tables", "schools")
        try await server.sql(
            """
            update schools set name = 'renamed' where id = (select min(id) from schools);
            delete from schools where id = (select max(id) from schools);
            insert into schools (id, name) values ('new', 'New'); select 'done'
            """)
        let second = try await expectPull("data", "--tables", "schools")
        let count = first[0].rows
        XCTAssertEqual(second.map { [$0.rows, $0.fetched, $0.changed, $0.deleted] }, [[count, count, 2, 1]])
        XCTAssertEqual(second.map(\.reading), ["all"])
        try await expectEqual(.schools)
    }

    func testWhatDoesNotFitTheManifestIsReadAgain() async throws {
        try await insertOldPosts(200)
        let path = folder.appendingPathComponent("data/social_media_posts.json")
        let manifest = folder.appendingPathComponent("data/pull.json")
        _ = try await expectPull("data", "--tables", "social_media_posts")
        let changes: [(note: String, change: () throws -> Void)] = [
            (
                "social_media_posts.json is not as the last pull has left it",
                { try Data("[]\n".utf8).write(to: path) }
            ),
            (
                "social_media_posts.json is not as the last pull has left it",
                { try FileManager.default.removeItem(at: path) }
            ),
            ("pull.json cannot be used", { try Data("{".utf8).write(to: manifest) }),
            (
                "pull.json is of http://elsewhere/rest/v1",
                {
                    let text = try String(contentsOf: manifest, encoding: .utf8)
                    let other = text.replacing(/"url": "[^"]*"/, with: #""url": "http://elsewhere/rest/v1""#)
                    try Data(other.utf8).write(to: manifest)
                }
            ),
            (
                "social_media_posts was pulled with other columns",
                {
                    let text = try String(contentsOf: manifest, encoding: .utf8)
                    try Data(text.replacing(#""author_name","#, with: "").utf8).write(to: manifest)
                }
            ),
        ]
        for (note, change) in changes {
            try change()
            let tables = try await expectPull("data", "--tables", "social_media_posts")
            XCTAssertTrue(
                notes.contains(note) && notes.contains("all rows are read again"), "\(note): \(notes)")
            XCTAssertEqual(tables.map(\.fetched), [200], note)
            try await expectEqual(.posts)
            let next = try await expectPull("data", "--tables", "social_media_posts")
            XCTAssertEqual(notes, "")
            XCTAssertEqual(next.map(\.reading), ["changes"])
        }
    }

    // MARK: Failures

    func testRefusalsAndMissingTables() async throws {
        let wrongKey = try await pull(environment: ["COMPASS_API_KEY": "wrong"])
        XCTAssertEqual(wrongKey.status, 77, wrongKey.errors)
        let ended = try await server.token(secondsToLive: -10).text
        let wrongToken = try await pull(environment: ["COMPASS_TOKEN": ended])
        XCTAssertEqual(wrongToken.status, 77, wrongToken.errors)
        XCTAssertTrue(wrongToken.errors.contains("--token-file"), wrongToken.errors)
        // Nobody is logged in: posts may not be read, schools may.
        let anonymous = try await pull("data", "--tables", "schools", environment: ["COMPASS_TOKEN": ""])
        XCTAssertEqual(anonymous.status, 0, anonymous.errors)
        let refused = try await pull(
            "data", "--tables", "social_media_posts", environment: ["COMPASS_TOKEN": ""])
        XCTAssertEqual(refused.status, 77, refused.errors)
        let schema = try await pull("data", "--schema", "other")
        XCTAssertEqual(schema.status, 65, schema.errors)
        XCTAssertTrue(schema.errors.contains("Invalid schema: other"), schema.errors)
        try await server.sql("alter table documents rename to papers; select 'done'")
        let missing = try await pull("data", "--tables", "offers,documents,events")
        try await server.sql("alter table papers rename to documents; select 'done'")
        XCTAssertEqual(missing.status, 66, missing.errors)
        XCTAssertTrue(missing.errors.contains("Could not find the table 'documents'"), missing.errors)
        XCTAssertEqual(try names(), ["offers.json", "pull.json", "schools.json"])
    }

    func testAFailureLeavesWhatWasThere() async throws {
        try await insertOldPosts(2_500)
        _ = try await expectPull("data", "--tables", "social_media_posts")
        let before = try ["social_media_posts.json", "pull.json"].map { name in
            try Data(contentsOf: folder.appendingPathComponent("data/" + name))
        }
        for (fault, status) in [
            (#"{"kind":"count","offset":5,"times":9}"#, 65), (#"{"kind":"drop","times":9,"path":"gt."}"#, 69),
            (#"{"kind":"status","status":403,"code":"42501","path":"gt."}"#, 77),
        ] as [(String, Int32)] {
            try await server.order("faults", "[\(fault)]")
            let ordered = try await server.remainingFaults()
            let run = try await pull("data", "--tables", "social_media_posts", "--full")
            XCTAssertEqual(run.status, status, run.errors)
            // How often a lasting fault is met depends on what was asked for ahead.
            let rest = try await server.remainingFaults()
            XCTAssertNotEqual(rest, ordered, "a fault that no request has met")
            try await server.order("faults", "[]")
            XCTAssertEqual(try names(), ["pull.json", "social_media_posts.json"])
            let after = try ["social_media_posts.json", "pull.json"].map { name in
                try Data(contentsOf: folder.appendingPathComponent("data/" + name))
            }
            XCTAssertTrue(after == before, fault)
        }
    }

    func testAnInterruptionLeavesCompleteTablesAlone() async throws {
        try await insertOldPosts(2_500)
        try await server.insert(.schools, StandInServer.generated(.schools, posts: 300))
        for (round, signal) in [SIGINT, SIGTERM, SIGHUP].enumerated() {
            let name = "new \(round)/data"
            let target = folder.appendingPathComponent(name)
            // The second page of posts never comes.
            try await server.order(
                "faults",
                #"[{"kind":"silence","seconds":60,"path":"updated_at&order=id.asc&limit=1000&id=gt."}]"#)
            let running = try BuiltProgram.start(
                ["pull", server.url, target.path, "--tables", "schools,social_media_posts,offers"],
                environment: try await environment())
            let deadline = Date(timeIntervalSinceNow: 60)
            while Date() < deadline, running.process.isRunning {
                let names = (try? names(name)) ?? []
                if names.contains("schools.json"), names.contains(where: { $0.hasSuffix(".partial") }) {
                    break
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            XCTAssertTrue(running.process.isRunning, "it ended before it could be interrupted")
            XCTAssertEqual(kill(running.process.processIdentifier, signal), 0)
            let run = try running.result()
            XCTAssertEqual(run.status, -signal, run.errors)
            XCTAssertEqual(run.text, "")
            XCTAssertEqual(try names(name), ["pull.json", "schools.json"])
            try await expectEqual(.schools, name)
            try await server.order("faults", "[]")
            // The next run goes on from there.
            _ = try await expectPull(name, "--tables", "schools,social_media_posts,offers")
            XCTAssertEqual(notes, "")
            try await expectEqual(.posts, name)
        }
    }

    func testAnInterruptionBeforeTheFirstTableLeavesNothing() async throws {
        try await insertOldPosts(2_500)
        try await server.order("faults", #"[{"kind":"silence","seconds":60,"path":"gt."}]"#)
        let target = folder.appendingPathComponent("new/data")
        let running = try BuiltProgram.start(
            ["pull", server.url, target.path], environment: try await environment())
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline, running.process.isRunning, ((try? names("new/data")) ?? []).isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTAssertEqual(kill(running.process.processIdentifier, SIGINT), 0)
        XCTAssertEqual(try running.result().status, -SIGINT)
        XCTAssertEqual(try BuiltProgram.names(in: folder), [])
    }
}
