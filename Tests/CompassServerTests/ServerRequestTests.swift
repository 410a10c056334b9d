import XCTest

@testable import CompassServer

final class ServerRequestTests: XCTestCase {
    func testAHeaderThatWasSentTwiceHasNoOneValue() {
        let request = ServerRequest(
            method: "GET", path: "/", headers: [("host", "a"), ("accept", "x"), ("host", "b")])
        XCTAssertNil(request.value(of: "host"))
        XCTAssertEqual(request.values(of: "host"), ["a", "b"])
        XCTAssertEqual(request.value(of: "accept"), "x")
        XCTAssertNil(request.value(of: "origin"))
    }

    func testTargetsThatNameAServer() {
        for (target, authority) in [
            ("http://localhost:8080/social?a=b", "localhost:8080"), ("HTTP://A.b", "A.b"),
            ("https://[::1]:80?x", "[::1]:80"), ("http://user@host/", "user@host"), ("http://", ""),
            ("http:///path", ""), ("http:/path", ""), ("file:///etc/passwd", ""), ("x:y", ""), ("", ""),
        ] { XCTAssertEqual(AbsoluteTarget.authority(of: target), authority, target) }
        for target in ["/", "//host/path", "/http://host/", "*"] {
            XCTAssertNil(AbsoluteTarget.authority(of: target), target)
        }
    }

    func testNetworksOfPeers() {
        for (address, network) in [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("", ""),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
            ("2001:DB8:0:07::1", "2001:db8:0:7::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
            ("1:2:3::", "1:2:3:0::/64"), ("::1", "0:0:0:0::/64"), ("::", "0:0:0:0::/64"),
            ("1::2:3:4:5:6", "1:0:0:2::/64"), ("64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"),
        ] { XCTAssertEqual(PeerNetwork.of(address), network, address) }
    }
}
