import BenchmarkHarness
import CompassKernel

/// What the interval index is asked: windows, instants, counts, and how to draw more intervals than pixels.
public enum IntervalQuestions {
    /// The widths of windows in days.
    public static let widths: [Int64] = [1, 30, 180]

    /// The name of a case, as the goals look for it.
    public static func caseName(days: Int64, isCopied: Bool, hasLongOnes: Bool = false) -> String {
        "\(days) day\(days == 1 ? "" : "s"), \(isCopied ? "copied" : "ranges")"
            + (hasLongOnes ? ", with 100 long ones" : "")
    }

    /// A case of the workloads of instants and counts, as the goals look for it.
    public static let shortOnes = "short ones"
    /// The other case of these workloads.
    public static let withLongOnes = "with 100 long ones"
    /// Cases of the workload of shapes.
    public static let shapes = ["nested, count", "nested, ranges", "identical, count", "identical, ranges"]
    /// A case of the workload of levels of detail.
    public static let allIntervals = "1000 buckets, all"
    /// The other case of that workload.
    public static let eachLane = "1000 buckets, each of 50 lanes"

    static let workloads = [viewport, instant, count, shapesWorkload, levels, build]

    private static let viewport = CompassWorkload(
        name: "timeline.viewport", purpose: "the intervals that meet a window, as ids and as ranges"
    ) { _, size in
        let inputs = try [
            (IntervalInputs(count: size.rows), false), (IntervalInputs(count: size.rows, long: 100), true),
        ]
        var cases: [QuestionCase] = []
        for (inputs, hasLongOnes) in inputs {
            for days in widths {
                let windows = try IntervalInputs.windows(days: days)
                for isCopied in [true, false] {
                    let name = caseName(days: days, isCopied: isCopied, hasLongOnes: hasLongOnes)
                    cases.append(
                        isCopied
                            ? copied(name, inputs, windows, group: "\(days) days")
                            : ranges(name, inputs, windows, group: "\(days) days"))
                }
            }
        }
        return PreparedQuestion(rows: size.rows, cases: cases)
    }

    private static let instant = CompassWorkload(
        name: "timeline.instant", purpose: "the intervals at an instant, as ids"
    ) { _, size in
        let windows = try IntervalInputs.windows(days: 0)
        return PreparedQuestion(
            rows: size.rows,
            cases: [
                copied(shortOnes, try IntervalInputs(count: size.rows), windows),
                copied(withLongOnes, try IntervalInputs(count: size.rows, long: 100), windows),
            ])
    }

    private static let count = CompassWorkload(
        name: "timeline.count", purpose: "how many intervals meet a window"
    ) { _, size in
        let windows = try IntervalInputs.windows(days: 30)
        return PreparedQuestion(
            rows: size.rows,
            cases: [
                counted(shortOnes, try IntervalInputs(count: size.rows), windows),
                counted(withLongOnes, try IntervalInputs(count: size.rows, long: 100), windows),
            ])
    }

    private static let shapesWorkload = CompassWorkload(
        name: "timeline.nested",
        purpose: "counts and ranges of intervals that are all nested, or all the same"
    ) { _, size in
        let inputs = try [
            IntervalInputs.nested(count: size.rows), IntervalInputs.identical(count: size.rows),
        ]
        let windows = try IntervalInputs.windows(days: 1)
        let cases = inputs.enumerated().flatMap { number, inputs in
            [
                counted(shapes[2 * number], inputs, windows),
                ranges(shapes[2 * number + 1], inputs, windows),
            ]
        }
        return PreparedQuestion(rows: size.rows, cases: cases)
    }

    private static let levels = CompassWorkload(
        name: "timeline.levels", purpose: "what each of 1,000 pixels shows of ten years"
    ) { _, size in
        let inputs = try IntervalInputs(count: size.rows)
        let lanes = try inputs.lanes()
        func window(_ index: Int) throws -> TimeWindow {
            // Other edges each time, in the same stretch.
            try TimeWindow(fromMicros: Int64(index & 1023), toMicros: IntervalInputs.spanMicros)
        }
        func check() throws {
            let levels = try inputs.index.levels(over: try window(0), buckets: 1000)
            for bucket in [0, 500, 999] {
                let (left, right) = (levels.leftEdgeMicros(ofBucket: bucket), levels.leftEdgeMicros(ofBucket: bucket + 1))
                let last = bucket == 999 ? right : right - 1
                let ids = inputs.ids(meeting: try TimeWindow(fromMicros: left, toMicros: last)).map {
                    Int($0)
                }
                let micros = ids.reduce(0) {
                    $0 + UInt64(min(inputs.ends[$1], right) - max(inputs.starts[$1], left))
                }
                let shown = levels.buckets[bucket]
                try CheckFailure.unless(
                    shown.meets.total == ids.count && shown.timeMicros == micros
                        && shown.starts.total == ids.count { inputs.starts[$0] >= left }
                        && shown.representative.map { ids.contains($0) } ?? ids.isEmpty,
                    "timeline.levels: bucket \(bucket) is \(shown), but \(ids.count) intervals meet it")
            }
        }
        return PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    name: allIntervals,
                    kernel: Call { try inputs.index.levels(over: try window($0), buckets: 1000) },
                    check: check),
                QuestionCase(
                    name: eachLane,
                    kernel: Call { index in
                        let window = try window(index)
                        // One answer after the other, as they are drawn.
                        return try lanes.reduce(0) {
                            $0
                                &+ (try $1.levels(over: window, buckets: 1000)).buckets[index % 1000].meets
                                .total
                        }
                    }, check: {}),
            ])
    }

    private static let build = CompassWorkload(
        name: "timeline.build", purpose: "an interval index from columns in no order"
    ) { _, size in
        let inputs = try IntervalInputs(count: size.rows)
        let windows = try IntervalInputs.windows(days: 30)
        var question = PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    kernel: Call { _ in
                        try IntervalIndex(starts: inputs.starts, ends: inputs.ends, kinds: inputs.kinds)
                    }
                ) { try inputs.check(windows, "timeline.build") }
            ])
        question.hasLongCalls = true
        return question
    }

    private static func copied(
        _ name: String, _ inputs: IntervalInputs, _ windows: [TimeWindow], group: String = ""
    ) -> QuestionCase {
        answer(
            name, inputs, windows, group, blocks: { inputs.index.count(meeting: windows[$0]) == 0 ? 0 : 1 }
        ) {
            inputs.index.ids(meeting: $0)
        }
    }

    /// The ranges' lengths stand for what a caller would do with them.
    private static func ranges(
        _ name: String, _ inputs: IntervalInputs, _ windows: [TimeWindow], group: String = ""
    ) -> QuestionCase {
        answer(name, inputs, windows, group, blocks: { _ in 0 }) { window in
            var count = 0
            inputs.index.hits(meeting: window).forEachRun { count &+= $0.count }
            return count
        }
    }

    private static func counted(
        _ name: String, _ inputs: IntervalInputs, _ windows: [TimeWindow]
    ) -> QuestionCase {
        answer(name, inputs, windows, "", blocks: { _ in 0 }) { inputs.index.count(meeting: $0) }
    }

    private static func answer<Answer>(
        _ name: String, _ inputs: IntervalInputs, _ windows: [TimeWindow], _ group: String,
        blocks: @escaping (Int) -> Int, _ ask: @escaping (TimeWindow) -> Answer
    ) -> QuestionCase {
        var question = QuestionCase(
            name: name, kernel: Call { ask(windows[$0 & (IntervalInputs.questionCount - 1)]) }
        ) { try inputs.check(windows, name) }
        question.group = group
        question.resultBlocks = ([0, 1, 2], blocks)
        return question
    }
}
