import BenchmarkHarness
import CompassKernel

/// Queries of the interval index: windows, instants, counts, and levels of detail for more intervals than
/// pixels.
public enum IntervalQuestions {
    /// The widths of windows in days.
    public static let widths: [Int64] = [1, 30, 180]

    /// Returns the name of a case, as used in the goals.
    public static func caseName(days: Int64, isCopied: Bool, hasLongOnes: Bool = false) -> String {
        "\(days) day\(days == 1 ? "" : "s"), \(isCopied ? "copied" : "ranges")"
            + (hasLongOnes ? ", with 100 long ones" : "")
    }

    /// A case of the workloads of instants and counts, as used in the goals.
    public static let shortOnes = "short ones"
    /// The other case of these workloads.
    public static let withLongOnes = "with 100 long ones"
    /// Cases of the workload of shapes.
    public static let shapes = ["nested, count", "nested, ranges", "identical, count", "identical, ranges"]
    /// A case of the workload of levels of detail.
    public static let allIntervals = "1000 buckets, all"
    /// The other case of that workload.
    public static let eachLane = "1000 buckets, each of 50 lanes"

    /// A case of the workload of building.
    public static let oneIndex = "one index"
    /// The other case of that workload: the items of a timeline, which are two indexes and their rows.
    public static let itemsFromTables = "items from tables"

    static let workloads = [
        viewport, instant, count, shapesWorkload, LevelQuestions.workload, build, StackQuestions.workload,
        TimelinePuts.workload,
    ]

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
                            : rangeAndList(name, inputs, windows, group: "\(days) days"))
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

    private static let build = CompassWorkload(
        name: "timeline.build", purpose: "an interval index from columns in no order, and items from tables"
    ) { _, size in
        let lanes = try LaneInputs(count: size.rows)
        let inputs = lanes.intervals
        let windows = try IntervalInputs.windows(days: 30)
        var question = PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    name: oneIndex,
                    kernel: Call { _ in
                        try IntervalIndex(starts: inputs.starts, ends: inputs.ends, kinds: inputs.kinds)
                    }
                ) { try inputs.check(windows, "timeline.build") },
                QuestionCase(
                    name: itemsFromTables, kernel: Call { _ in lanes.freshTimeline().items(in: lanes.zone) }
                ) {
                    try lanes.check(lanes.freshTimeline().items(in: lanes.zone), windows, "timeline.build")
                },
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

    /// Returns the range of intervals that start in the window, and the short list of those that span its
    /// left edge.
    private static func rangeAndList(
        _ name: String, _ inputs: IntervalInputs, _ windows: [TimeWindow], group: String
    ) -> QuestionCase {
        answer(name, inputs, windows, group, blocks: { _ in 0 }) { window in
            let hits = inputs.index.hits(meeting: window)
            return hits.startingPlaces.count + hits.withSpanningIDs { Int($0.last ?? 0) & 1 }
        }
    }

    /// The ranges' lengths represent the work of a caller.
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
