import Foundation
import TestRandom
import XCTest

@testable import CompassServer

/// No query traps, and each is answered or refused with what is accepted.
final class RandomQueryTests: APITestCase {
    func testRandomQueries() async throws {
        let seed =
            ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_301
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        let api = try api()
        let routes = RouteTable.all.routes.filter { $0.method == "GET" && $0.pattern != "/api/events" }
        var statuses: [Int: Int] = [:]
        for _ in 0..<1_500 {
            let route = random.element(routes)
            let count = Int.random(in: 0...4, using: &random)
            let query = (0..<count).map { _ in Self.parameter(of: route, &random) }.joined(separator: "&")
            let response = try await respond("\(route.pattern)?\(query)", by: api)
            statuses[response.status, default: 0] += 1
            switch response.status {
            case 200: break
            case 400:
                let document = try await json(response)
                let message = (document["error"] as? NSDictionary)?["message"] as? String ?? ""
                // The last one is that of cursors.
                let advice = ["accepted", "has none", "nearest", "have the name", "leave it out", "or none"]
                XCTAssert(advice.contains { message.contains($0) }, "\(seed) \(query): \(message)")
            default: XCTFail("seed \(seed): \(response.status) for \(route.pattern)?\(query)")
            }
        }
        XCTAssertGreaterThan(statuses[200] ?? 0, 200)
        XCTAssertGreaterThan(statuses[400] ?? 0, 200)
    }

    private static let values = [
        "", "0", "1", "7", "30", "all", "true", "false", "-1", "99999999999999999999", "2026-02-01",
        "9999-12-31",
        "0001-01-01", "-0001-01-01", "2026-03-01T12:00:00Z", "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z",
        "today", "UTC", "Asia/Kolkata", "Pacific/Apia", "twitter", "positive", "flagged", "events,offers",
        "week",
        "7d", "%00", "%", "%f0%9f%8f%88", "a", "+", "camp", "1e5", "0.0", "100", "3660", "500", "a4", "posts",
        "caa9570b-237c-489b-bbbc-3c54cd40c20a",
        "fAAZL14Uz-qAyYzA3ZGNiYi0zNGRjLTQ1MjAtOWM1Yy0yZDMwODk0NzJlMzIoY7de",
    ]

    private static func parameter(of route: Route, _ random: inout SplitMix64) -> String {
        if route.parameters.isEmpty || Int.random(in: 0..<20, using: &random) == 0 {
            // Bytes of any kind.
            let length = Int.random(in: 0...12, using: &random)
            return String(
                String.UnicodeScalarView(
                    (0..<length).map { _ in Unicode.Scalar(UInt8.random(in: 0...127, using: &random)) }))
        }
        let parameter = random.element(route.parameters)
        let value: String
        switch parameter.form {
        case .words(let words) where Bool.random(using: &random): value = random.element(words)
        case .flag where Bool.random(using: &random): return parameter.name
        default: value = random.element(Self.values)
        }
        return "\(parameter.name)=\(value)"
    }
}
