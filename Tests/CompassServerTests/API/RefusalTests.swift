import XCTest

@testable import CompassServer

/// Every 400 says what is accepted.
final class RefusalTests: APITestCase {
    func testUnknownNamesNameTheNearest() async throws {
        try await expectError(400, "/api/social?rnage=7", containing: "'range'")
        try await expectError(400, "/api/social?rnage=7", containing: "accepted are range, top, recent")
        try await expectError(400, "/api/feed?pagesize=7", containing: "'page-size'")
        try await expectError(400, "/api/schools?page=1", containing: "has none")
        try await expectError(400, "/api/activity/widget?page=1", containing: "now, zone")
    }

    func testRepeatedParameters() async throws {
        try await expectError(400, "/api/social?range=7&range=30", containing: "more than once")
        try await expectError(400, "/api/timeline?school=a&school=b", containing: "more than once")
        let response = try await respond("/api/feed?sentiment=positive&sentiment=neutral")
        XCTAssertEqual(response.status, 200)
    }

    func testValues() async throws {
        let school = "no%20such%20school"
        let cases: [(String, String)] = [
            ("social?range=0", "number of days from 1"), ("social?range=week", "or all"),
            ("social?range=", "'range' is ''"), ("social?range", "'range' is ''"),
            ("social?top=-1", "0 to 500"), ("social?top=501", "0 to 500"), ("social?recent=501", "0 to 500"),
            ("social?days=0", "or all"), ("social?days=3661", "1 to 3660"),
            ("social?compare=yes", "true or false"),
            ("social?platform=Twitter", "twitter or instagram"), ("social?school=", "must not be empty"),
            ("social?school=\(school)", "'GET /api/schools'"),
            ("social?coach=\(school)", "GET /api/feed?linked"),
            ("social?coach=", "'coach' must not be empty"), ("social?sentiment=good", "very_positive"),
            ("social?type=all", "flagged or recruiting"),
            ("social?from=2026-02-30", "2026-03-01 is accepted"),
            ("social?to=tomorrow", "YYYY-MM-DD"),
            ("social?from=2026-02-02&to=2026-02-01", "'from' (2026-02-02)"),
            ("social?ignore-accents", "'ignore-accents' is accepted only with 'search'"),
            ("social?all-words=true", "only with 'search'"),
            ("social?search=" + String(repeating: "a", count: 1_001), "up to 1000"),
            ("social?search=" + String(repeating: "%C3%A9", count: 501), "1002 bytes"),
            ("social?zone=Mars/Olympus", "IANA names"), ("social?zone=", "IANA"),
            ("social?zone=../etc/passwd", "IANA"),
            ("social?now=yesterday", "today is accepted"), ("social?now=2026-02-30", "accepted"),
            ("social?range=4000", "more than 3660 days"), ("social?range=all&from=1900-01-01", "3660 days"),
            ("social?search=%ff", "UTF-8"),
            ("social.csv?section=nothing", "activityByDay"),
            ("social.csv?section=heatMap", "only with 'heat-map'"),
            ("social.csv?section=previous", "only with 'compare'"), ("social.csv?raw=1", "true or false"),
            ("feed?page-size=0", "1 to 500"), ("feed?page-size=501", "1 to 500"),
            ("feed?after=zzz", "'after'"),
            ("feed?days=7", "only with 'linked'"), ("feed.csv?section=linked.schools", "only with 'linked'"),
            ("timeline?range=9", "3, 6, 12 or all"), ("timeline?hide=posts", "events, interactions"),
            ("timeline?lanes-page=0", "from 1"), ("timeline?min-width=101", "0 to 100"),
            ("timeline?school=\(school)", "no school has"), ("timeline.svg?paper=a5", "a4"),
            ("activity?page=0", "from 1"), ("activity?limit-per-table=-1", "from 0"),
            ("activity?page-size=501", "1 to 500"),
            ("activity?type=post", "interaction"),
            ("activity?range=30", "quarter"), ("activity?full-text", "only with 'search'"),
            ("report?preset=2y", "ytd"), ("report?from=2026-01-01", "only together"),
            ("report?preset=7d&from=2026-01-01&to=2026-01-02", "not accepted with"),
            ("report?from=2026-01-02&to=2026-01-01", "End date must be after"),
            ("report.csv?section=previous.metrics.byType", "only with 'compare'"),
            ("timeline/levels?from=2026-01-01T00:00:00Z", "only together"),
            ("timeline/levels?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "before 'to'"),
            ("timeline/levels?width=0", "1 to 4096"), ("timeline/levels?limit=2001", "0 to 2000"),
            ("timeline/levels?lanes-per-page=101", "1 to 100"),
            ("timeline/levels?list-per-page=501", "0 to 500"),
            ("timeline/levels?min-width=2", "not a parameter"),
        ]
        for (target, words) in cases { try await expectError(400, "/api/" + target, containing: words) }
    }

    func testMessagesAreHarmless() async throws {
        let message = try await expectError(400, "/api/social?school=%1b%5b31m%0aX%e2%80%ae")
        XCTAssertFalse(message.contains("\u{202e}"))
        for name in ["school", "coach", "range", "zone", "after", "search=a&type", "full"] {
            let value = String(repeating: "x", count: 10_000)
            let long = try await expectError(400, "/api/feed?\(name)=\(value)")
            XCTAssertLessThan(long.count, 1_000, name)
        }
        let response = try await respond("/api/social?school=%3Cscript%3E")
        XCTAssertEqual(
            response.headers.first { $0.name == "content-type" }?.value, "application/json; charset=utf-8")
    }

    func testAChartWithAllDaysEndsWhereItsPostsBegin() async throws {
        for target in [
            "/api/social?days=all", "/api/social?range=all&to=2026-02-01", "/api/social?range=4000&days=30",
            "/api/feed?linked&days=all", "/api/social?range=all&from=2026-01-01&days=all",
        ] {
            let response = try await respond(target)
            XCTAssertEqual(response.status, 200, target)
        }
    }
}
