import CompassKernel
import CompassPages
import XCTest

@testable import CompassSupabase

/// Repeated requests and renewed tokens.
final class RetryTests: XCTestCase {
    func testPassingFailuresAreRepeatedWithGrowingDelays() async throws {
        let passing: [ScriptedTransport.Step] = [
            reply(429), reply(502), reply(503), reply(504), failure(.timedOut),
            failure(.connection(reason: "reset")),
        ]
        for step in passing {
            let test = ScriptedSource([step, step, step, rows(["p"])])
            _ = try await test.withoutWaiting { try await test.source.change(post: "p", to: .flag(true)) }
            // Half of 0.5 s, of 1 s and of 2 s, as the random number is one half.
            XCTAssertEqual(test.clock.delays, [.milliseconds(250), .milliseconds(500), .seconds(1)])
        }
    }

    func testTheFourthFailureIsReported() async throws {
        let cases: [(ScriptedTransport.Step, SourceError)] = [
            (reply(429), .rateLimited(retryAfter: nil)),
            (
                reply(503, #"{"message":"starting","hint":"wait"}"#),
                .server(status: 503, message: "starting; wait")
            ),
            (failure(.timedOut), .timedOut),
            (failure(.connection(reason: "reset")), .connection(reason: "reset")),
        ]
        for (step, expected) in cases {
            let test = ScriptedSource([step, step, step, step, rows(["p"])])
            let error = await sourceError {
                try await test.withoutWaiting { try await test.source.delete(post: "p") }
            }
            XCTAssertEqual(error, expected)
            XCTAssertEqual(test.transport.lines.count, 4)
        }
    }

    func testOtherFailuresAreNotRepeated() async throws {
        let denied =
            #"{"code":"42501","details":null,"hint":null,"message":"permission denied for table schools"}"#
        let cases: [(ScriptedTransport.Step, SourceError)] = [
            (reply(403, denied), .forbidden(message: "permission denied for table schools")),
            (
                reply(400, #"{"code":"42703","message":"column x does not exist"}"#),
                .server(status: 400, message: "column x does not exist")
            ),
            (
                reply(404, #"{"code":"PGRST205","message":"Could not find the table"}"#),
                .notFound(message: "Could not find the table")
            ),
            (reply(500, "<html>"), .server(status: 500, message: "no explanation")),
            (reply(401, denied), .signedOut),
            (failure(.offline), .offline), (failure(.cancelled), .cancelled),
            (failure(.bodyTooLarge), .pageTooLarge(maximumByteCount: 64 << 20)),
        ]
        for (step, expected) in cases {
            let test = ScriptedSource([step, rows(["a"], count: 1)])
            let error = await sourceError { _ = try await test.pages(.schools) }
            XCTAssertEqual(error, expected)
            XCTAssertEqual(test.transport.lines.count, 1)
        }
    }

    func testTheServersDelayWinsUpToAMinute() {
        let policy = RetryPolicy()
        let now = Timestamp(micros: 1_772_366_400_000_000)
        let cases: [(String, Duration?)] = [
            ("7", .seconds(7)), ("0", .zero), ("-3", .zero), ("600", .seconds(600)),
            ("Sun, 01 Mar 2026 12:00:09 GMT", .seconds(9)), ("soon", nil), ("", nil),
            ("Sun, 01 Mar 2026 11:00:00 GMT", .seconds(-3_600)),
        ]
        for (text, expected) in cases {
            XCTAssertEqual(RetryPolicy.serverDelay(text, now: now), expected, text)
        }
        XCTAssertEqual(policy.delay(after: 1, serverDelay: .seconds(600), random: 0), .seconds(60))
        XCTAssertEqual(policy.delay(after: 1, serverDelay: .seconds(-5), random: 0), .zero)
        XCTAssertEqual(policy.delay(after: 7, serverDelay: nil, random: 1), .seconds(20))
        XCTAssertEqual(policy.delay(after: 100, serverDelay: nil, random: 1), .seconds(20))
    }

    func testHTTPDates() {
        XCTAssertEqual(
            HTTPDate.timestamp("Sun, 06 Nov 1994 08:49:37 GMT"), Timestamp(micros: 784_111_777_000_000))
        for text in [
            "", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            // Years whose microseconds do not fit, and numbers in another form.
            "Sun, 06 Nov 999999 08:49:37 GMT", "Sun, 06 Nov -99999 08:49:37 GMT",
            "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov +199 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 08:+9:37 GMT",
        ] {
            XCTAssertNil(HTTPDate.timestamp(text), text)
        }
        XCTAssertEqual(
            HTTPDate.timestamp("Fri, 31 Dec 9999 23:59:59 GMT"),
            try? Timestamp(parsing: "9999-12-31T23:59:59Z"))
        // A delay whose microseconds do not fit has the limit's sign.
        let last = "Fri, 31 Dec 9999 23:59:59 GMT"
        XCTAssertEqual(
            RetryPolicy.serverDelay(last, now: Timestamp(micros: .min)), .microseconds(Int64.max))
    }
}
