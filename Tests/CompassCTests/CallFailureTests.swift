import CCompass
import CompassKernel
import XCTest

@testable import CompassC

final class CallFailureTests: XCTestCase {
    func testAMessageNamesTheFunction() {
        let status = attempt("compass_posts_count(_:_:)") { () throws(CallFailure) in
            throw CallFailure.nullPointer("count")
        }
        XCTAssertEqual(Int(status), COMPASS_NULL_POINTER)
        XCTAssertEqual(message, "compass_posts_count: count is NULL, but needed")
    }

    func testASuccessLeavesTheMessageAsItIs() {
        ThreadMessage.set("before")
        XCTAssertEqual(Int(attempt("f") { () throws(CallFailure) in }), COMPASS_OK)
        XCTAssertEqual(message, "before")
    }

    func testANULInsideAMessageDoesNotCutIt() {
        ThreadMessage.set("no post \"a\0b\"")
        XCTAssertEqual(message, "no post \"a\u{fffd}b\"")
    }

    func testALongMessageKeepsItsBeginningAndItsEnd() {
        for padding in 0..<4 {
            let filling = String(repeating: "x", count: padding) + String(repeating: "😀", count: 100_000)
            ThreadMessage.set("no post \"\(filling)\": nothing was changed")
            XCTAssertLessThanOrEqual(message.utf8.count, ThreadMessage.maximumByteCount)
            XCTAssertGreaterThan(message.utf8.count, ThreadMessage.maximumByteCount - 16)
            XCTAssertTrue(message.hasPrefix("no post \"x") || padding == 0)
            XCTAssertTrue(message.hasSuffix("😀\": nothing was changed"))
            XCTAssertFalse(message.contains("\u{fffd}"), "a character is cut")
        }
        let exact = String(repeating: "a", count: ThreadMessage.maximumByteCount)
        ThreadMessage.set(exact)
        XCTAssertEqual(message, exact)
    }

    func testEveryStatusHasTheNameOfItsConstant() {
        XCTAssertEqual(StatusName.of(COMPASS_OK).description, "COMPASS_OK")
        let names = (COMPASS_OK...COMPASS_INTERNAL).map { StatusName.of($0).description }
        XCTAssertEqual(Set(names).count, names.count)
        XCTAssertFalse(names.contains("unknown status"))
    }

    func testEveryReasonOfLoadingHasItsStatus() {
        func status(_ error: LoadError) -> Int { Int(CallFailure(error, source: "rows").status) }
        XCTAssertEqual(status(.missingFile(path: "f")), COMPASS_FILE_NOT_FOUND)
        XCTAssertEqual(status(.unreadableFile(path: "f", reason: "r")), COMPASS_FILE_UNREADABLE)
        XCTAssertEqual(status(.tooManyRows(maximum: 1)), COMPASS_TOO_LARGE)
        XCTAssertEqual(status(.columnTooLarge(column: "c", maximumByteCount: 1)), COMPASS_TOO_LARGE)
    }

    func testEveryReasonOfAChangeHasItsStatus() {
        func status(_ error: PostChangeError) -> Int { Int(CallFailure(error).status) }
        XCTAssertEqual(status(.unknownPost(id: "1")), COMPASS_NOT_FOUND)
        XCTAssertEqual(status(.placeTaken(id: "1")), COMPASS_CONFLICT)
        XCTAssertEqual(status(.deletedMeanwhile(id: "1")), COMPASS_CONFLICT)
        XCTAssertEqual(status(.emptyID), COMPASS_INVALID_ARGUMENT)
        XCTAssertEqual(status(.textTooLarge(field: "notes", maximumByteCount: 1)), COMPASS_TOO_LARGE)
        XCTAssertEqual(status(.tooManyPosts(maximum: 1)), COMPASS_TOO_LARGE)
    }

    private var message: String { String(cString: ThreadMessage.current) }
}
