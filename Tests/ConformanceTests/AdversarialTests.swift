import CompassKernel
import CompassTestSupport
import Foundation
import XCTest

/// Every bad document of `Datasets/adversarial` produces the report in its `.expected.json`.
final class AdversarialTests: XCTestCase {
    private func forEachCase(
        _ body: (
            _ name: String, _ bytes: [UInt8], _ form: DocumentForm, _ expected: AdversarialCase.Expected
        ) throws -> Void
    ) throws {
        for one in try AdversarialCase.all() {
            let form = try XCTUnwrap(DocumentForm(rawValue: one.expected.format), one.name)
            try body(one.name, Array(Data(contentsOf: one.document)), form, one.expected)
        }
    }

    func testReports() throws {
        try forEachCase { name, bytes, form, expected in
            let table = try XCTUnwrap(TableName(rawValue: expected.table), name)
            let outcome = LoadOutcome(loading: bytes, as: table, form: form)
            XCTAssertNil(outcome.inconsistency(byteCount: bytes.count), name)
            switch (outcome, expected.result) {
            case (.loaded(let report, _), "loaded"):
                expectReport(report, expected, name)
            case (.malformed(let error), "malformed"):
                XCTAssertEqual(
                    error.byteOffset, expected.byteOffset, "byte offset of \(name): \(error.reason)")
                XCTAssertEqual(error.line, expected.line, "line of \(name)")
                XCTAssertEqual(error.column, expected.column, "column of \(name)")
                expect(error.reason.description, contains: expected.reasonContains, name)
            default:
                XCTFail("\(name) should be \(expected.result): \(outcome)")
            }
        }
    }

    private func expectReport(_ report: IngestReport, _ expected: AdversarialCase.Expected, _ name: String) {
        XCTAssertEqual(report.table, expected.table, name)
        XCTAssertEqual(report.rows, expected.rows, "rows of \(name)")
        XCTAssertEqual(report.loaded, expected.loaded, "loaded rows of \(name)")
        XCTAssertEqual(report.skipped, expected.skipped, "skipped rows of \(name)")
        XCTAssertEqual(report.replaced, expected.replaced, "replaced rows of \(name)")
        XCTAssertEqual(report.warnings, expected.warnings, "warnings of \(name)")
        let replacements = expected.replacements ?? []
        XCTAssertEqual(
            report.replacements.map { [$0.row, $0.byteOffset, $0.byRow] },
            replacements.map { [$0.row, $0.byteOffset, $0.byRow] }, "replaced rows of \(name)")
        XCTAssertEqual(
            report.replacements.flatMap { [$0.id, $0.rule.rawValue] },
            replacements.flatMap { [$0.id, $0.rule] }, "replaced rows of \(name)")
        let problems = expected.problems ?? []
        XCTAssertEqual(report.problems.count, problems.count, "problems of \(name): \(report.problems)")
        for (found, wanted) in zip(report.problems, problems) {
            XCTAssertEqual(found.row, wanted.row, "row of a problem of \(name): \(found)")
            XCTAssertEqual(
                found.byteOffset, wanted.byteOffset, "byte offset of a problem of \(name): \(found)")
            XCTAssertEqual(found.field, wanted.field, "field of a problem of \(name): \(found)")
            XCTAssertEqual(
                found.severity == .error, wanted.severity == "error", "severity in \(name): \(found)")
            expect(found.reason, contains: wanted.reasonContains, "\(name), row \(found.row)")
        }
    }

    private func expect(_ reason: String, contains word: String?, _ name: String) {
        guard let word else { return }
        // Scalars, not characters: the word may be cut out of the middle of one.
        let found = reason.lowercased().unicodeScalars.map(\.value)
        let wanted = word.lowercased().unicodeScalars.map(\.value)
        let isFound = found.indices.contains { found[$0...].starts(with: wanted) }
        XCTAssertTrue(isFound, "\(name): \"\(reason)\" lacks \"\(word)\"")
    }

    func testLoadedPostsOnThePage() throws {
        var comparedCases = 0
        try forEachCase { name, bytes, form, expected in
            guard expected.recruitingPosts != nil || expected.summary != nil else { return }
            comparedCases += 1
            let page = try analyticsPage(ofPosts: bytes, form: form)
            for (key, count) in expected.summary ?? [:] {
                XCTAssertEqual(summaryCount(key, of: page), count, "\(key) of \(name)")
            }
            guard let wanted = expected.recruitingPosts else { return }
            let posts = page.recentRecruitingPosts
            XCTAssertEqual(posts.count, wanted.count, "recruiting posts of \(name)")
            for (post, fields) in zip(posts, wanted) {
                for (key, text) in fields {
                    let found = field(key, of: post)
                    // Bytes: equal strings may differ in their normal form.
                    XCTAssertEqual(
                        found.map { Array($0.utf8) }, text.map { Array($0.utf8) },
                        "\(key) of post \(post.id) of \(name): \(found ?? "nil")")
                }
            }
        }
        XCTAssertGreaterThan(comparedCases, 40)
    }

    private func summaryCount(_ key: String, of page: SocialAnalyticsPage) -> Int? {
        switch key {
        case "totalPosts": page.summary.totalPosts
        case "recruitingPosts": page.summary.recruitingPosts
        case "positivePosts": page.summary.positivePosts
        case "analyzedPosts": page.summary.analyzedPosts
        case "activeSchools": page.summary.activeSchools
        default: nil
        }
    }

    private func field(_ key: String, of post: RecruitingPost) -> String? {
        switch key {
        case "id": post.id
        case "postContent": post.postContent
        case "authorHandle": post.authorHandle
        case "authorName": post.authorName
        case "schoolId": post.schoolID
        case "micros": String(post.postDate.timestamp.micros)
        default: "a key that is not known: \(key)"
        }
    }
}
