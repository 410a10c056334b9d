import Foundation
import XCTest

/// Pages of several tables: they show the available tables, and exit with 66 when there are none.
final class MissingTablesTests: CommandLineTestCase {
    private static let tables = [
        "activity": ["interactions", "school_status_history", "documents"],
        "report": ["schools", "coaches", "interactions", "performance_metrics"],
        "overview": [
            "social_media_posts", "schools", "coaches", "interactions", "events", "offers",
            "school_status_history", "documents", "performance_metrics",
        ],
    ]

    private func warnings(_ run: CommandLineRun) -> [String] {
        run.errors.split(separator: "\n").filter { $0.hasPrefix("Warning: ") }.map(String.init).sorted()
    }

    func testEachMissingTableIsNamedAndTheRestIsShown() throws {
        for (command, tables) in Self.tables {
            for table in tables {
                let directory = try folder(["\(table).ndjson": ""]).path
                for format in ["text", "json"] {
                    let run = try CommandLineRun.run([command, directory, "--format", format])
                    XCTAssertEqual(run.status, 0, "\(command) of \(table): \(run.errors)")
                    XCTAssertFalse(run.text.isEmpty)
                    XCTAssertEqual(
                        warnings(run),
                        tables.filter { $0 != table }.sorted().map {
                            "Warning: \($0): missing: there is neither \($0).json nor \($0).ndjson"
                        }, "\(command) of \(table)")
                }
            }
        }
    }

    func testWithoutAnyTablePagesEndWith66() throws {
        // Schools alone are not activity.
        for (command, files) in [
            ("activity", [:]), ("activity", ["schools.json": "[]"]), ("report", [:]),
            ("report", ["offers.json": "[]"]),
            ("overview", [:]), ("overview", ["posts.json": "[]"]),
        ] {
            let directory = try folder(files).path
            let run = try CommandLineRun.run([command, directory])
            XCTAssertEqual(run.status, 66, command)
            XCTAssertEqual(run.text, "")
            let names = try XCTUnwrap(Self.tables[command])
            let listed = names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
            XCTAssertTrue(
                run.errors.hasPrefix("Error: the tables \(listed) are missing: \(directory) has"), run.errors)
        }
    }

    func testAMalformedTableIsAWarning() throws {
        for (command, tables) in Self.tables {
            let files = Dictionary(uniqueKeysWithValues: tables.map { ("\($0).json", "[") })
            let run = try CommandLineRun.run([command, try folder(files).path])
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(warnings(run).count, tables.count, run.errors)
            for table in tables {
                XCTAssertTrue(
                    run.errors.contains("Warning: \(table): \(table).json: line 1, column 2 (byte 1)"),
                    run.errors)
            }
        }
    }
}
