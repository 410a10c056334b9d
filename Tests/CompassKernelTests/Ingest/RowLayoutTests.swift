import XCTest

@testable import CompassKernel

/// The reader predicts each row's keys from the previous row; predictions must never change a row's values.
final class RowLayoutTests: XCTestCase {
    /// Loads `rows` as one document and one by one, where no prediction is possible.
    private func expectRowsAsReadAlone(_ rows: [String], file: StaticString = #filePath, line: UInt = #line) {
        // Predictions up to the end of the last row require enough bytes after it.
        let padding = String(repeating: " ", count: 64)
        let together = PostLoad("[" + rows.joined(separator: ",") + padding + "]", file: file, line: line)
        var expected: [PostRow] = []
        for row in rows {
            let alone = PostLoad("[" + row + padding + "]", file: file, line: line)
            XCTAssertNil(alone.documentError, row, file: file, line: line)
            expected += alone.rows
        }
        XCTAssertNil(together.documentError, file: file, line: line)
        XCTAssertEqual(Set(together.rows), Set(expected), file: file, line: line)
        XCTAssertEqual(together.rows.count, expected.count, file: file, line: line)
    }

    private let members = [
        #""id":"@""#, #""platform":"instagram""#, #""post_date":"2026-02-10T12:00:00Z""#,
        #""post_content":"text @""#, #""is_recruiting_related":true"#,
    ]

    private func row(_ number: Int, _ members: [String]) -> String {
        "{" + members.joined(separator: ",").replacingOccurrences(of: "@", with: "row-\(number)") + "}"
    }

    func testEveryOrderOfKeysAfterEveryOther() {
        var orders: [[String]] = [[]]
        for member in members.prefix(4) {
            orders = orders.flatMap { order in
                (0...order.count).map { place in Array(order[..<place]) + [member] + Array(order[place...]) }
            }
        }
        XCTAssertEqual(orders.count, 24)
        for first in orders {
            var rows: [String] = []
            for (number, second) in orders.enumerated() {
                rows.append(row(2 * number, first))
                rows.append(row(2 * number + 1, second))
            }
            expectRowsAsReadAlone(rows)
        }
    }

    func testMissingAndAdditionalKeys() {
        var rows: [String] = []
        for number in 0..<64 {
            let kept = members.enumerated().filter { $0.offset < 3 || number >> ($0.offset - 3) & 1 == 0 }
            let extra = number & 4 == 0 ? [] : [#""unknown":{"id":"inner","a":[1,{}]}"#]
            let first = number & 8 == 0 ? [#""z":null"#] : []
            rows.append(row(number, first + kept.map(\.element) + extra))
        }
        expectRowsAsReadAlone(rows)
    }

    func testSpacesThatAppearOrVanishBetweenRows() {
        let styles: [(String, String, String)] = [
            ("", ":", ","), ("", ": ", ","), ("", " :", ", "), (" ", ":", " ,"),
            ("\n  ", ":\t\r\n ", ",\n  "),
            ("", ":  ", ","),
        ]
        func styled(_ number: Int, _ style: (String, String, String)) -> String {
            let values = [
                ("id", "\"s\(number)\""), ("platform", "\"twitter\""), ("post_date", "\"2026-02-10 12:00Z\""),
                ("is_recruiting_related", "true"), ("x", "-1.5e3"), ("y", "[1, 2]"), ("z", "{ }"),
                ("notes", "null"),
            ]
            let members = values.map { "\"\($0.0)\"" + style.1 + $0.1 }
            return "{" + style.0 + members.joined(separator: style.2) + style.0 + "}"
        }
        for first in styles {
            for second in styles {
                expectRowsAsReadAlone([
                    styled(1, first), styled(2, second), styled(3, first), styled(4, second),
                ])
            }
        }
    }

    func testKeysLongerThanAPattern() {
        for length in 25...40 {
            let key = String(repeating: "k", count: length)
            let rows = (0..<4).map { number in
                row(number, ["\"\(key)\":\(number)"] + members + ["\"\(key)\":\"\(number)\""])
            }
            expectRowsAsReadAlone(rows)
        }
    }

    /// A long key's entry once matched a byte of 0x01, and the reader skipped what followed it.
    func testControlCharacterWhereALongKeyWasIsAFault() {
        let key = String(repeating: "k", count: 40)
        let good = "{\"\(key)\":1," + members[0] + "," + members[1] + "," + members[2] + "}"
        for garbage in [String(repeating: "g", count: 42), "\"\(key.dropLast())\":"] {
            let bad = good.replacingOccurrences(of: "\"\(key)\":", with: "\u{1}" + garbage)
            let load = PostLoad("[\(good),\(bad)]")
            XCTAssertEqual(load.documentError?.byteOffset, good.utf8.count + 3, "\(load)")
        }
        // The reader must not read past the end of the document either.
        let short = "[\(good),{\u{1}" + String(repeating: " ", count: 31)
        XCTAssertEqual(PostLoad(short).documentError?.byteOffset, good.utf8.count + 3)
    }

    func testMoreMembersThanEntries() {
        for count in [60, 64, 65, 70, 130] {
            let others = (0..<count).map { "\"k\($0)\":\($0)" }
            let rows = (0..<5).map { row($0, others + members) }
            expectRowsAsReadAlone(rows + [row(9, members + others)])
        }
    }

    func testDuplicateKeysKeepTheLastValue() {
        let twice = members + [#""post_content":"last of @""#, #""id":"other @""#]
        expectRowsAsReadAlone([row(1, twice), row(2, members), row(3, twice)])
        XCTAssertEqual(PostLoad("[" + row(1, twice) + "]").rows.map(\.id), ["other row-1"])
        XCTAssertEqual(PostLoad("[" + row(1, twice) + "]").rows.map(\.content), ["last of row-1"])
        // The last value counts even if it is null.
        let nulled = row(2, members + [#""post_content":null"#])
        XCTAssertEqual(PostLoad("[\(row(1, members)),\(nulled)]").rows.map(\.content), ["text row-1", nil])
    }

    func testEscapedKeysNameTheSameFields() {
        let escaped = members.map {
            $0.replacingOccurrences(of: "\"id\"", with: #""\u0069d""#)
                .replacingOccurrences(of: "post_content", with: #"post\u005Fcontent"#)
        }
        expectRowsAsReadAlone([row(1, members), row(2, escaped), row(3, members), row(4, escaped)])
        XCTAssertEqual(PostLoad("[" + row(1, escaped) + "]").rows.map(\.content), ["text row-1"])
    }

    func testEmptyRowsBetween() {
        let report = PostLoad("[{},\(row(1, members)),{ },\(row(2, members)),{}]").report
        XCTAssertEqual(report?.rows, 5)
        XCTAssertEqual(report?.skipped, 3)
        XCTAssertEqual(report?.loaded, 2)
    }

    func testRandomRows() {
        let others = [
            #""a":{"b":[]}"#, #""long_name_of_an_unknown_column":"x""#, #""notes":"n""#, #""b": 1"#,
        ]
        for round in 0..<SeededRandom.rounds(30) {
            var random = SeededRandom(round: round)
            var rows: [String] = []
            for number in 0..<20 {
                var kept = members + others.filter { _ in random.chance(1, of: 2) }
                if random.chance(1, of: 3) { kept.shuffle(using: &random) }
                rows.append(row(number, kept))
            }
            expectRowsAsReadAlone(rows)
            if let testRun, testRun.failureCount > 0 { return XCTFail(random.label) }
        }
    }
}
