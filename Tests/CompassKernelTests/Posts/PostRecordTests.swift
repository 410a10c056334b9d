import XCTest

@testable import CompassKernel

/// The mapping of rows to the slots of their records.
final class PostRecordTests: XCTestCase {
    /// Every assignment of up to three rows to four slots, with and without the inverse.
    func testEveryMappingOfRowsToSlots() {
        for count in 1...3 {
            for pattern in 0..<(4 * 4 * 4) {
                let chosen = (0..<count).map { UInt32(pattern >> (2 * $0) & 3) }
                guard Set(chosen).count == count, pattern >> (2 * count) == 0 else { continue }
                var mappings = [
                    PostSlots(ColumnBuffer(chosen), slotCount: 4), PostSlots(sparse: ColumnBuffer(chosen)),
                ]
                if chosen == (0..<UInt32(count)).map({ $0 }) { mappings.append(PostSlots(identity: count)) }
                for slots in mappings { expect(slots, chosen.map(Int.init)) }
            }
        }
    }

    private func expect(_ slots: PostSlots, _ wanted: [Int]) {
        XCTAssertEqual(wanted.indices.map { slots.slot(ofRow: $0) }, wanted)
        for candidate in [0, 1, 2, 3, 4, 5, 90] {
            XCTAssertEqual(slots.row(ofSlot: candidate), wanted.firstIndex(of: candidate), "\(candidate)")
        }
        XCTAssertEqual(slots.checkInvariants(slotCount: 4), [])
        let copied = ColumnBuffer<UInt32>(count: wanted.count) {
            slots.copySlots(of: 0..<wanted.count, to: $0)
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
