import CompassKernel
import Foundation
import XCTest

/// The committed dataset in real tables: PostgreSQL's own JSON produces the page that SQL computes.
final class TinyDatasetTests: XCTestCase {
    private static let zones = [
        "UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns",
    ]
    private static let now = "2026-03-01T12:00:00Z"

    private var posts: PostRelation!

    override func setUpWithError() throws {
        try Database.requireServer()
        posts = try PostRelation(creating: "social_media_posts", idType: "uuid")
        // SQL lower-cases and orders names by ASCII here, so the names are ASCII only; one school remains
        // unknown.
        _ = try Database.query(
            """
            drop table if exists schools;
            create table schools (id uuid primary key, name text not null, status text, division text);
            \(try Self.insertion(of: "schools"))
            update schools set name = regexp_replace(name, '[^ -~]', '', 'g');
            \(try Self.insertion(of: "social_media_posts"))
            delete from schools where id = (
                select school_id from social_media_posts where school_id is not null
                group by school_id order by count(*) desc, school_id limit 1);
            """)
    }

    private static func insertion(of table: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/tiny")
        let json = try String(contentsOf: folder.appendingPathComponent(table + ".json"), encoding: .utf8)
        return
            "insert into \(table) select * from json_populate_recordset(null::\(table), $rows$\(json)$rows$);"
    }

    private func load(zone: String = "UTC") throws -> SocialPosts {
        let (table, report) = try PostTable.load(json: try posts.array(zone: zone))
        XCTAssertEqual(report.problems, [], zone)
        XCTAssertEqual(table.checkInvariants(), [], zone)
        let (schools, schoolReport) = try SchoolDirectory.load(
            json: try Database.document("select json_agg(t) from (select * from schools order by name) t"))
        XCTAssertEqual(schoolReport.problems, [], zone)
        return table.bound(to: schools)
    }

    func testPagesEqualSQLInEveryZoneAndRange() throws {
        for zone in Self.zones {
            let social = try load(zone: zone)
            XCTAssertGreaterThan(social.posts.count, 100)
            for days in [7, 30, 90, nil] {
                try expectPage(of: social, equals: posts, zone: zone, now: Self.now, days: days)
            }
            try expectHeatMap(of: social, equals: posts, zone: zone)
        }
    }

    func testFilteredPagesEqualSQL() throws {
        let social = try load()
        let schools = try Database.lines(
            "select distinct school_id from social_media_posts where school_id is not null order by 1 limit 3"
        )
        let day = { (year: Int, month: Int, day: Int) in CivilDate(year: year, month: month, day: day) }
        let filters: [(PostFilter, String)] = [
            (.platform(.instagram), "platform = 'instagram'"),
            (.recruiting && .platform(.twitter), "is_recruiting_related and platform = 'twitter'"),
            (.recruiting(false), "is_recruiting_related is not true"),
            (.flagged, "flagged_for_review"),
            (.sentiment([.negative, .veryPositive]), "sentiment in ('negative', 'very_positive')"),
            (.schools(schools), "school_id in ('\(schools.joined(separator: "', '"))')"),
            (
                .schools(schools) && .sentiment([.neutral]) && .flagged(false),
                "school_id in ('\(schools.joined(separator: "', '"))') and sentiment = 'neutral' "
                    + "and flagged_for_review is not true"
            ),
        ]
        for (filter, condition) in filters {
            for days in [30, nil] {
                try expectPage(
                    of: social, equals: posts, zone: "America/New_York", now: Self.now, days: days,
                    where: filter, condition)
            }
        }
        for days in [30, nil] {
            try expectPage(
                of: social, equals: posts, zone: "America/New_York", now: Self.now, days: days,
                where: .dates(from: day(2026, 2, 3), to: day(2026, 2, 17)),
                "(post_date at time zone zone)::date between '2026-02-03' and '2026-02-17'",
                dates: (from: "2026-02-03", to: "2026-02-17"))
        }
    }

    func testArraysAndLinesOfEveryFormGiveTheSameTable() throws {
        let expected = ExpectedPage(try page(.json, try posts.array()))
        let rows = "(select * from social_media_posts order by post_date desc) t"
        let arrays = [
            "select jsonb_agg(t) from \(rows)", "select jsonb_pretty(jsonb_agg(t)) from \(rows)",
            "select array_to_json(array_agg(t), true) from \(rows)",
            "select coalesce(json_agg(t), '[]')::character varying from \(rows)",
            "select '[' || string_agg(row_to_json(t, true)::text, E'\\r\\n\\t,') || E']\\n' from \(rows)",
        ]
        for sql in arrays {
            XCTAssertEqual(ExpectedPage(try page(.json, try Database.document(sql))), expected, sql)
        }
        for sql in ["select row_to_json(t) from \(rows)", "select to_jsonb(t) from \(rows)"] {
            XCTAssertEqual(ExpectedPage(try page(.ndjson, try Database.document(sql))), expected, sql)
        }
    }

    func testNarrowerSelectKeepsWhatItHas() throws {
        let select = "id, platform, sentiment, is_recruiting_related, post_date, school_id"
        let narrow = try page(.json, try posts.array(select: select))
        XCTAssertEqual(ExpectedPage(narrow), ExpectedPage(try page(.json, try posts.array())))
        XCTAssertEqual(narrow.recentRecruitingPosts.compactMap(\.postContent), [])
    }

    func testNoRowsAreAnEmptyArrayOfPostgREST() throws {
        _ = try Database.query("delete from social_media_posts")
        let empty = try Database.document(
            "select coalesce(json_agg(t), '[]') from (select * from social_media_posts) t")
        XCTAssertEqual(try PostTable.load(json: empty).table.count, 0)
    }

    private func page(_ format: DocumentFormat, _ bytes: [UInt8]) throws -> SocialAnalyticsPage {
        let (table, report) =
            format == .json ? try PostTable.load(json: bytes) : try PostTable.load(ndjson: bytes)
        XCTAssertEqual(report.problems, [])
        return table.bound(to: .empty).analyticsPage(
            .last(days: 90), asOf: try Timestamp(parsing: Self.now), in: .utc)
    }
}
