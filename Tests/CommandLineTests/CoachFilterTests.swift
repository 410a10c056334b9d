import Foundation
import XCTest

/// `--coach`, and the names of coaches.
final class CoachFilterTests: CommandLineTestCase {
    private static let posts = #"""
        [{"id":"p1","platform":"twitter","post_date":"2026-02-28T10:00:00Z","coach_id":"a","school_id":"s",
          "author_name":"COACH ANN LEE"},
         {"id":"p2","platform":"twitter","post_date":"2026-02-28T09:00:00Z","coach_id":"b","school_id":"t",
          "author_name":"State Baseball"},
         {"id":"p3","platform":"twitter","post_date":"2026-02-28T08:00:00Z","coach_id":"only-in-posts",
          "school_id":"s","sentiment":"positive"},
         {"id":"p4","platform":"instagram","post_date":"2026-02-28T07:00:00Z","coach_id":"d"},
         {"id":"p5","platform":"twitter","post_date":"2026-02-28T06:00:00Z"}]
        """#
    private static let tables = [
        "social_media_posts.json": posts,
        "coaches.json": #"""
        [{"id":"a","first_name":"Ann","last_name":"Lee"},{"id":"b","first_name":"ANN","last_name":"lee"},
         {"id":"c","last_name":"Ng"},{"id":"d","first_name":" ","last_name":null}]
        """#,
    ]

    private func run(
        _ command: String, _ coaches: [String], _ options: [String] = [], files: [String: String] = tables
    ) throws -> CommandLineRun {
        try CommandLineRun.run(
            [command, try folder(files).path, "--now", Self.now] + options
                + coaches.flatMap { ["--coach", $0] })
    }

    private func posts(_ coaches: [String], _ options: [String] = []) throws -> [[String: Any]] {
        let page = try json(try run("feed", coaches, ["--format", "json"] + options))
        return try XCTUnwrap(page["posts"] as? [[String: Any]])
    }

    private func found(_ coaches: [String], _ options: [String] = []) throws -> [String] {
        try posts(coaches, options).compactMap { $0["id"] as? String }
    }

    func testPagesOfPostsTakeIDsAndNames() throws {
        XCTAssertEqual(try found(["a"]), ["p1"])
        XCTAssertEqual(try found(["ann LEE"]), ["p1", "p2"])
        XCTAssertEqual(try found(["b", "only-in-posts"]), ["p2", "p3"])
        XCTAssertEqual(try found(["ng"]), [])
        XCTAssertEqual(try found(["d"]), ["p4"])
        XCTAssertEqual(try found(["Ann Lee", "only-in-posts"], ["--school", "s"]), ["p1", "p3"])
        let social = try json(try run("social", ["ann lee"], ["--format", "json"]))
        XCTAssertEqual((social["summary"] as? [String: Any])?["totalPosts"] as? Int, 2)
    }

    func testFiltersCallCoachesByTheirNames() throws {
        for command in ["social", "feed"] {
            let text = try run(command, ["a", "only-in-posts"], ["--school", "s"]).text
            XCTAssertTrue(text.contains("Only school s, coach Ann Lee or only-in-posts\n"), text)
        }
    }

    func testAnUnknownCoachExits64AndTheNearestNamesAreListed() throws {
        for command in ["social", "feed"] {
            for text in ["Ann Le", "unknown coach", "A"] {
                let run = try run(command, [text])
                XCTAssertEqual(run.status, 64)
                XCTAssertTrue(
                    run.errors.hasPrefix("Error: '--coach': no coach has the id or the name '\(text)'"),
                    run.errors)
                XCTAssertTrue(run.errors.contains("'Ann Lee'"), run.errors)
                XCTAssertEqual(run.text, "")
            }
        }
    }

    func testStandardInputHasOnlyIDs() throws {
        let known = try CommandLineRun.run(
            ["feed", "-", "--now", Self.now, "--coach", "a"], input: Self.posts)
        XCTAssertTrue(known.text.contains("1 post matches"), known.text)
        let unknown = try CommandLineRun.run(["feed", "-", "--coach", "only-in-post"], input: Self.posts)
        XCTAssertEqual(unknown.status, 64)
        XCTAssertTrue(unknown.errors.contains("the nearest ids are 'only-in-posts'"), unknown.errors)
        let page = try json(
            try CommandLineRun.run(
                ["social", "-", "--now", Self.now, "--format", "json"], input: Self.posts))
        let names = (page["topCoaches"] as? [[String: Any]])?.map { $0["name"] as? String }
        XCTAssertEqual(names, [String?](repeating: "Unknown Coach", count: 4))
    }

    func testAMalformedTableOfCoachesExits65() throws {
        let files = Self.tables.merging(["coaches.json": "["]) { $1 }
        for command in ["social", "feed"] {
            let run = try run(command, [], files: files)
            XCTAssertEqual(run.status, 65)
            XCTAssertTrue(run.errors.contains("coaches.json: line 1, column 2 (byte 1)"), run.errors)
        }
        // The list of schools has no names of coaches.
        let path = try folder(files).path
        XCTAssertEqual(try CommandLineRun.run(["schools", path]).status, 0)
    }

    func testPostsHaveTheNameThatTheTableKnows() throws {
        let names = try posts([]).map { $0["coachName"] as? String }
        XCTAssertEqual(names, ["Ann Lee", "ANN lee", nil, nil, nil])
    }

    func testACardHasTheCoachUnlessTheAuthorIsTheCoach() throws {
        let text = try run("feed", []).text
        let cards = text.components(separatedBy: "\n\n").filter { $0.contains("d ago") }
        XCTAssertEqual(cards.count, 5, text)
        XCTAssertFalse(cards[0].contains("Coach Ann Lee"), cards[0])
        XCTAssertTrue(cards[1].hasSuffix("  Unknown School · Coach ANN lee"), cards[1])
        XCTAssertTrue(cards[2].hasSuffix("  Unknown School · Positive"), cards[2])
        XCTAssertFalse(cards[3].contains("Coach"), cards[3])
    }

    func testTopCoachesFollowTheTopSchools() throws {
        let text = try run("social", [], ["--top", "2", "--ids"]).text
        let schools = try XCTUnwrap(text.range(of: "\nTop schools\n"))
        let coaches = try XCTUnwrap(text.range(of: "\nTop coaches\n"))
        XCTAssertLessThan(schools.lowerBound, coaches.lowerBound)
        let lines = text[coaches.upperBound...].prefix { $0 != "R" }.split(separator: "\n")
        XCTAssertEqual(lines.count, 4, text)
        XCTAssertTrue(lines[0].hasPrefix(" 1. ANN lee "), text)
        XCTAssertEqual(lines[1], "    id b")
        XCTAssertTrue(lines[2].hasPrefix(" 2. Ann Lee "), text)
        XCTAssertFalse(try run("social", [], ["--top", "0"]).text.contains("Top coaches"))
        let none = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let page = try CommandLineRun.run(["social", "-", "--now", Self.now], input: none).text
        XCTAssertTrue(page.contains("Top schools"))
        XCTAssertFalse(page.contains("Top coaches"), page)
    }

    func testLinkedCountsHaveCoaches() throws {
        let csv = try run("feed", ["a"], ["--linked", "--format", "csv", "--section", "linked.coaches"]).text
        XCTAssertEqual(
            csv,
            "coachId,coachName,count\r\nb,ANN lee,1\r\na,Ann Lee,1\r\nd,Unknown Coach,1\r\n"
                + "only-in-posts,Unknown Coach,1\r\n,,1\r\n")
        let text = try run("feed", ["a"], ["--linked"]).text
        let chart = try XCTUnwrap(text.range(of: "\nCoaches"))
        let rows = text[chart.upperBound...].split(separator: "\n").dropFirst().prefix(5).map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        XCTAssertEqual(rows, ["ANN lee", "Ann Lee", "Unknown Coach", "Unknown Coach", "No coach"])
        let none = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let page = try CommandLineRun.run(["feed", "-", "--now", Self.now, "--linked"], input: none).text
        XCTAssertFalse(page.contains("Coaches\n"), page)
    }

    func testTheOverviewNamesCoaches() throws {
        let run = try CommandLineRun.run(
            ["overview", try folder(Self.tables).path, "--now", Self.now, "--format", "json"])
        let page = try jsonBesideWarnings(run)
        let top = (page["social"] as? [String: Any])?["topCoaches"] as? [[String: Any]]
        XCTAssertEqual(top?.first?["name"] as? String, "ANN lee")
        XCTAssertEqual(
            (page["report"] as? [String: Any])?["generatedAt"] as? String, "2026-03-01T12:00:00+00:00")
    }
}
