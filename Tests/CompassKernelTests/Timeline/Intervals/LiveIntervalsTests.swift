import XCTest

@testable import CompassKernel

/// Intervals that change one at a time give the results of newly built ones, whatever is pending.
final class LiveIntervalsTests: XCTestCase {
    /// Thresholds from few to many pending changes, so that all stages of folding occur in small tables.
    private static let limits = [
        PendingLimits(minimum: 1, maximum: 1, share: 1, cellCount: 1, rowsPerStep: 1),
        PendingLimits(minimum: 3, maximum: 8, share: 10, cellCount: 7, rowsPerStep: 5),
        PendingLimits(minimum: 20, maximum: 40, share: 4, cellCount: 64, rowsPerStep: 64),
        PendingLimits(minimum: 150, maximum: 400, share: 2, cellCount: 3, rowsPerStep: 500),
        PendingLimits(minimum: 1000, maximum: 1000, share: 1, cellCount: 1024, rowsPerStep: 9),
    ]

    func testRandomChangesOfSmallTables() {
        for round in 0..<SeededRandom.rounds(30) {
            var random = SeededRandom(round: round)
            var model = ChangingIntervals(
                count: [0, 1, 5, 30, 64][random.below(5)], limits: Self.limits[round % Self.limits.count],
                &random)
            for step in 0..<120 {
                model.change(&random)
                XCTAssertEqual(model.live.checkInvariants(), [], "\(random.label), step \(step)")
                if step % 6 == 0 { model.expectFreshResults(&random, "step \(step)") }
            }
        }
    }

    func testRandomChangesOfLargerTables() {
        for round in 0..<SeededRandom.rounds(5) {
            var random = SeededRandom(round: 1_000 + round)
            var model = ChangingIntervals(
                count: [300, 1000, 3000][random.below(3)], limits: Self.limits[round % Self.limits.count],
                &random)
            for step in 0..<500 {
                model.change(&random)
                if step % 20 == 0 {
                    let violations = model.live.checkInvariants(includingBase: step % 100 == 0)
                    XCTAssertEqual(violations, [], "\(random.label), step \(step)")
                }
                if step % 50 == 0 { model.expectFreshResults(&random, "step \(step)") }
            }
        }
    }

    func testFoldingIsInterruptedAtEveryStep() {
        for stepCount in 0..<60 {
            var random = SeededRandom(round: 2_000 + stepCount)
            var model = ChangingIntervals(
                count: 90, limits: PendingLimits(minimum: 1_000, maximum: 1_000, rowsPerStep: 16), &random)
            for _ in 0..<20 { model.change(&random) }
            var steps = 0
            if stepCount > 0 {
                model.live.fold {
                    steps += 1
                    return steps >= stepCount
                }
            }
            let copy = model.live
            for _ in 0..<15 { model.change(&random) }
            model.expectFreshResults(&random, "after \(stepCount) steps")
            var folded = copy
            folded.fold { false }
            XCTAssertNil(folded.pending)
            XCTAssertEqual(folded.checkInvariants(), [], random.label)
            XCTAssertEqual((0..<copy.count).map(copy.row), (0..<folded.count).map(folded.row), random.label)
            model.live.fold { false }
            XCTAssertNil(model.live.pending)
            XCTAssertEqual(model.live.checkInvariants(), [], random.label)
            model.expectFreshResults(&random, "folded after \(stepCount) steps")
        }
    }

    func testAFoldedIndexIsThatOfAFreshBuild() {
        for round in 0..<SeededRandom.rounds(12) {
            var random = SeededRandom(round: 3_000 + round)
            var model = ChangingIntervals(
                count: [0, 10, 200, 900][random.below(4)], limits: Self.limits[4], &random)
            for _ in 0..<100 { model.change(&random) }
            // New lanes alone are no reason to fold.
            model.insert(&random)
            model.live.fold { false }
            let fresh = model.fresh()
            let (columns, expected) = (model.live.base.columns, fresh.base.columns)
            XCTAssertEqual(columns.differences(from: expected), [], random.label)
            XCTAssertEqual(
                model.live.base.all.columns.differences(from: fresh.base.all.columns), [], random.label)
        }
    }

    func testNoMoreThanTwiceTheThresholdIsPending() {
        var random = SeededRandom(round: 4_000)
        var model = ChangingIntervals(
            count: 2_000, limits: PendingLimits(minimum: 10, maximum: 50, share: 40, rowsPerStep: 64), &random
        )
        var foldCount = 0
        for _ in 0..<600 {
            let before = model.live.base.columns
            model.change(&random)
            XCTAssertLessThanOrEqual(model.live.pending?.value.count ?? 0, 100, random.label)
            if model.live.base.columns !== before { foldCount += 1 }
        }
        XCTAssertGreaterThan(foldCount, 3)
    }

    func testACopyKeepsItsIntervals() {
        var random = SeededRandom(round: 5_000)
        var model = ChangingIntervals(count: 200, limits: Self.limits[1], &random)
        for _ in 0..<40 {
            let (copy, items) = (model.live, model.items)
            for _ in 0..<5 { model.change(&random) }
            XCTAssertEqual((0..<copy.count).map(copy.row), items.map { Int($0.row) }, random.label)
            XCTAssertEqual(copy.checkInvariants(), [], random.label)
        }
    }

    func testTimesThatExceedABucketAreAddedAnew() throws {
        var live = LiveIntervals(
            LaneIntervals.numbered(
                starts: [.min, .min, .min], ends: [.max, .max, .max], kinds: [], lanes: [0, 0, 0],
                laneCount: 1,
                ties: <
            ).intervals, rows: ColumnBuffer([0, 1, 2]), limits: PendingLimits())
        let window = TimeWindow(.min, .max)
        func time() throws -> UInt64 {
            try live.levels(over: window, buckets: 1, kinds: .all, lane: nil).buckets[0].timeMicros
        }
        XCTAssertEqual(try time(), .max)
        live.remove(2)
        live.remove(1)
        live.insert(start: 0, end: 5, kind: 1, lane: 0, row: 9, number: 1)
        XCTAssertEqual(try time(), .max)
        live.remove(0)
        XCTAssertEqual(try time(), 5)
    }
}

/// Intervals that change, and the same as a list.
private struct ChangingIntervals {
    struct Item {
        var start: Int64
        var end: Int64
        var kind: UInt8
        var lane: Int
        /// Orders intervals of a lane with equal starts.
        var row: UInt32
    }

    var live: LiveIntervals
    /// In the order of numbers.
    private(set) var items: [Item] = []
    private var laneCount: Int
    private var nextRow: UInt32 = 0
    private let span: Int
    private let limits: PendingLimits

    init(count: Int, limits: PendingLimits, _ random: inout SeededRandom) {
        laneCount = [1, 2, 9][random.below(3)]
        span = [6, 200, 100_000][random.below(3)]
        self.limits = limits
        live = Self.build([], laneCount, limits)
        for _ in 0..<count { items.append(item(&random)) }
        items.sort { Self.isBefore($0, $1) }
        live = fresh()
    }

    private static func isBefore(_ a: Item, _ b: Item) -> Bool {
        // Rows are compared by a rule that is not their order.
        (a.lane, a.start, a.row &* 7919 % 127, a.row) < (b.lane, b.start, b.row &* 7919 % 127, b.row)
    }

    private mutating func item(_ random: inout SeededRandom) -> Item {
        let start = Int64(random.below(span))
        let end = random.chance(1, of: 2) ? start : start + Int64(random.below(span / 2 + 1))
        nextRow += 1
        return Item(
            start: start, end: end, kind: UInt8(random.below(4)), lane: random.below(laneCount), row: nextRow)
    }

    func fresh() -> LiveIntervals { Self.build(items, laneCount, limits) }

    private static func build(_ items: [Item], _ laneCount: Int, _ limits: PendingLimits) -> LiveIntervals {
        let numbered = LaneIntervals.numbered(
            starts: items.map(\.start), ends: items.map(\.end), kinds: items.map(\.kind),
            lanes: items.map { UInt32($0.lane) }, laneCount: laneCount
        ) { isBefore(items[$0], items[$1]) }
        return LiveIntervals(
            numbered.intervals, rows: ColumnBuffer(numbered.order.map { items[Int($0)].row }), limits: limits)
    }

    mutating func change(_ random: inout SeededRandom) {
        switch random.below(20) {
        case 0:
            // A new lane.
            let new = random.below(laneCount + 1)
            laneCount += 1
            for place in items.indices where items[place].lane >= new { items[place].lane += 1 }
            live.addLanes([new])
        case 1:
            var steps = 0
            let limit = random.below(8)
            live.fold {
                steps += 1
                return steps > limit
            }
        case 2..<9: remove(&random)
        case 9..<12:
            remove(&random)
            insert(&random)
        default: insert(&random)
        }
    }

    private mutating func remove(_ random: inout SeededRandom) {
        if items.isEmpty { return }
        let number = random.below(items.count)
        items.remove(at: number)
        live.remove(number)
    }

    mutating func insert(_ random: inout SeededRandom) {
        let item = item(&random)
        let number = live.numbers(ofLane: item.lane, startingAt: item.start).partitioningIndex {
            !Self.isBefore(items[$0], item)
        }
        items.insert(item, at: number)
        live.insert(
            start: item.start, end: item.end, kind: item.kind, lane: item.lane, row: item.row, number: number)
    }

    /// Compares everything that can be queried.
    func expectFreshResults(_ random: inout SeededRandom, _ step: String) {
        let fresh = fresh()
        let context = "\(random.label), \(step)"
        XCTAssertEqual(live.count, items.count, context)
        XCTAssertEqual(live.earliestStartMicros, fresh.earliestStartMicros, context)
        let starts = live.starts(of: items.indices.map { UInt32($0) })
        for number in items.indices {
            let item = items[number]
            let isSame =
                live.start(number) == item.start && live.end(number) == item.end
                && live.kind(number) == Int(item.kind) && live.lane(of: number) == item.lane
                && live.row(number) == Int(item.row)
                && starts[number] == item.start
            XCTAssertTrue(isSame, "\(context), number \(number)")
        }
        for lane in 0..<laneCount {
            XCTAssertEqual(live.numbers(ofLane: lane), fresh.numbers(ofLane: lane), context)
        }
        for _ in 0..<12 {
            let from = Int64(random.below(span + 6)) - 3
            let window = TimeWindow(from, from + Int64([0, 1, random.below(span + 6)][random.below(3)]))
            let kinds = random.chance(1, of: 2) ? IntervalKinds.all : allKindSets[random.below(16)]
            let lane = random.chance(1, of: 2) ? nil : random.below(laneCount)
            let query = "\(context), \(window.fromMicros)...\(window.toMicros), \(kinds), \(lane ?? -1)"
            XCTAssertEqual(
                live.count(meeting: window, kinds: kinds, lane: lane),
                fresh.count(meeting: window, kinds: kinds, lane: lane), query)
            XCTAssertEqual(
                live.numbers(meeting: window, kinds: kinds, lane: lane),
                fresh.numbers(meeting: window, kinds: kinds, lane: lane), query)
            XCTAssertEqual(
                live.nearest(endingBeforeMicros: from, kinds: kinds, lane: lane),
                fresh.nearest(endingBeforeMicros: from, kinds: kinds, lane: lane), query)
            XCTAssertEqual(
                live.nearest(startingAfterMicros: from, kinds: kinds, lane: lane),
                fresh.nearest(startingAfterMicros: from, kinds: kinds, lane: lane), query)
            guard window.fromMicros < window.toMicros else { continue }
            let buckets = [1, 2, 7, 40][random.below(4)]
            let (found, expected) = (
                try? live.levels(over: window, buckets: buckets, kinds: kinds, lane: lane),
                try? fresh.levels(over: window, buckets: buckets, kinds: kinds, lane: lane)
            )
            XCTAssertEqual(found, expected, "\(query), \(buckets) buckets")
        }
        let ever = TimeWindow(.min, .max)
        XCTAssertEqual(live.count(meeting: ever, kinds: .all, lane: nil), items.count, context)
        XCTAssertEqual(live.numbers(meeting: ever, kinds: .all, lane: nil).count, items.count, context)
        XCTAssertNil(live.nearest(startingAfterMicros: .max, kinds: .all, lane: nil), context)
        XCTAssertNil(live.nearest(endingBeforeMicros: .min, kinds: .all, lane: nil), context)
    }
}
