import CompassKernel
import CompassProgram
import Foundation
import XCTest

@testable import compass

final class NamedIDArgumentTests: CommandLineTestCase {
    private static let schools = [
        NamedID(id: "1", name: "Rice"), NamedID(id: "2", name: "Baylor"),
        NamedID(id: "3", name: "RICE"), NamedID(id: "Baylor", name: "Austin"),
        NamedID(id: "4", name: nil), NamedID(id: "caf\u{e9}", name: nil),
    ]

    func testIDsComeBeforeNamesAndNamesIgnoreCase() throws {
        let argument = NamedIDArgument(kind: .school, known: Self.schools)
        for (text, ids) in [
            ("1", ["1"]), ("rIcE", ["1", "3"]), ("baylor", ["2"]), ("Baylor", ["Baylor"]),
            ("AUSTIN", ["Baylor"]),
            ("4", ["4"]), ("caf\u{e9}", ["caf\u{e9}"]),
        ] { XCTAssertEqual(try argument.ids(of: text), ids, text) }
        // Ids are equal byte by byte: this one has another form of the letter.
        for text in ["cafe\u{301}", "Ric", " Rice", "Unknown School", "5"] {
            XCTAssertThrowsError(try argument.ids(of: text), text) { error in
                XCTAssertEqual((error as? Failure)?.status, .usage)
            }
        }
    }

    func testOneIDIsRequiredWhereOneSchoolIsShown() throws {
        let argument = NamedIDArgument(kind: .school, known: Self.schools)
        XCTAssertEqual(try argument.id(of: "baylor"), "2")
        XCTAssertThrowsError(try argument.id(of: "rice")) { error in
            XCTAssertEqual(
                (error as? Failure)?.messages,
                ["'--school': 2 schools have the name 'rice'; one id is accepted: 1, 3."])
        }
    }

    func testAtMostFiveNearestNamesAreListed() throws {
        func message(_ text: String, _ schools: [NamedID]) -> String? {
            do throws(Failure) {
                _ = try NamedIDArgument(kind: .school, known: schools).ids(of: text)
                return nil
            } catch { return error.message }
        }
        XCTAssertEqual(
            message("Baylr", Self.schools),
            "'--school': no school has the id or the name 'Baylr'; the nearest names are 'Baylor', 'Rice', 'RICE', "
                + "'Austin' ('compass schools' lists those of posts).")
        let many = (1...9).map { NamedID(id: "\($0)", name: "School \($0)") }
        XCTAssertEqual(message("School", many)?.components(separatedBy: "'School ").count, 6)
        XCTAssertEqual(
            message("x", [NamedID(id: "x1", name: nil)]),
            "'--school': no school has the id or the name 'x'; the nearest id is 'x1' ('compass schools' lists those of posts)."
        )
        XCTAssertEqual(
            message("x", []),
            "'--school': no school has the id or the name 'x'; the tables have no school.")
        XCTAssertThrowsError(
            try NamedIDArgument(kind: .coach, known: [NamedID(id: "1", name: "Ann Lee")]).ids(of: "An Lee")
        ) { error in
            XCTAssertEqual(
                (error as? Failure)?.message,
                "'--coach': no coach has the id or the name 'An Lee'; the nearest name is 'Ann Lee' ('compass feed DIR "
                    + "--linked --format csv --section linked.coaches' lists those of posts).")
        }
        XCTAssertThrowsError(try NamedIDArgument(kind: .coach, known: []).ids(of: "x")) { error in
            XCTAssertEqual(
                (error as? Failure)?.message,
                "'--coach': no coach has the id or the name 'x'; the tables have no coach.")
        }
        let long = message("x", [NamedID(id: "1", name: String(repeating: "name ", count: 1_000))])
        XCTAssertLessThan(long?.count ?? .max, 250)
    }

    private static let tables = [
        "social_media_posts.json": #"""
        [{"id":"p1","platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"a"},
         {"id":"p2","platform":"twitter","post_date":"2026-02-28T09:00:00Z","school_id":"b"},
         {"id":"p3","platform":"twitter","post_date":"2026-02-28T08:00:00Z","school_id":"only-in-posts"},
         {"id":"p4","platform":"twitter","post_date":"2026-02-28T07:00:00Z"}]
        """#,
        "schools.json": #"""
        [{"id":"a","name":"Rice"},{"id":"b","name":"rice"},{"id":"c","name":"Baylor"}]
        """#,
        "events.json": #"[{"id":1,"name":"Camp","start_date":"2026-02-10","school_id":"only-in-events"}]"#,
        "interactions.json": #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z","school_id":"c"}]"#,
        "offers.json": "[]", "school_status_history.json": "[]",
    ]

    private func run(_ command: String, _ schools: String..., options: [String] = []) throws -> CommandLineRun
    {
        try CommandLineRun.run(
            [command, try folder(Self.tables).path, "--now", Self.now] + options
                + schools.flatMap { ["--school", $0] })
    }

    func testPagesOfPostsTakeIDsAndNames() throws {
        func found(_ schools: String...) throws -> [String]? {
            let run = try CommandLineRun.run(
                ["feed", try folder(Self.tables).path, "--now", Self.now, "--format", "json"]
                    + schools.flatMap { ["--school", $0] })
            return (try json(run)["posts"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        }
        XCTAssertEqual(try found("a"), ["p1"])
        XCTAssertEqual(try found("RICE"), ["p1", "p2"])
        XCTAssertEqual(try found("b", "only-in-posts"), ["p2", "p3"])
        XCTAssertEqual(try found("baylor"), [])
        let text = try run("social", "RICE", "b", "only-in-posts").text
        XCTAssertTrue(text.contains("Only school Rice or rice or only-in-posts\n"), text)
        let social = try json(try run("social", "rice", options: ["--format", "json"]))
        XCTAssertEqual((social["summary"] as? [String: Any])?["totalPosts"] as? Int, 2)
    }

    func testATimelineTakesOneSchool() throws {
        func list(_ school: String) throws -> [String]? {
            try json(try run("timeline", school, options: ["--format", "json"]))["list"] as? [String]
        }
        XCTAssertEqual(try list("BAYLOR"), ["interaction-1"])
        XCTAssertEqual(try list("only-in-events"), ["event-1"])
        XCTAssertEqual(try list("a"), [])
        let several = try run("timeline", "rice")
        XCTAssertEqual(several.status, 64)
        XCTAssertEqual(
            several.errors, "Error: '--school': 2 schools have the name 'rice'; one id is accepted: a, b.\n")
    }

    func testAnUnknownSchoolExits64AndTheNearestNamesAreListed() throws {
        // A school of posts is not a school of the timeline.
        for (command, school) in [
            ("social", "Bailor"), ("feed", "Bailor"), ("timeline", "Bailor"), ("timeline", "only-in-posts"),
            ("social", "only-in-events"), ("feed", "unknown school"),
        ] {
            let run = try run(command, school)
            XCTAssertEqual(run.status, 64, "\(command) \(school)")
            XCTAssertTrue(
                run.errors.hasPrefix("Error: '--school': no school has the id or the name '\(school)'"))
            XCTAssertTrue(run.errors.contains("'Baylor'"), run.errors)
            XCTAssertEqual(run.text, "")
        }
    }

    func testStandardInputHasOnlyIDs() throws {
        let rows = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"abc"}]"#
        let known = try CommandLineRun.run(["feed", "-", "--now", Self.now, "--school", "abc"], input: rows)
        XCTAssertTrue(known.text.contains("1 post matches"), known.text)
        let unknown = try CommandLineRun.run(["feed", "-", "--school", "abx"], input: rows)
        XCTAssertEqual(unknown.status, 64)
        XCTAssertTrue(unknown.errors.contains("the nearest id is 'abc'"), unknown.errors)
    }
}
