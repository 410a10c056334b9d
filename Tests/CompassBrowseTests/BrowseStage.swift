import CompassKernel
import CompassPages
import CompassProgram
import CompassTestSupport
import Foundation
import XCTest

@testable import CompassBrowse

/// The program over the tables of a folder, without a terminal: keys are pressed, and the screen is looked at.
@MainActor
struct BrowseStage {
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let tiny = tests.appendingPathComponent("../../Datasets/tiny").standardizedFileURL

    let program: BrowseProgram
    let clock = ManualClock()

    /// - Parameter tables: the files by table; those of the dataset tiny by default.
    init(rows: Int = 24, columns: Int = 80, isUnicode: Bool = true, tables: [TableName: String]? = nil) throws
    {
        let files = try tables?.mapValues { Array($0.utf8) } ?? Self.tinyTables()
        let source = DirectorySource { table throws(SourceError) in
            files[table].map { TableDocument($0, format: .json) }
        }
        let now = try Timestamp(parsing: "2026-03-01T12:00:00Z")
        let environment = PageEnvironment(source: source, clock: clock, now: { now }, zone: .utc)
        program = BrowseProgram(
            environment, place: Browsing.Place(changes: "Changes stay in memory", name: "tiny"),
            style: TerminalStyle(hasColors: true, isUnicode: isUnicode), size: (rows, columns))
        program.start()
    }

    static func tinyTables() throws -> [TableName: [UInt8]] {
        var files: [TableName: [UInt8]] = [:]
        for table in TableName.allCases {
            files[table] = Array(try Data(contentsOf: tiny.appendingPathComponent("\(table.rawValue).json")))
        }
        return files
    }

    /// Draws the screen.
    @discardableResult
    func draw() -> [String] {
        let screen = program.draw()
        program.noteVisibleBlocks()
        XCTAssertEqual(screen.rowCount, program.size.rows)
        for line in screen.lines { XCTAssertLessThanOrEqual(DisplayText.width(line), program.size.columns) }
        return screen.lines
    }

    /// Presses keys one after the other, and draws after each.
    func press(_ keys: TerminalKey...) {
        for key in keys {
            _ = program.handle(.key(key))
            draw()
        }
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    /// Waits until the page has loaded.
    func loaded(file: StaticString = #fileID, line: UInt = #line) async {
        await waitUntil(file: file, line: line) { program.page.phase == .content }
        draw()
    }

    /// Waits until the screen shows a text.
    func shows(_ text: String, file: StaticString = #fileID, line: UInt = #line) async {
        await waitUntil(file: file, line: line) { draw().contains { $0.contains(text) } }
    }

    /// Waits until the screen does not show a text.
    func hides(_ text: String, file: StaticString = #fileID, line: UInt = #line) async {
        await waitUntil(file: file, line: line) { !draw().contains { $0.contains(text) } }
    }
}

/// A test on the main actor, whose screens are compared with the committed pictures.
@MainActor
class BrowseTestCase: XCTestCase {
    /// `COMPASS_RENEW_GOLDEN=1` rewrites the picture; the difference is then reviewed like any other change.
    func expectPicture(
        _ stage: BrowseStage, _ name: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let (rows, columns) = stage.program.size
        let text = stage.draw().joined(separator: "\n") + "\n"
        let picture = BrowseStage.tests.appendingPathComponent("Screens/\(name)-\(columns)x\(rows).txt")
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: picture)
        }
        XCTAssertEqual(text, try String(contentsOf: picture, encoding: .utf8), name, file: file, line: line)
    }

    static let sizes = [(rows: 20, columns: 60), (24, 80), (40, 120)]
}
