import CompassFiles
import XCTest

@testable import CompassServer

final class ServerCompressionTests: XCTestCase {
    private let text = Array(String(repeating: "all posts of all schools ", count: 100).utf8)

    private func response() -> ServerResponse {
        ServerResponse(
            headers: [("content-type", "application/json"), ("etag", ETag.of(text))], body: .bytes(text))
    }

    private func compressed(_ accepted: String?, peer: String = "192.0.2.1") async -> ServerResponse {
        var response = response()
        let headers = accepted.map { [(name: "accept-encoding", value: $0)] } ?? []
        await ServerCompression.apply(
            to: &response, for: ServerRequest(method: "GET", path: "/", headers: headers, peer: peer))
        return response
    }

    private func isPacked(_ response: ServerResponse) -> Bool {
        response.headers.contains { $0 == ("content-encoding", "gzip") }
    }

    func testClientsThatAcceptItGetGzip() async throws {
        let packed = await compressed("br, gzip;q=0.8")
        XCTAssert(isPacked(packed))
        guard case .bytes(let bytes) = packed.body else { return XCTFail("no bytes") }
        let unpacked = try bytes.withUnsafeBytes { try Gzip.unpack($0).withBytes { Array($0) } }
        XCTAssertEqual(unpacked, text)
        XCTAssertLessThan(bytes.count, text.count / 4)
    }

    /// A cache would otherwise send the bytes of one client to another one that cannot read them.
    func testEveryFormOfAResponseSaysThatThereIsAnother() async {
        for accepted in [nil, "gzip", "br"] {
            for peer in ["192.0.2.1", "127.0.0.1"] {
                let fields = await compressed(accepted, peer: peer).headers.filter { $0.name == "vary" }
                XCTAssertEqual(fields.map(\.value), ["accept-encoding"], "\(accepted ?? "nothing") \(peer)")
            }
        }
        var small = ServerResponse(json: Array("{}".utf8))
        await ServerCompression.apply(to: &small, for: ServerRequest(method: "GET", path: "/"))
        XCTAssert(small.headers.contains { $0 == ("vary", "accept-encoding") }, "it may grow")
        var stream = ServerResponse(headers: [("content-type", "text/csv")], body: .chunks { _ in })
        await ServerCompression.apply(to: &stream, for: ServerRequest(method: "GET", path: "/"))
        XCTAssertNil(stream.headers.first { $0.name == "vary" }, "it is never compressed")
    }

    func testOthersGetTheBytes() async {
        for accepted in [nil, "br", "gzip;q=0", "identity, gzip; q=0.0"] {
            let response = await compressed(accepted)
            XCTAssertFalse(isPacked(response), accepted ?? "nothing")
        }
        for peer in ["127.0.0.1", "127.8.8.8", "::1"] {
            let response = await compressed("gzip", peer: peer)
            XCTAssertFalse(isPacked(response), peer)
        }
    }

    /// A cache finds its copy by the tag of a 304, which is that of the 200 that the client would receive.
    func testTheTagOfA304IsThatOfTheBytesThatItStandsFor() async throws {
        let plain = try XCTUnwrap(response().headers.first { $0.name == "etag" }?.value)
        let other = await compressed("gzip")
        let packed = try XCTUnwrap(other.headers.first { $0.name == "etag" }?.value)
        XCTAssertNotEqual(plain, packed)
        let cases: [(known: String, accepted: String, peer: String, tag: String?)] = [
            (plain, "br", "192.0.2.1", plain), (packed, "gzip", "192.0.2.1", packed),
            ("W/\(packed)", "gzip", "192.0.2.1", packed), ("*", "gzip", "192.0.2.1", packed),
            ("\(plain), \(packed)", "gzip", "192.0.2.1", packed),
            ("\(plain), \(packed)", "br", "192.0.2.1", plain),
            (plain, "gzip", "127.0.0.1", plain),
            // These would receive other bytes than those that they have.
            (packed, "br", "192.0.2.1", nil), (plain, "gzip", "192.0.2.1", nil),
            (packed, "gzip", "127.0.0.1", nil),
        ]
        for (known, accepted, peer, tag) in cases {
            let request = ServerRequest(
                method: "GET", path: "/",
                headers: [("if-none-match", known), ("accept-encoding", accepted)], peer: peer)
            var again = ETag.response(to: request, response())
            await ServerCompression.apply(to: &again, for: request)
            XCTAssertEqual(again.status, tag == nil ? 200 : 304, "\(known) \(accepted) \(peer)")
            XCTAssertEqual(again.headers.filter { $0.name == "vary" }.map(\.value), ["accept-encoding"])
            guard let tag else { continue }
            XCTAssertEqual(again.headers.filter { $0.name == "etag" }.map(\.value), [tag])
            XCTAssertNil(again.headers.first { $0.name == "content-encoding" })
        }
    }

    func testTagsDifferByEachBit() {
        var bytes = Array((0..<67).map { UInt8($0) })
        var tags: Set<String> = [ETag.of(bytes)]
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                tags.insert(ETag.of(bytes))
                bytes[index] ^= 1 << bit
            }
        }
        for count in 0..<67 { tags.insert(ETag.of(Array(bytes[..<count]))) }
        for count in 1..<40 { tags.insert(ETag.of([UInt8](repeating: 0, count: count))) }
        // One zero is counted once.
        XCTAssertEqual(tags.count, 1 + 67 * 8 + 67 + 38)
        XCTAssertEqual(ETag.of(bytes), ETag.of(bytes))
    }

    func testTokensAreComparedWhole() {
        for (left, right) in [("", "a"), ("a", ""), ("ab", "a"), ("ab", "ac"), ("ab", "ab\0")] {
            XCTAssertFalse(AccessToken.isEqual(Array(left.utf8), Array(right.utf8)), "\(left) \(right)")
        }
        XCTAssert(AccessToken.isEqual(Array("ab".utf8), Array("ab".utf8)))
        XCTAssertEqual(Set((0..<50).map { _ in AccessToken.random() }).count, 50)
        XCTAssertEqual(AccessToken.random().utf8.count, 64)
    }

    func testDatesOfHTTP() {
        XCTAssertEqual(HTTPDate.text(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT")
        XCTAssertEqual(HTTPDate.text(0), "Thu, 01 Jan 1970 00:00:00 GMT")
        XCTAssertEqual(HTTPDate.text(1_709_251_199), "Thu, 29 Feb 2024 23:59:59 GMT")
    }
}
