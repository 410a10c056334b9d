import BenchmarkHarness
import CompassWorkloads
import Foundation

extension Gate {
    /// Blocks and bytes of each case of each workload.
    func allocations() throws -> [GateFigure] {
        var figures: [GateFigure] = []
        for workload in Workloads.questions where isChosen(workload.name) {
            try prepare(workload, Self.size).cases.rehearse()
            for one in try prepare(workload, Self.size).cases {
                guard let count = try one.kernel.settledAllocations() else { continue }
                let subject = GateFigure.subject(workload: workload.name, case: one.name)
                figures.append(GateFigure(subject, .blocks, Double(count.allocations)))
                figures.append(GateFigure(subject, .bytes, Double(count.allocatedBytes)))
            }
        }
        return figures
    }

    /// Instructions of each case of each workload, counted in one process.
    func instructions() throws -> [GateFigure] {
        let names = Workloads.questions.map(\.name).filter(isChosen)
        if names.isEmpty { return [] }
        progress.show("verifying the files")
        // The counted process must neither verify nor write files.
        let whole = try inputs.datasets.dataset(Self.size, wholeSeconds: true)
        _ = try inputs.datasets.lineDelimitedPosts(whole)
        let ordinary = try inputs.datasets.dataset(Self.size, wholeSeconds: false)
        _ = try inputs.datasets.lineDelimitedPosts(ordinary)
        progress.show("counting instructions")
        var arguments =
            [InstructionProbeCommand.name] + names
            + ["--size", Self.size.rawValue, "--datasets", inputs.datasets.path]
        if let slowdown { arguments += ["--deliberately", slowdown.rawValue] }
        let (counts, output) = try CallgrindRun.counts(of: program, arguments: arguments)
        let calls = try JSONDecoder().decode([InstructionProbeCommand.MeasuredCase].self, from: output)
        guard calls.count == counts.count else {
            throw CheckFailure("\(calls.count) cases were measured, but \(counts.count) counted")
        }
        return zip(calls, counts).map { one, count in
            GateFigure(one.subject, .instructions, (Double(count) / Double(one.calls)).rounded())
        }
    }

    /// Live and peak bytes of tables that one thread loads, each in its own process.
    func memory() throws -> [GateFigure] {
        try tableMemory() + indexMemory()
    }

    /// Bytes of the search index, built in its own process.
    private func indexMemory() throws -> [GateFigure] {
        guard isChosen(SearchIndexBuild.name) else { return [] }
        return try [DatasetSize.tenThousand, .hundredThousand].flatMap { size in
            progress.show("\(SearchIndexBuild.name) at \(size.rawValue)")
            return try SearchIndexBuild.probes(inputs.datasets, size, times: 1, program: program).flatMap {
                let subject = GateFigure.subject(workload: SearchIndexBuild.name, case: size.rawValue)
                return [
                    GateFigure(subject, .liveBytesPerRow, Double($0.liveBytes) / Double($0.rows)),
                    GateFigure(subject, .peakBytesPerRow, Double($0.peakLiveBytes) / Double($0.rows)),
                ]
            }
        }
    }

    private func tableMemory() throws -> [GateFigure] {
        guard isChosen(TableMemory.name) else { return [] }
        return try [DatasetSize.tenThousand, .hundredThousand].flatMap { size in
            progress.show("\(TableMemory.name) at \(size.rawValue)")
            let result = try TableMemory.counts(
                inputs.datasets, size, program: program, slowdown: slowdown)
            let subject = GateFigure.subject(workload: TableMemory.name, case: "\(size.rawValue), one thread")
            return [
                GateFigure(subject, .liveBytesPerRow, Double(result.liveBytes) / Double(result.rows)),
                GateFigure(subject, .peakBytesPerRow, Double(result.peakLiveBytes) / Double(result.rows)),
            ]
        }
    }
}
