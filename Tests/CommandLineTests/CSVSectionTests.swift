import CompassKernel
import Foundation
import XCTest

@testable import compass

/// `--section` and `--raw`, and CSV on a terminal.
final class CSVSectionTests: CommandLineTestCase {
    private struct Case {
        let arguments: [String]
        let sections: [String]
    }

    private static func names<Section: CSVSections>(_ type: Section.Type) -> [String] {
        Section.allCases.map(\.rawValue)
    }

    private static let cases = [
        Case(
            arguments: ["social", "--compare", "--heat-map"],
            sections: names(SocialAnalyticsPage.CSVSection.self)),
        Case(arguments: ["feed", "--linked"], sections: names(FeedPage.CSVSection.self)),
        Case(arguments: ["feed", "--linked", "--page-size", "7"], sections: names(FeedPage.CSVSection.self)),
        Case(arguments: ["timeline", "--range", "all"], sections: names(TimelinePage.CSVSection.self)),
        Case(arguments: ["activity"], sections: names(ActivityPage.CSVSection.self)),
        Case(arguments: ["activity", "--page", "2"], sections: names(ActivityPage.CSVSection.self)),
        Case(arguments: ["report", "--compare"], sections: names(ReportPage.CSVSection.self)),
    ]

    private func csv(_ arguments: [String]) throws -> CommandLineRun {
        try CommandLineRun.run(
            [arguments[0], try data(), "--now", Self.now, "--format", "csv"] + arguments.dropFirst())
    }

    func testEachSectionIsItsBlockOfTheWhole() throws {
        for each in Self.cases {
            let whole = try csv(each.arguments)
            XCTAssertEqual(whole.status, 0, whole.errors)
            let blocks = whole.text.components(separatedBy: "\r\n\r\n")
            XCTAssertEqual(blocks.count, each.sections.count, "\(each.arguments)")
            for (name, block) in zip(each.sections, blocks) {
                let section = try csv(each.arguments + ["--section", name])
                XCTAssertEqual(section.status, 0, section.errors)
                let ending = name == each.sections.last ? "" : "\r\n"
                XCTAssertEqual(section.text, block + ending, "\(each.arguments) \(name)")
            }
        }
    }

    func testSectionsThatNeedAnOptionSaySo() throws {
        for (arguments, option) in [
            (["social", "--section", "heatMap"], "--heat-map"),
            (["social", "--section", "previous"], "--compare"),
            (["feed", "--section", "linked.schools"], "--linked"),
            (["feed", "--section", "linked.coaches"], "--linked"),
            (["report", "--section", "previous.cards"], "--compare"),
        ] {
            let run = try csv(arguments)
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains("is accepted only with '\(option)'"), run.errors)
        }
        // A comparison with all time has no previous period: the section has its header but no rows.
        let all = try csv(["social", "--range", "all", "--compare", "--section", "previous"])
        XCTAssertEqual(all.status, 0, all.errors)
        XCTAssertEqual(all.text.components(separatedBy: "\r\n").count, 2, all.text)
    }

    func testAnUnknownSectionIsRefusedWithAllThatThereAre() throws {
        for (command, sections) in Self.cases.map({ ($0.arguments[0], $0.sections) }) + [
            ("inspect", Self.names(InspectionSection.self))
        ] {
            let run = try CommandLineRun.run([command, try data(), "--format", "csv", "--section", "nothing"])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains(sections.joined(separator: ", ")), run.errors)
        }
        for option in [["--section", "posts"], ["--raw"]] {
            let run = try CommandLineRun.run(["feed", try data()] + option)
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(
                run.errors.contains("'\(option[0])' is accepted only with '--format csv'"), run.errors)
        }
    }

    func testSectionsOfAnInspection() throws {
        let folder = try folder([
            "schools.json": #"[{"id":"s","name":"Rice"},{"name":"x"}]"#, "offers.json": "{",
        ])
        func section(_ name: String) throws -> String {
            try CommandLineRun.run(["inspect", folder.path, "--format", "csv", "--section", name]).text
        }
        XCTAssertTrue(try section("tables").hasPrefix("table,rows,loaded,skipped,replaced,warnings,source"))
        XCTAssertEqual(
            try section("tables.problems"),
            "table,row,byteOffset,field,reason,severity\r\nschools,2,26,id,is missing,error\r\n")
        XCTAssertTrue(
            try section("failures").hasPrefix("failedTable,source,line,column,byteOffset,reason\r\noffers,"))
    }

    func testRawLeavesTheApostropheOut() throws {
        let folder = try folder([
            "social_media_posts.json": """
            [{"id":"=1","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"+a,b",\
            "author_handle":"@x","school_id":"-s","is_recruiting_related":true}]
            """,
            "schools.json": #"[{"id":"-s","name":"=SUM(A1)"}]"#,
        ])
        func csv(_ command: String, _ more: String...) throws -> String {
            let run = try CommandLineRun.run(
                [command, folder.path, "--now", Self.now, "--format", "csv", "--section"] + more)
            XCTAssertEqual(run.status, 0, run.errors)
            return String(run.text.split(separator: "\r\n")[1])
        }
        XCTAssertTrue(try csv("feed", "posts").hasPrefix(#"'=1,,'-s,'=SUM(A1),twitter,,"'+a,b",2026"#))
        XCTAssertTrue(try csv("feed", "posts", "--raw").hasPrefix(#"=1,,-s,=SUM(A1),twitter,,"+a,b",2026"#))
        XCTAssertTrue(
            try csv("feed", "posts", "--raw", "--page-size", "5").hasPrefix(
                #"=1,,-s,=SUM(A1),twitter,,"+a,b",2026"#))
        XCTAssertEqual(try csv("social", "topSchools"), "'-s,'=SUM(A1),1")
        XCTAssertEqual(try csv("social", "topSchools", "--raw"), "-s,=SUM(A1),1")
    }

    func testATerminalGetsNoControlCharacters() throws {
        #if os(Linux)
            let folder = try folder([
                "social_media_posts.json": """
                [{"id":"1","platform":"twitter","post_date":"2026-02-28T10:00:00Z",\
                "post_content":"\\u001b[31mred\\rover\\u202e\\u0007\\nnext \\u009b2J","is_recruiting_related":true}]
                """
            ])
            let arguments = ["--now", Self.now, "--format", "csv"]
            for (command, section) in [("feed", "posts"), ("social", "recentRecruitingPosts")] {
                let all = [command, folder.path] + arguments + ["--section", section]
                let plain = try CommandLineRun.run(all)
                XCTAssertTrue(
                    plain.text.contains("\u{1b}[31mred\rover\u{202e}\u{7}\nnext \u{9b}2J"), plain.text)
                let words = all.map { "'\($0)'" }.joined(separator: " ")
                let shown = try CommandLineRun.run(
                    ["-q", "-e", "-c", "\"$COMPASS\" \(words)", "/dev/null"],
                    environment: ["COMPASS": try CommandLineRun.executable().path, "SHELL": "/bin/sh"],
                    executable: URL(fileURLWithPath: "/usr/bin/script"))
                XCTAssertEqual(shown.status, 0, shown.errors)
                XCTAssertTrue(
                    shown.text.contains("\u{fffd}[31mred over\u{fffd}\r\nnext \u{fffd}2J"), shown.text)
                // The terminal itself ends lines with both.
                for scalar in shown.text.replacingOccurrences(of: "\r\n", with: "").unicodeScalars {
                    XCTAssertNotEqual(scalar.properties.generalCategory, .control, "U+\(scalar.value)")
                }
            }
        #endif
    }
}
