import XCTest

@testable import CompassKernel

/// Rows that occasionally occur in users' tables: what PostgreSQL prints for them is read exactly.
final class OddRowsTests: XCTestCase {
    private static let zones = [
        "UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns",
        "Africa/Monrovia", "Europe/Amsterdam", "Pacific/Apia",
    ]
    /// Instants that no page can show, but that PostgreSQL prints.
    private static let unreadable = [
        "infinity", "-infinity", "0044-03-15 12:00:00+00 BC", "4713-01-01 00:00:00+00 BC",
        "294276-12-31 23:59:59.999999+00",
    ]
    private static let readable = [
        "2026-02-10 09:30:00+00", "2026-02-10 09:30:00.1+00", "2026-02-10 09:30:00.12+00",
        "2026-02-10 09:30:00.123+00", "2026-02-10 09:30:00.1234+00", "2026-02-10 09:30:00.12345+00",
        "2026-02-10 09:30:00.123456+00", "2026-02-10 09:30:00.000001+00", "1969-12-31 23:59:59.999999+00",
        "1883-11-18 16:59:59+00", "1800-06-01 00:00:00.5+00", "1899-12-31 12:00:00+00",
        "1582-10-10 00:00:00+00", "0001-01-02 00:00:00+00", "9999-12-30 23:59:59.999999+00",
        "10000-01-02 00:00:00+00", "54321-06-07 08:09:10.25+00", "99999-12-30 00:00:00+00",
        "2000-02-29 00:00:00+00", "2026-03-08 07:00:00+00", "2025-11-02 05:30:00+00",
    ]
    /// SQL expressions of texts.
    private static let texts = [
        "null", "''", "' '", "'Go Owls 🏈🏽 👩‍👩‍👧‍👦'", "'\"quoted\" \\back/slash\\\\'",
        "(select string_agg(chr(n), '') from generate_series(1, 31) n)", "chr(127) || chr(128) || chr(159)",
        "'line' || chr(8232) || 'paragraph' || chr(8233)", "'שלום ' || chr(8238) || 'abc' || chr(8236)",
        "'zero' || chr(8203) || 'width' || chr(8205) || chr(65279)", "'e' || chr(769) || ' é'",
        "repeat('long 💯 text \\\" ', 20000)", "chr(65533) || chr(1114111) || chr(65535) || chr(57344)",
        "'{\"id\":\"x\"},{'", "'\\u0041 \\ud83d'", "'<script>&amp;</script>'", "E'\\r\\n\\t\\b\\f'",
    ]

    private var posts: PostRelation!

    override func setUpWithError() throws {
        try Database.requireServer()
        posts = try PostRelation(creating: "odd_posts", idType: "text")
        let instants = (Self.readable + Self.unreadable).enumerated().map { number, instant in
            "('instant \(number)', 'twitter', '\(instant)', null, null, null, null, '\(instant)')"
        }
        let texts = Self.texts.enumerated().map { number, text in
            "('text \(number)', 'instagram', timestamptz '2026-01-01 00:00+00' + \(number) * interval '1 hour', "
                + "\(text), \(text), \(text), \(text), null)"
        }
        _ = try Database.query(
            """
            set standard_conforming_strings to on;
            insert into odd_posts (
                id, platform, post_date, post_content, author_handle, author_name, notes, created_at)
            values \((instants + texts).joined(separator: ",\n"));
            """)
    }

    private func load(_ bytes: [UInt8], zone: String) throws -> PostTable {
        let (table, report) = try PostTable.load(json: bytes)
        XCTAssertEqual(table.checkInvariants(), [], zone)
        XCTAssertEqual(report.skipped, Self.unreadable.count, zone)
        XCTAssertEqual(report.warnings, 0, zone)
        XCTAssertEqual(Set(report.problems.map(\.field)), ["post_date"], zone)
        return table
    }

    func testInstantsAreReadExactlyInEverySessionZone() throws {
        let expected = try Database.lines(
            """
            select id || ' ' || (extract(epoch from post_date) * 1000000)::bigint from odd_posts
            where isfinite(post_date) and extract(year from post_date) between 1 and 99999
            order by post_date desc, id collate "C"
            """)
        XCTAssertEqual(expected.count, Self.readable.count + Self.texts.count)
        for zone in Self.zones {
            let table = try load(try posts.array(zone: zone), zone: zone)
            let found = table.map { "\($0.id) \($0.postDate.micros)" }
            XCTAssertEqual(found, expected, zone)
            for row in 0..<table.count where table[row].id.hasPrefix("instant") {
                XCTAssertEqual(
                    table[row].createdAt, table.timestamps[row], "\(zone): \(found[row])")
            }
        }
    }

    func testTimestampsOfHistoricZonesHaveSecondsInTheirOffset() throws {
        let printed = String(decoding: try posts.array(zone: "America/New_York"), as: UTF8.self)
        XCTAssertTrue(printed.contains("-04:56:02\""), "the database's zone data have no local mean time")
    }

    func testUnreadableInstantsAreReportedWithTheirText() throws {
        let (_, report) = try PostTable.load(json: try posts.array())
        let reasons = report.problems.map(\.reason).joined(separator: "\n")
        for text in ["infinity", "-infinity", "0044-03-15T12:00:00+00:00 BC", "294276-12-31T23:59:59.999999"]
        {
            XCTAssertTrue(reasons.contains(text), "\(text) is not in \(reasons)")
        }
    }

    func testTextIsReadBackByteForByte() throws {
        let expected = try Database.lines(
            """
            select concat_ws(' ', id, \(["post_content", "author_handle", "author_name", "notes"].map {
                "coalesce('x' || encode(convert_to(\($0), 'UTF8'), 'hex'), 'null')"
            }.joined(separator: ", ")))
            from odd_posts where id like 'text%' order by post_date desc
            """)
        let rows = "(select * from odd_posts order by post_date desc) t"
        for sql in [
            "select json_agg(t) from \(rows)", "select jsonb_agg(t) from \(rows)",
            "select jsonb_pretty(jsonb_agg(t)) from \(rows)",
        ] {
            let table = try load(try Database.document(sql), zone: "UTC")
            let found = (0..<table.count).compactMap { row -> String? in
                let id = table[row].id
                guard id.hasPrefix("text") else { return nil }
                let post = table[row]
                let columns = [post.postContent, post.authorHandle, post.authorName, post.notes]
                let texts = columns.map { text in text.map { "x" + Self.hexadecimal($0.utf8) } ?? "null" }
                return ([id] + texts).joined(separator: " ")
            }
            XCTAssertEqual(found.count, expected.count, sql)
            for (text, wanted) in zip(found, expected) where text != wanted {
                XCTFail("\(sql): \(text.prefix(400)) is not \(wanted.prefix(400))")
            }
        }
    }

    private static func hexadecimal(_ bytes: String.UTF8View) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    func testLinesGiveTheSameTableAsTheArray() throws {
        for zone in Self.zones {
            let lines = try Database.document(
                "select row_to_json(t) from (select * from odd_posts order by post_date desc) t", zone: zone)
            let (table, report) = try PostTable.load(ndjson: lines)
            let array = try load(try posts.array(zone: zone), zone: zone)
            XCTAssertEqual(report.skipped, Self.unreadable.count)
            XCTAssertEqual(
                table.map(\.id), array.map(\.id))
            XCTAssertEqual(
                table.map(\.postContent), array.map(\.postContent))
        }
    }
}
