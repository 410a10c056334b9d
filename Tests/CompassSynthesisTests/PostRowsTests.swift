import CompassSynthesis
import Foundation
import XCTest

/// The properties of 20,000 generated posts.
final class PostRowsTests: XCTestCase {
    // Never changed once made; `Any` alone keeps the rows from being `Sendable`.
    nonisolated(unsafe) private static let generated = Result {
        () throws -> (posts: [JSONRow], text: String, schools: [JSONRow]) in
        let generator = try DatasetGenerator(SynthesisOptions(posts: 20_000))
        return (
            try generator.rows(of: .socialMediaPosts),
            String(decoding: generator.bytes(of: .socialMediaPosts), as: UTF8.self),
            try generator.rows(of: .schools)
        )
    }

    private var posts: [JSONRow] {
        get throws { try Self.generated.get().posts }
    }

    func testRowsHaveTheColumnsInTheirOrder() throws {
        let text = try Self.generated.get().text
        let columns = [
            "id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date",
            "author_handle",
            "author_name", "is_recruiting_related", "flagged_for_review", "sentiment", "notes", "created_at",
            "updated_at",
        ]
        for row in try posts.prefix(500) { XCTAssertEqual(Set(row.keys), Set(columns)) }
        let firstRow = try XCTUnwrap(text.split(separator: "\n").first)
        var rest = firstRow[...]
        for column in columns {
            let key = try XCTUnwrap(rest.range(of: "\"\(column)\":"), column)
            rest = rest[key.upperBound...]
        }
    }

    func testRowsAreSeparatedAsJSONAggregatesPrintThem() throws {
        let text = try Self.generated.get().text
        XCTAssertTrue(text.hasPrefix("[{\"id\":\""))
        XCTAssertTrue(text.hasSuffix("}]"))
        XCTAssertEqual(text.components(separatedBy: "}, \n {\"id\":\"").count, 20_000)
    }

    func testIDsAndURLsAreUnique() throws {
        XCTAssertEqual(Set(try posts.texts("id")).count, 20_000)
        XCTAssertEqual(Set(try posts.texts("post_url")).count, 20_000)
        for id in try posts.texts("id").prefix(1000) {
            XCTAssertEqual(UUID(uuidString: id)?.uuidString.lowercased(), id)
        }
    }

    func testPostsAreSortedNewestFirstThenByID() throws {
        let keys = try posts.map { row in
            (try micros(XCTUnwrap(row["post_date"] as? String)), try XCTUnwrap(row["id"] as? String))
        }
        for (newer, older) in zip(keys, keys.dropFirst()) {
            XCTAssertTrue(
                newer.0 > older.0
                    || (newer.0 == older.0 && newer.1.utf8.lexicographicallyPrecedes(older.1.utf8)),
                "\(newer) before \(older)")
        }
    }

    func testPostsReachUpToTheInstantAndFillEveryRange() throws {
        let asOf = SynthesisOptions.defaultAsOfMicros
        let day: Int64 = 86_400_000_000
        let times = try posts.texts("post_date").map(micros)
        XCTAssertLessThanOrEqual(try XCTUnwrap(times.first), asOf)
        XCTAssertGreaterThan(try XCTUnwrap(times.first), asOf - day)
        func count(_ days: Int64) -> Int { times.filter { time in time >= asOf - days * day }.count }
        XCTAssertGreaterThan(count(7), 150)
        XCTAssertGreaterThan(count(30), 800)
        XCTAssertGreaterThan(count(90), 2500)
        let span = (asOf - (try XCTUnwrap(times.last))) / day
        XCTAssertGreaterThan(span, 365)
        XCTAssertLessThan(span, 420)
    }

    func testNothingIsStoredBeforeItIsPostedOrAfterTheInstant() throws {
        for row in try posts {
            let posted = try micros(XCTUnwrap(row["post_date"] as? String))
            let created = try (row["created_at"] as? String).map(micros)
            let updated = try (row["updated_at"] as? String).map(micros)
            XCTAssertLessThanOrEqual(posted, created ?? posted)
            XCTAssertLessThanOrEqual(created ?? posted, updated ?? .max)
            XCTAssertLessThanOrEqual(max(created ?? 0, updated ?? 0), SynthesisOptions.defaultAsOfMicros)
        }
    }

    func testSharesOfValues() throws {
        let posts = try posts
        func percent(_ column: String, _ value: String) -> Double {
            posts.percent { row in row[column] as? String == value }
        }
        XCTAssertEqual(percent("platform", "twitter"), 60, accuracy: 2)
        XCTAssertEqual(percent("platform", "instagram"), 40, accuracy: 2)
        XCTAssertEqual(posts.nullPercent("sentiment"), 12, accuracy: 1)
        XCTAssertEqual(percent("sentiment", "very_positive"), 20, accuracy: 1.5)
        XCTAssertEqual(percent("sentiment", "positive"), 34, accuracy: 1.5)
        XCTAssertEqual(percent("sentiment", "neutral"), 27, accuracy: 1.5)
        XCTAssertEqual(percent("sentiment", "negative"), 7, accuracy: 1)
        XCTAssertEqual(
            posts.percent { row in row["is_recruiting_related"] as? Bool == true }, 30, accuracy: 1.5)
        XCTAssertEqual(
            posts.percent { row in row["flagged_for_review"] as? Bool == true }, 2.2, accuracy: 0.6)
        XCTAssertEqual(posts.nullPercent("school_id"), 1, accuracy: 0.3)
        XCTAssertEqual(posts.nullPercent("coach_id"), 10.5, accuracy: 1)
        XCTAssertEqual(posts.nullPercent("notes"), 98.5, accuracy: 0.4)
        for column in ["post_content", "author_handle", "author_name", "is_recruiting_related", "updated_at"]
        {
            XCTAssertGreaterThan(posts.nullPercent(column), 0, column)
            XCTAssertLessThan(posts.nullPercent(column), 2.5, column)
        }
        for column in ["id", "platform", "post_date", "post_url"] {
            XCTAssertEqual(posts.nullPercent(column), 0, column)
        }
    }

    func testSchoolsFollowALawOfZipf() throws {
        let schools = Set(try Self.generated.get().schools.texts("id"))
        var counts: [String: Int] = [:]
        for school in try posts.texts("school_id") {
            XCTAssertTrue(schools.contains(school))
            counts[school, default: 0] += 1
        }
        let sorted = counts.values.sorted(by: >)
        XCTAssertGreaterThan(sorted.count, 390)
        XCTAssertGreaterThan(sorted[0], 700)
        XCTAssertLessThan(sorted[0], 1600)
        XCTAssertGreaterThan(sorted.prefix(40).reduce(0, +), 8000)
        XCTAssertLessThan(sorted[sorted.count / 2], 50)
    }

    func testDaysAndWeeksHaveARhythm() throws {
        var hours = [Int](repeating: 0, count: 24)
        var weekdays = [Int](repeating: 0, count: 7)
        var perDay: [Int64: Int] = [:]
        for text in try posts.texts("post_date") {
            let local = try micros(text) / 1_000_000 - 6 * 3600
            hours[Int(local / 3600 % 24)] += 1
            weekdays[Int((local / 86_400 + 4) % 7)] += 1
            perDay[local / 86_400, default: 0] += 1
        }
        XCTAssertGreaterThan(hours[18...21].reduce(0, +), 10 * hours[1...4].reduce(0, +))
        XCTAssertGreaterThan(weekdays[6], weekdays[0] * 5 / 4)
        XCTAssertGreaterThan(weekdays[5], weekdays[1])
        let sorted = perDay.values.sorted()
        XCTAssertGreaterThan(sorted[sorted.count - 1], 2 * sorted[sorted.count / 2], "no bursts")
    }

    func testFractionsHaveNoneToSixDigitsAndNoTrailingZero() throws {
        var counts = [Int](repeating: 0, count: 7)
        for text in try posts.texts("post_date") {
            XCTAssertTrue(text.hasSuffix("+00:00"))
            let fraction = text.dropFirst(19).dropLast(6)
            XCTAssertFalse(fraction.hasSuffix("0") || fraction == ".", text)
            counts[max(0, fraction.count - 1)] += 1
        }
        for count in counts { XCTAssertGreaterThan(count, 800) }
    }

    func testSomePostsShareAnInstant() throws {
        let times = try posts.texts("post_date")
        XCTAssertLessThan(Set(times).count, times.count)
    }
}
