import CompassKernel
import CompassPages
import Foundation
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import CompassSupabase

/// A session whose tokens are `t1`, `t2` … ; renewing fails after the last one.
private actor CountedSession: SessionProvider {
    private var number = 1
    private let last: Int
    private let lifetime: Int64?
    /// Whether the provider returns a new token only from `refresh`, as one that caches does.
    private let isStale: Bool
    private(set) var refreshCount = 0

    init(last: Int, lifetime: Int64? = nil, isStale: Bool = false) {
        (self.last, self.lifetime, self.isStale) = (last, lifetime, isStale)
    }

    private func token(_ number: Int) -> SessionToken {
        SessionToken("t\(number)", expiresAt: lifetime.map { Timestamp(micros: 1_772_366_400_000_000 + $0) })
    }

    func token() -> SessionToken? { token(isStale ? 1 : number) }

    func refresh(after token: SessionToken) async -> SessionToken? {
        refreshCount += 1
        // Others have time to ask as well.
        for _ in 0..<100 { await Task.yield() }
        guard number < last else { return nil }
        number += 1
        return self.token(number)
    }
}

/// A session without a login service.
private struct BrokenSession: SessionProvider {
    struct Failure: Error {}
    func token() throws -> SessionToken? { throw Failure() }
    func refresh(after token: SessionToken) throws -> SessionToken? { throw Failure() }
}

/// A session whose token the server does not accept, and which cannot be renewed at the moment.
private struct FailingRenewal: SessionProvider {
    let failure: any Error
    func token() -> SessionToken? { SessionToken("t1") }
    func refresh(after token: SessionToken) throws -> SessionToken? { throw failure }
}

/// Access tokens: sent, renewed once, and never shown.
final class SessionTests: XCTestCase {
    private func bearers(_ test: ScriptedSource) -> [String?] {
        test.transport.requests.map { request in request.headers.first { $0.name == "Authorization" }?.value }
    }

    /// A step that accepts one token only.
    private func accepting(_ token: String) -> ScriptedTransport.Step {
        { request in
            let isAccepted = request.headers.contains(HTTPHeader("Authorization", "Bearer " + token))
            return HTTPResponse(
                status: isAccepted ? 200 : 401, body: Array((isAccepted ? #"[{"id":"p"}]"# : "{}").utf8))
        }
    }

    func testARefusedTokenIsRenewedOnceAndTheRequestRepeatedOnce() async throws {
        for isStale in [false, true] {
            let session = CountedSession(last: 2, isStale: isStale)
            let test = ScriptedSource([accepting("t2"), accepting("t2"), accepting("t2")], session: session)
            try await test.source.delete(post: "p")
            XCTAssertEqual(bearers(test), ["Bearer t1", "Bearer t2"])
            // The new token serves later requests, even if the provider does not return it.
            try await test.source.delete(post: "p")
            XCTAssertEqual(bearers(test).last, "Bearer t2")
            let count = await session.refreshCount
            XCTAssertEqual(count, 1)
            XCTAssertEqual(test.clock.delays, [])
        }
    }

    func testASecondRefusalEndsTheSession() async {
        let test = ScriptedSource([reply(401), reply(401), rows(["p"])], session: CountedSession(last: 9))
        let error = await sourceError { try await test.source.delete(post: "p") }
        XCTAssertEqual(error, .signedOut)
        XCTAssertEqual(bearers(test), ["Bearer t1", "Bearer t2"])
    }

    func testASessionThatCannotBeRenewedIsOver() async {
        for session in [CountedSession(last: 1) as any SessionProvider, FixedSession(SessionToken("t1"))] {
            let test = ScriptedSource([reply(401), rows(["p"])], session: session)
            let error = await sourceError { try await test.source.delete(post: "p") }
            XCTAssertEqual(error, .signedOut)
            XCTAssertEqual(test.transport.lines.count, 1)
        }
        let broken = ScriptedSource([rows(["p"])], session: BrokenSession())
        let error = await sourceError { try await broken.source.delete(post: "p") }
        XCTAssertEqual(error, .connection(reason: "the login service failed: Failure"))
    }

    /// A device without a network is not logged out.
    func testAFailureToRenewIsReportedAsItIs() async {
        let cases: [(any Error, SourceError)] = [
            (SourceError.offline, .offline), (HTTPTransportError.offline, .offline),
            (HTTPTransportError.timedOut, .timedOut), (URLError(.notConnectedToInternet), .offline),
            (URLError(.timedOut), .timedOut), (CancellationError(), .cancelled),
            (BrokenSession.Failure(), .connection(reason: "the login service failed: Failure")),
        ]
        for (failure, expected) in cases {
            let test = ScriptedSource([reply(401), rows(["p"])], session: FailingRenewal(failure: failure))
            let error = await sourceError { try await test.source.delete(post: "p") }
            XCTAssertEqual(error, expected)
            XCTAssertEqual(test.transport.lines.count, 1)
        }
    }

    func testWaitingRequestsShareOneRenewal() async throws {
        let session = CountedSession(last: 2, isStale: true)
        let test = ScriptedSource(Array(repeating: accepting("t2"), count: 40), session: session)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await test.source.delete(post: "p") } }
            try await group.waitForAll()
        }
        let count = await session.refreshCount
        XCTAssertEqual(count, 1)
    }

    func testATokenIsRenewedAMinuteBeforeItsEnd() async throws {
        for (lifetime, expected) in [(59_999_999 as Int64, "Bearer t2"), (60_000_000, "Bearer t1")] {
            let test = ScriptedSource([rows(["p"])], session: CountedSession(last: 2, lifetime: lifetime))
            try await test.source.delete(post: "p")
            XCTAssertEqual(bearers(test), [expected])
        }
        // If it cannot be renewed, it is used to its end.
        let test = ScriptedSource([rows(["p"])], session: CountedSession(last: 1, lifetime: 1))
        try await test.source.delete(post: "p")
        XCTAssertEqual(bearers(test), ["Bearer t1"])
    }

    func testWithoutALoginThePublicKeyIsTheBearer() async throws {
        let test = ScriptedSource([rows(["p"])])
        try await test.source.delete(post: "p")
        XCTAssertEqual(bearers(test), ["Bearer key"])
        let bare = ScriptedSource([rows(["p"])]) { $0.apiKey = nil }
        try await bare.source.delete(post: "p")
        XCTAssertEqual(bearers(bare), [nil])
    }

    func testTokensAreNotShown() {
        let token = SessionToken("secret", expiresAt: Timestamp(micros: 0))
        let request = HTTPRequest(
            .get, "http://host",
            headers: [HTTPHeader("authorization", "Bearer secret"), HTTPHeader("apikey", "secret")])
        XCTAssertEqual(HTTPHeader("Accept", "text").description, "Accept: text")
        var dumped = ""
        dump(token, to: &dumped)
        dump(request, to: &dumped)
        for text in [
            "\(token)", String(reflecting: token), String(describing: [token]), dumped, "\(request)",
            String(reflecting: request), "\(request.headers)",
            "\(HTTPResponse(status: 200, headers: request.headers))",
        ] {
            XCTAssertFalse(text.contains("secret"), text)
        }
    }
}
