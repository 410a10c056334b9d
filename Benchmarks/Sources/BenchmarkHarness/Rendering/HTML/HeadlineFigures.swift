/// The few figures that summarize a report.
struct HeadlineFigures {
    /// A figure and its description.
    struct Figure: Hashable {
        var value: String
        var meaning: String
    }

    let report: BenchmarkReport

    /// The figures that the report contains.
    var figures: [Figure] {
        [
            answerTimes, ratios("as specified", \.ratio), ratios("careful", \.carefulRatio), throughput,
            memory, nearestEngine, allocations, goals,
        ].compactMap(\.self)
    }

    /// Rows of workloads whose cost should not grow with the table.
    private var questions: [WorkloadResult] {
        report.workloads.filter { $0.bytes == nil && !$0.isScaling }
    }

    private var answerTimes: Figure? {
        guard let rows = questions.map(\.rows).max() else { return nil }
        let medians = questions.filter { $0.rows == rows }.map(\.kernel.nanoseconds.median)
        guard let least = medians.min(), let most = medians.max() else { return nil }
        return Figure(
            value: range(FigureText.time(nanoseconds: least), FigureText.time(nanoseconds: most)),
            meaning: "the kernel's medians for \(FigureText.count(medians.count, "question")) at "
                + "\(FigureText.grouped(rows)) rows")
    }

    /// Returns a baseline's time relative to the kernel's, at the size at which most workloads have it.
    private func ratios(_ grade: String, _ ratio: (WorkloadResult) -> Double?) -> Figure? {
        let bySize = Dictionary(grouping: questions.filter { ratio($0) != nil }, by: \.rows)
        guard let size = bySize.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) else {
            return nil
        }
        let ratios = size.value.compactMap(ratio)
        guard let least = ratios.min(), let most = ratios.max() else { return nil }
        return Figure(
            value: range(FigureText.significant(least), FigureText.significant(most)) + "×",
            meaning:
                "faster than the baseline “\(grade)” in \(FigureText.count(ratios.count, "question")) at "
                + "\(FigureText.grouped(size.key)) rows")
    }

    private var throughput: Figure? {
        let readers = report.workloads.filter { $0.bytes != nil }
        guard let rows = readers.map(\.rows).max() else { return nil }
        let speeds = readers.filter { $0.rows == rows }.compactMap { row in
            row.gigabytesPerSecond(at: row.kernel.nanoseconds.median).map { (row, $0) }
        }
        guard let (row, speed) = speeds.max(by: { $0.1 < $1.1 }) else { return nil }
        let others = row.variants.compactMap { variant in
            row.gigabytesPerSecond(at: variant.nanoseconds).map {
                ", \(variant.name) \(FigureText.significant($0))"
            }
        }
        return Figure(
            value: FigureText.significant(speed) + " GB/s",
            meaning: "\(row.name) at \(FigureText.grouped(rows)) rows, one thread\(others.joined())")
    }

    private var memory: Figure? {
        guard let rows = report.memory.map(\.rows).max(),
            let result = report.memory.first(where: { $0.rows == rows })
        else { return nil }
        return Figure(
            value: FigureText.megabytes(result.liveBytes) + " MB",
            meaning: "memory of \(FigureText.grouped(rows)) posts, whose texts alone are "
                + "\(FigureText.megabytes(result.textBytes)) MB")
    }

    private var nearestEngine: Figure? {
        let measured = report.peers.compactMap { peer in peer.ratio.map { (peer, $0) } }
        guard let (peer, ratio) = measured.min(by: { $0.1 < $1.1 }) else { return nil }
        let engines = Set(measured.map(\.0.engine)).count
        return Figure(
            value: FigureText.ratio(ratio),
            meaning: "is what the nearest of \(FigureText.count(engines, "engine")) takes in relation to the "
                + "kernel: \(peer.engineName), \(peer.question)")
    }

    private var allocations: Figure? {
        let queries = report.queriesWithoutExtraAllocations
        if queries == 0 { return nil }
        return Figure(
            value: "0 blocks",
            meaning: "allocated beyond the result's own, in each of \(FigureText.grouped(queries)) queries")
    }

    private var goals: Figure? {
        if report.goals.isEmpty { return nil }
        return Figure(
            value: "\(report.goals.filter(\.isMet).count) of \(report.goals.count)", meaning: "goals are met")
    }

    private func range(_ least: String, _ most: String) -> String {
        least == most ? least : "\(least) – \(most)"
    }
}
