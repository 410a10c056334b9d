import Foundation
import TestPrograms
import XCTest

/// The command of README.md for those who have the database itself.
final class RecipeTests: XCTestCase {
    override func setUpWithError() throws { try Database.requireServer() }

    /// Returns the one line of README.md that begins with `psql`.
    private func recipe() throws -> String {
        let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../README.md")
        let lines = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("psql ") }
        XCTAssertEqual(lines.count, 1)
        return try XCTUnwrap(lines.first)
    }

    /// Runs the recipe, with further options of `compass`.
    private func runRecipe(_ options: String = "") throws -> BuiltProgram.Result {
        let line = try recipe() + " " + options
        return try BuiltProgram.run(
            ["-c", #"set -o pipefail; compass() { "$COMPASS" "$@"; }; "# + line],
            environment: ProcessInfo.processInfo.environment.filter {
                $0.key.hasPrefix("PG") || $0.key == "PATH"
            }
            .merging(["COMPASS": try BuiltProgram.executable().path]) { $1 },
            executable: URL(fileURLWithPath: "/bin/bash"))
    }

    func testTheRecipeShowsThePageOfTheRows() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/tiny")
        let posts = try PostRelation(creating: "social_media_posts", idType: "uuid")
        let options = "--range 30 --format json --now 2026-03-01T12:00:00Z --zone UTC"
        let empty = try runRecipe(options)
        XCTAssertEqual(empty.status, 0, empty.errors)
        XCTAssertTrue(empty.text.contains(#""totalPosts":0"#), empty.text)

        let json = try String(
            contentsOf: folder.appendingPathComponent("social_media_posts.json"), encoding: .utf8)
        _ = try Database.query(
            "insert into \(posts.name) select * from json_populate_recordset(null::\(posts.name), $rows$\(json)$rows$);"
        )
        let page = try runRecipe(options)
        XCTAssertEqual(page.status, 0, page.errors)
        let input = try BuiltProgram.run(
            [
                "-c", #""$0" social - "# + options + #" < "$1""#, try BuiltProgram.executable().path,
                folder.appendingPathComponent("social_media_posts.json").path,
            ],
            executable: URL(fileURLWithPath: "/bin/bash"))
        XCTAssertEqual(page.text, input.text)
        XCTAssertTrue(page.text.contains(#""totalPosts":46"#), page.text)
        // As it stands in README.md, it prints the page for people.
        let text = try runRecipe()
        XCTAssertEqual(text.status, 0, text.errors)
        XCTAssertTrue(text.text.contains("Social Analytics"), text.text)
    }

    func testAFailureOfTheDatabaseIsOne() throws {
        _ = try Database.query("drop table if exists social_media_posts")
        let run = try runRecipe()
        XCTAssertNotEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("social_media_posts"), run.errors)
    }
}
