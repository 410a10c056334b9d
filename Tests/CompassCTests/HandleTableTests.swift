import XCTest

@testable import CompassC

final class HandleTableTests: XCTestCase {
    func testNoHandleIsZeroAndNoneIsGivenTwice() {
        let table = HandleTable()
        var seen: Set<UInt64> = [0]
        for _ in 0..<1_000 {
            let handle = table.insert(TextObject([]))
            XCTAssertTrue(seen.insert(handle).inserted)
            XCTAssertTrue(table.remove(handle, .text))
        }
        XCTAssertEqual(table.count, 0)
    }

    func testADestroyedHandleNeverNamesTheNextObjectOfItsSlot() {
        let table = HandleTable()
        let first = table.insert(TextObject([1]))
        XCTAssertTrue(table.remove(first, .text))
        let second = table.insert(TextObject([2, 3]))
        XCTAssertEqual(first & 0xffff_ffff, second & 0xffff_ffff, "the slot is used again")
        XCTAssertNil(table.object(first, TextObject.self))
        XCTAssertFalse(table.remove(first, .text))
        XCTAssertEqual(table.object(second, TextObject.self)?.count, 2)
    }

    func testAHandleIsOfOneKindOnly() {
        let table = HandleTable()
        let handle = table.insert(TextObject([]))
        XCTAssertNil(table.object(handle, ZoneObject.self))
        for kind in HandleKind.allCases where kind != .text { XCTAssertFalse(table.remove(handle, kind)) }
        XCTAssertNotNil(table.object(handle, TextObject.self))
    }

    func testAnyOtherBitMakesAnotherHandle() {
        let table = HandleTable()
        let handle = table.insert(TextObject([]))
        for bit in 0..<64 { XCTAssertNil(table.object(handle ^ 1 << UInt64(bit), TextObject.self)) }
        XCTAssertNil(table.object(0, TextObject.self))
        XCTAssertNil(table.object(.max, TextObject.self))
    }

    func testASlotRetiresWhenItsGenerationsAreUsedUp() {
        let table = HandleTable(lastGeneration: 3)
        var handles: [UInt64] = []
        for _ in 0..<7 {
            handles.append(table.insert(TextObject([])))
            XCTAssertTrue(table.remove(handles[handles.count - 1], .text))
        }
        XCTAssertEqual(Set(handles).count, 7)
        XCTAssertEqual(handles.map { $0 & 0xffff_ffff }, [0, 0, 0, 1, 1, 1, 2])
        for handle in handles { XCTAssertNil(table.object(handle, TextObject.self)) }
    }

    func testAnObjectLivesWhileACallWorksOnItsHandle() {
        let table = HandleTable()
        let handle = table.insert(TextObject([7]))
        let held = table.object(handle, TextObject.self)
        XCTAssertTrue(table.remove(handle, .text))
        XCTAssertEqual(held?.count, 1)
    }
}
