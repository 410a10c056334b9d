import BenchmarkHarness
import CompassKernel

/// Assigns rows to all intervals for drawing.
enum StackQuestions {
    static let workload = CompassWorkload(
        name: "timeline.stack", purpose: "rows for intervals in percent of ten years, both edges sorted"
    ) { _, size in
        let extents = try SortedExtents(try IntervalInputs(count: size.rows))
        var question = PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    kernel: Call { _ in
                        try IntervalStacking(
                            ascendingLefts: extents.lefts, rights: extents.rights, byRight: extents.byRight)
                    }
                ) { try extents.check() }
            ])
        question.hasLongCalls = true
        return question
    }
}

/// Intervals as drawn on ten years, with a minimum width that keeps a point visible.
private struct SortedExtents {
    /// The width of one of 1,000 pixels.
    private static let minimumWidth = 0.1

    let lefts: [Double]
    let rights: [Double]
    let byRight: [UInt32]

    init(_ intervals: IntervalInputs) throws {
        func percent(_ micros: Int64) -> Double { 100 * Double(micros) / Double(IntervalInputs.spanMicros) }
        let order = intervals.starts.indices.sorted { intervals.starts[$0] < intervals.starts[$1] }
        let lefts = order.map { percent(intervals.starts[$0]) }
        let rights = zip(order, lefts).map { max(percent(intervals.ends[$0]), $1 + Self.minimumWidth) }
        byRight = rights.indices.sorted { rights[$0] < rights[$1] }.map { UInt32($0) }
        (self.lefts, self.rights) = (lefts, rights)
    }

    /// Checks that the number of rows is the maximum number of overlapping extents, and that rows do not
    /// overlap.
    func check() throws {
        let stacking = try IntervalStacking(ascendingLefts: lefts, rights: rights, byRight: byRight)
        var (depth, ended) = (0, 0)
        var edges = [Double](repeating: -.infinity, count: stacking.rowCount)
        for (extent, left) in lefts.enumerated() {
            let touching = left + IntervalStacking.tolerance
            while ended < byRight.count, rights[Int(byRight[ended])] <= touching { ended += 1 }
            depth = max(depth, extent + 1 - ended)
            let row = Int(stacking.rows[extent])
            try CheckFailure.unless(edges[row] <= touching, "timeline.stack: extents overlap in row \(row)")
            edges[row] = rights[extent]
        }
        try CheckFailure.unless(
            stacking.rowCount == depth, "timeline.stack: \(stacking.rowCount) rows for a depth of \(depth)")
    }
}
