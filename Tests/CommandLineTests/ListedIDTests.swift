import Foundation
import XCTest

@testable import compass

/// `--ids`: text pages show the ids of what they list.
final class ListedIDTests: CommandLineTestCase {
    private func run(_ command: String, _ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run([command, try data(), "--now", Self.now] + arguments)
    }

    /// Returns the ids in the lists of a page's output.
    private func ids(_ command: String, _ list: String, _ key: String = "id") throws -> [String] {
        let page = try json(try run(command, "--format", "json"))
        return try XCTUnwrap(page[list] as? [[String: Any]]).compactMap { $0[key] as? String }
    }

    func testEachListHasItsIDs() throws {
        for (command, list, key) in [
            ("social", "topSchools", "id"), ("social", "topCoaches", "id"),
            ("social", "recentRecruitingPosts", "id"),
            ("social", "recentRecruitingPosts", "schoolId"), ("feed", "posts", "id"),
            ("feed", "posts", "schoolId"),
            ("feed", "posts", "coachId"), ("timeline", "lanes", "schoolId"), ("activity", "events", "id"),
        ] {
            let ids = try ids(command, list, key)
            XCTAssertFalse(ids.isEmpty)
            let (plain, with) = (try run(command).text, try run(command, "--ids").text)
            for id in ids {
                XCTAssertTrue(with.contains(" \(id)"), "\(command): \(id)")
                XCTAssertFalse(plain.contains(id), "\(command): \(id)")
            }
        }
        let items = try ids("timeline", "listItems").prefix(TimelineText.listLimit)
        let text = try run("timeline", "--ids").text
        for id in items { XCTAssertTrue(text.contains("    id \(id)"), id) }
    }

    func testTheOverviewHasTheIDsOfWhatItLists() throws {
        let text = try run("overview", "--ids").text
        for id in [try ids("feed", "posts")[0]] + (try ids("activity", "events").prefix(3)) {
            XCTAssertTrue(text.contains("id \(id)"), text)
        }
    }

    func testIDsAreWholeAndHarmless() throws {
        let id = String(repeating: "x", count: 100) + #"\u001b[2J"#
        let rows =
            #"[{"id":"\#(id)","platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"\#(id)"}]"#
        let text = try CommandLineRun.run(["feed", "-", "--now", Self.now, "--ids"], input: rows).text
        let shown = String(repeating: "x", count: 100) + "\u{fffd}[2J"
        XCTAssertTrue(text.contains("\n  id \(shown)\n  school \(shown)\n"), text)
    }

    func testOtherFormatsAreTheSameWithIDs() throws {
        for command in ["social", "feed", "timeline", "activity", "report", "overview"] {
            let run = try run(command, "--format", "json", "--ids")
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.output, try self.run(command, "--format", "json").output)
        }
    }
}
