import BenchmarkHarness
import CompassKernel

/// Levels of detail for more intervals than pixels.
package enum LevelQuestions {
    private static let bucketCount = 1000

    static let workload = CompassWorkload(
        name: "timeline.levels", purpose: "what each of 1,000 pixels shows of ten years"
    ) { _, size in
        let inputs = try LaneInputs(count: size.rows)
        let intervals = inputs.intervals
        let memory = HugePages(byteCount: size.rows * 32)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 1)
        var question = PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    name: IntervalQuestions.allIntervals,
                    kernel: Call { try intervals.index.levels(over: try window($0), buckets: bucketCount) }
                ) {
                    for index in [0, 17] { try check(intervals, over: try window(index)) }
                },
                QuestionCase(
                    name: IntervalQuestions.eachLane,
                    kernel: Call { index in
                        let window = try window(index)
                        // One result after the other, in drawing order.
                        return try LaneInputs.filters.reduce(0) {
                            let levels = try inputs.items.levels(
                                over: window, buckets: bucketCount, where: $1)
                            return $0 &+ levels.buckets[index % bucketCount].meets.total
                        }
                    }
                ) {
                    for lane in [0, 24, 49] {
                        try check(inputs, lane: lane, over: try window(lane))
                    }
                },
            ])
        question.references = [.init(name: reading, call: Call { linesOfEdges(of: memory, $0) })]
        return question
    }

    /// The key of the time in which eight cache lines are read for each edge, and nothing is made of them: about as
    /// many as the index has of an edge, for the starts cells, two lines of instants, counts and ids, for the ends cells,
    /// instants and sums.
    package static let reading = "reading eight cache lines an edge"

    /// Reads a line for each edge in each of eight parts of memory with 32 bytes for each item, at places that move
    /// with the window.
    private static func linesOfEdges(of memory: HugePages, _ index: Int) -> UInt64 {
        let lineCount = memory.bytes.count / 64 / 8
        var sum: UInt64 = 0
        for edge in 0...bucketCount {
            let line = (4 * edge + 5 * (index & 63)) * lineCount / (4 * bucketCount) % lineCount
            for part in 0..<8 {
                sum &+= memory.bytes.load(fromByteOffset: 64 * (part * lineCount + line), as: UInt64.self)
            }
        }
        return sum
    }

    /// Ten years, moved by five quarters of a pixel with each call: no edge equals one of the previous edges.
    private static func window(_ index: Int) throws -> TimeWindow {
        let pixelMicros = IntervalInputs.spanMicros / Int64(bucketCount)
        let from = Int64((index & 63) - 32) * pixelMicros * 5 / 4
        return try TimeWindow(fromMicros: from, toMicros: from + IntervalInputs.spanMicros)
    }

    /// Compares buckets with a check of each interval.
    private static func check(_ intervals: IntervalInputs, over window: TimeWindow) throws {
        let levels = try intervals.index.levels(over: window, buckets: bucketCount)
        try check(levels, intervals) { window in
            intervals.ids(meeting: window).map { Int($0) }
        } isShown: { ids, shown in
            ids.contains(shown)
        }
    }

    /// Compares a lane's buckets with a check of each interval.
    private static func check(_ inputs: LaneInputs, lane: Int, over window: TimeWindow) throws {
        let filter = LaneInputs.filters[lane]
        let levels = try inputs.items.levels(over: window, buckets: bucketCount, where: filter)
        try check(levels, inputs.intervals) { window in
            inputs.ids(ofLane: lane, meeting: window)
        } isShown: { ids, shown in
            ids.map { inputs.itemID($0) }.contains(inputs.items.id(shown))
        }
    }

    private static func check(
        _ levels: IntervalLevels, _ intervals: IntervalInputs, meeting: (TimeWindow) -> [Int],
        isShown: ([Int], Int) -> Bool
    ) throws {
        for bucket in [0, bucketCount / 2, bucketCount - 1] {
            let left = levels.leftEdgeMicros(ofBucket: bucket)
            let right = levels.leftEdgeMicros(ofBucket: bucket + 1)
            let last = bucket == bucketCount - 1 ? right : right - 1
            let ids = meeting(try TimeWindow(fromMicros: left, toMicros: last))
            let micros = ids.reduce(0) {
                $0 + UInt64(min(intervals.ends[$1], right) - max(intervals.starts[$1], left))
            }
            let shown = levels.buckets[bucket]
            try CheckFailure.unless(
                shown.meets.total == ids.count && shown.timeMicros == micros
                    && shown.starts.total == ids.count { intervals.starts[$0] >= left }
                    && shown.representative.map { isShown(ids, $0) } ?? ids.isEmpty,
                "timeline.levels: bucket \(bucket) is \(shown), but \(ids.count) intervals meet it")
        }
    }
}
