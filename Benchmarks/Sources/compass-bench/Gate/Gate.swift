import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Measures group by group, and compares or renews limits.
struct Gate {
    let inputs: WorkloadInputs
    /// The size whose time is compared with that of the smallest.
    let largest: DatasetSize
    /// Whether a workload is to be measured, by its name.
    let isChosen: (_ workload: String) -> Bool
    let slowdown: DeliberateSlowdown?
    let progress: ProgressLine
    let isContinuousIntegration: Bool

    /// The rows at which everything is measured that does not depend on the machine's load.
    static let size = DatasetSize.tenThousand

    private let build = BuildDescription.current()
    /// This program, which runs itself where a separate process is required.
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])

    init(
        inputs: WorkloadInputs, largest: DatasetSize, isChosen: @escaping (_ workload: String) -> Bool,
        slowdown: DeliberateSlowdown?, progress: ProgressLine, isContinuousIntegration: Bool
    ) {
        self.inputs = inputs
        self.largest = largest
        self.isChosen = isChosen
        self.slowdown = slowdown
        self.progress = progress
        self.isContinuousIntegration = isContinuousIntegration
    }

    /// The outcome of a comparison.
    enum Verdict {
        /// All limits are met, or the reason why they were not compared was reported.
        case passed
        /// A limit is missed, or cannot be compared where it must be.
        case failed
        /// There is neither a figure nor a limit.
        case nothing

        /// Adds the result of a comparison; a failure persists.
        mutating func add(isPassed: Bool) {
            if !isPassed { self = .failed } else if self == .nothing { self = .passed }
        }
    }

    /// Compares, and prints a line for each group and each miss.
    func compare(with limits: Limits, _ groups: [LimitGroup]) throws -> Verdict {
        var verdict = Verdict.nothing
        for group in groups {
            let start = ContinuousClock.now
            if let reason = obstacle(to: group) {
                tell("\(group.rawValue): not compared: \(reason)")
                verdict.add(isPassed: !isContinuousIntegration)
                continue
            }
            let limited = limits.groups[group]
            if let limited, let difference = build.difference(from: limited.madeWith, for: group) {
                tell("\(group.rawValue): not compared: \(difference)")
                verdict.add(isPassed: true)
                continue
            }
            let figures = try figures(of: group, limits: limited?.limits ?? [:])
            let comparison = GateComparison(figures, with: limited?.limits ?? [:], isChosen: isChosenSubject)
            if comparison.entries.isEmpty { continue }
            comparison.lines(group, seconds: Sampler.seconds(since: start)).forEach(tell)
            verdict.add(isPassed: comparison.isPassed)
        }
        return verdict
    }

    /// Measures, and returns the new limits.
    func renewed(_ old: Limits, _ groups: [LimitGroup], isPartial: Bool) throws -> Limits {
        var limits = old
        for group in groups {
            if let reason = obstacle(to: group) {
                throw CheckFailure("\(group.rawValue) cannot be measured: \(reason)")
            }
            if isPartial, let madeWith = old.groups[group]?.madeWith,
                let difference = build.difference(from: madeWith, for: group)
            {
                throw CheckFailure("\(group.rawValue): \(difference); renew all limits, without --filter")
            }
            let figures = try figures(of: group, limits: [:])
            limits.renew(group, figures, madeWith: build, isChosen: isChosenSubject)
            tell("\(group.rawValue): \(figures.count) limits measured")
        }
        return limits
    }

    /// Returns the reason why a group cannot be measured here.
    private func obstacle(to group: LimitGroup) -> String? {
        switch group {
        case .allocations, .memory:
            AllocationCount.isAvailable ? nil : "allocations cannot be counted on this system"
        case .instructions:
            CallgrindRun.isAvailable ? nil : "valgrind or strip is not installed"
        case .ratios: nil
        }
    }

    private func figures(
        of group: LimitGroup, limits: [String: [LimitMetric: Double]]
    ) throws -> [GateFigure] {
        switch group {
        case .allocations: try allocations()
        case .instructions: try instructions()
        case .memory: try memory()
        case .ratios: try ratios(limits: limits)
        }
    }

    /// Subjects begin with their workload's name.
    private func isChosenSubject(_ subject: String) -> Bool {
        isChosen(subject.split(separator: ":").first.map(String.init) ?? subject)
    }

    private func tell(_ line: String) {
        progress.clear()
        print(line)
    }

    /// Returns the workload with the deliberate slowdown, if there is one.
    func prepare(_ workload: CompassWorkload, _ size: DatasetSize) throws -> PreparedQuestion {
        progress.show("preparing \(workload.name) at \(size.rawValue)")
        return try workload.prepare(inputs, size).slowed(by: slowdown)
    }
}

extension PreparedQuestion {
    /// Returns the workload with the kernel's calls slowed down.
    func slowed(by slowdown: DeliberateSlowdown?) -> PreparedQuestion {
        guard let slowdown else { return self }
        var question = self
        for position in cases.indices {
            question.cases[position].kernel = slowdown.applied(to: cases[position].kernel, rows: rows)
        }
        return question
    }
}
