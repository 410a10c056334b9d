import XCTest

@testable import CompassKernel

final class LaneFitTests: XCTestCase {
    func testRowsAreAsHighAsAllLanesAllow() {
        XCTAssertEqual(LaneFit(rowCounts: [1, 1], into: 279).rowHeight, 15)
        let fit = LaneFit(rowCounts: [10, 10], into: 279)
        XCTAssertEqual(fit.rowHeight, 13)
        XCTAssertEqual(fit.rowCounts, [10, 10])
        XCTAssertEqual(fit.height, 268)
        XCTAssertEqual(fit.hiddenLaneCount, 0)
    }

    func testACrowdedLaneLosesRowsBeforeOthersDo() {
        let fit = LaneFit(rowCounts: [3, 1_200, 3, 3], into: 279)
        XCTAssertEqual(fit.rowCounts, [3, 43, 3, 3])
        XCTAssertEqual(fit.hiddenLaneCount, 0)
    }

    func testWhatIsLeftIsHandedOutFromTheTop() {
        XCTAssertEqual(LaneFit(rowCounts: [60, 60], into: 282).rowCounts, [27, 27])
        XCTAssertEqual(LaneFit(rowCounts: [60, 60], into: 283).rowCounts, [28, 27])
        XCTAssertEqual(LaneFit(rowCounts: [60, 60], into: 288).rowCounts, [28, 28])
    }

    func testLanesAreWholeWhereOthersAreLeftOut() {
        let fit = LaneFit(rowCounts: [Int](repeating: 9, count: 60), into: 279)
        XCTAssertEqual(fit.rowCounts, [9, 9, 9, 9, 9, 3])
        XCTAssertEqual(fit.hiddenLaneCount, 54)
    }

    func testNoLaneTakesMoreThanHalfWhereOthersAreLeftOut() {
        let fit = LaneFit(rowCounts: [.max] + [Int](repeating: 3, count: 100), into: 279)
        XCTAssertEqual(fit.rowCounts, [26, 3, 3, 3, 3, 3, 3, 3])
        XCTAssertEqual(fit.hiddenLaneCount, 93)
    }

    func testOneLaneIsDrawnHoweverLowTheRoomIs() {
        for room in [-100, 0, 1, 10, 20.0] {
            let fit = LaneFit(rowCounts: [5, 5], into: room)
            XCTAssertEqual(fit.rowCounts.count, 1, "\(room)")
            XCTAssertEqual(fit.hiddenLaneCount, 1, "\(room)")
        }
        XCTAssertEqual(LaneFit(rowCounts: [0, -1, .min], into: 100).rowCounts, [1, 1, 1])
        XCTAssertEqual(LaneFit(rowCounts: [], into: 100).hiddenLaneCount, 0)
    }

    func testRandomLanesTakeNoMoreThanTheirRoom() {
        for round in 0..<SeededRandom.rounds(500) {
            var random = SeededRandom(round: round)
            let most = [1, 3, 12, 400][random.below(4)]
            let counts = (0..<1 + random.below(90)).map { _ in 1 + random.below(most) }
            let room = Double(40 + random.below(300))
            let fit = LaneFit(rowCounts: counts, into: room)
            let remark = fit.hiddenLaneCount > 0 ? TimelineSheet.remarkHeight : 0
            XCTAssertLessThanOrEqual(fit.height + remark, room, random.label)
            XCTAssertEqual(fit.rowCounts.count + fit.hiddenLaneCount, counts.count, random.label)
            for (shown, count) in zip(fit.rowCounts, counts) {
                XCTAssertTrue((1...count).contains(shown), random.label)
            }
            if fit.hiddenLaneCount == 0 { continue }
            // Each lane but the last is shown whole or fills half of the room.
            for (shown, count) in zip(fit.rowCounts, counts).dropLast() where shown < count {
                XCTAssertGreaterThan(Double(shown + 1) * 5 + 4, (room - remark) / 2, random.label)
            }
        }
    }
}
