import XCTest

@testable import CompassKernel

/// The mapping of rows to the slots of their records.
final class PostRecordTests: XCTestCase {
    /// Every assignment of up to three rows to four slots, with each row's record moved to each free slot.
    func testEveryReplacementOfASlot() {
        for count in 1...3 {
            for pattern in 0..<(4 * 4 * 4) {
                let chosen = (0..<count).map { UInt32(pattern >> (2 * $0) & 3) }
                guard Set(chosen).count == count, pattern >> (2 * count) == 0 else { continue }
                let isIdentity = chosen == (0..<UInt32(count)).map { $0 }
                for starts in isIdentity
                    ? [PostSlots(ColumnBuffer(chosen), slotCount: 4), PostSlots(identity: count)]
                    : [PostSlots(ColumnBuffer(chosen), slotCount: 4)]
                {
                    for row in 0..<count {
                        for slot in [4, 5, 90, 400] {
                            expectOneReplacedSlot(starts, chosen, row: row, slot: slot)
                        }
                    }
                }
            }
        }
    }

    private func expectOneReplacedSlot(_ start: PostSlots, _ chosen: [UInt32], row: Int, slot: Int) {
        var slots = start
        slots.replace(row: row, slot: slot)
        var wanted = chosen.map(Int.init)
        XCTAssertEqual(chosen.indices.map { start.slot(ofRow: $0) }, wanted, "a copy keeps its slots")
        wanted[row] = slot
        XCTAssertEqual(chosen.indices.map { slots.slot(ofRow: $0) }, wanted)
        for candidate in [0, 1, 2, 3, 4, 5, 90, 400, 401, 10_000] {
            XCTAssertEqual(slots.row(ofSlot: candidate), wanted.firstIndex(of: candidate), "\(candidate)")
        }
        XCTAssertEqual(slots.checkInvariants(slotCount: 401), [])
        let copied = ColumnBuffer<UInt32>(count: chosen.count) {
            slots.copySlots(of: 0..<chosen.count, to: $0)
        }
        XCTAssertEqual(copied.elements.map(Int.init), wanted)
    }

    private func records(_ ids: Range<Int>, notes: String? = nil) -> PostRecords {
        var builder = PostRecordsBuilder()
        for id in ids {
            builder.append(
                Post(
                    id: "\(id)", platform: .twitter, postDate: Timestamp(micros: 0),
                    postContent: "text \(id)",
                    notes: notes, updatedAt: id % 2 == 0 ? nil : Timestamp(micros: Int64(id))))
        }
        return builder.finish()
    }

    func testSlotsStayWhileSegmentsAreMerged() {
        for first in [0, 1, 5, 100] {
            var list = PostRecordList([records(0..<first)])
            var next = first
            for size in [1, 1, 2, 1, 7, 3, 1, 1, 30, 1, 1, 1, 1] {
                list.append(records(next..<next + size))
                next += size
                XCTAssertEqual(list.slotCount, next)
                for slot in 0..<next {
                    let (segment, index) = list.locate(slot)
                    XCTAssertEqual(segment.ids.string(index), "\(slot)")
                    XCTAssertEqual(segment.contents.string(index), "text \(slot)")
                    XCTAssertEqual(
                        segment.updatedAt.instant(index)?.micros, slot % 2 == 0 ? nil : Int64(slot))
                }
                let sizes = list.segments.map(\.count).filter { $0 > 0 }
                for (before, after) in zip(sizes, sizes.dropFirst()) {
                    XCTAssertGreaterThanOrEqual(before, 2 * after, "\(sizes)")
                }
            }
        }
    }

    func testSegmentsWhoseTextsWouldBeTooLargeAreNotMerged() {
        var list = PostRecordList([records(0..<2, notes: "123456")])
        list.append(records(2..<4, notes: "123456"), maximumTextBytes: 23)
        XCTAssertEqual(list.segments.map(\.count), [2, 2])
        list.append(records(4..<5), maximumTextBytes: 1000)
        XCTAssertEqual(list.segments.map(\.count), [2, 2, 1])
        list.append(records(5..<6), maximumTextBytes: 1000)
        XCTAssertEqual(list.segments.map(\.count), [6])
        XCTAssertEqual(
            (0..<6).map { list.locate($0).records.ids.string(list.locate($0).index) }.joined(), "012345")
    }
}
