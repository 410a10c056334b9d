import CompassServer
import XCTest

final class ServerRequestTests: XCTestCase {
    func testAHeaderThatWasSentTwiceHasNoOneValue() {
        let request = ServerRequest(
            method: "GET", path: "/", headers: [("host", "a"), ("accept", "x"), ("host", "b")])
        XCTAssertNil(request.value(of: "host"))
        XCTAssertEqual(request.values(of: "host"), ["a", "b"])
        XCTAssertEqual(request.value(of: "accept"), "x")
        XCTAssertNil(request.value(of: "origin"))
    }
}
