import Foundation
import XCTest

@testable import CompassKernel

/// The list of schools or coaches with their numbers of posts.
final class NamedPostCountsTests: XCTestCase {
    private let rows = [
        NamedPostCount(id: "b", name: "Alpha", postCount: 2),
        NamedPostCount(id: "a", name: "\u{e9}", postCount: 0),
        NamedPostCount(id: "", name: "", postCount: .max),
    ]

    func testIsTheListOfItsElements() {
        let counts = NamedPostCounts(rows)
        XCTAssertEqual(Array(counts), rows)
        XCTAssertEqual(counts.reversed(), rows.reversed())
        XCTAssertEqual(counts.map(\.id), ["b", "a", ""])
        XCTAssertEqual(counts[1].name, "\u{e9}")
        XCTAssertEqual(NamedPostCounts(counts.dropFirst()).map(\.id), ["a", ""])
        XCTAssertTrue(NamedPostCounts([]).isEmpty)
        XCTAssertEqual(NamedPostCounts(counts.dropFirst(3)), [])
    }

    func testIsEqualByElements() {
        let counts = NamedPostCounts(rows)
        XCTAssertEqual(counts, NamedPostCounts(rows))
        XCTAssertEqual(Set([counts, NamedPostCounts(rows)]).count, 1)
        for index in rows.indices {
            var other = rows
            other[index].postCount -= 1
            XCTAssertNotEqual(counts, NamedPostCounts(other))
        }
        XCTAssertNotEqual(counts, NamedPostCounts(rows.reversed()))
        XCTAssertNotEqual(counts, NamedPostCounts(rows.dropLast()))
        var decomposed = rows
        decomposed[1].name = "e\u{301}"
        XCTAssertNotEqual(counts, NamedPostCounts(decomposed), "other bytes")
    }

    /// Lists of one table leave out different codes, and share their names all the same.
    func testLeavesCodesOut() throws {
        let rows = ["b", "a", "c"].enumerated().map { index, school in
            postJSON("\(index)", "2026-02-0\(9 - index)T00:00:00Z", #","school_id":"\#(school)""#)
        }
        let posts = try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8).table
        let social = posts.bound(to: .empty)
        let names = social.schoolNames
        XCTAssertEqual(NamedPostCounts(names) { _ in nil }, [])
        let all = NamedPostCounts(names) { $0 + 1 }
        XCTAssertEqual(all.map(\.id), ["a", "b", "c"])
        XCTAssertEqual(all.map(\.postCount), [2, 1, 3], "codes in order of appearance")
        for left in 0..<3 {
            let others = NamedPostCounts(names) { $0 == left ? nil : $0 + 1 }
            XCTAssertEqual(Array(others), all.filter { $0.postCount != left + 1 })
        }
    }

    /// Changing an element changes no copy.
    func testElementsCanBeReplaced() {
        let original = NamedPostCounts(rows)
        for index in rows.indices {
            for new in [rows[0], NamedPostCount(id: "n", name: "New", postCount: -1)] {
                var (counts, expected) = (original, rows)
                counts[index] = new
                expected[index] = new
                XCTAssertEqual(Array(counts), expected)
                counts[index].postCount = 7
                expected[index].postCount = 7
                XCTAssertEqual(Array(counts), expected)
            }
        }
        var sorted = original
        sorted.sort { $0.id < $1.id }
        XCTAssertEqual(sorted.map(\.id), ["", "a", "b"])
        XCTAssertEqual(sorted.map(\.name), ["", "\u{e9}", "Alpha"])
        XCTAssertEqual(Array(original), rows)
    }

    func testReadsAndWritesAnArray() throws {
        let counts = NamedPostCounts(rows)
        let document = try JSONEncoder().encode(counts)
        XCTAssertEqual(try JSONDecoder().decode([NamedPostCount].self, from: document), rows)
        XCTAssertEqual(try JSONDecoder().decode(NamedPostCounts.self, from: document), counts)
    }
}
