import Foundation

/// Samples a prepared workload on demand: the part of a comparison of builds that runs within a build.
///
/// It reads one command a line, `check` or `sample FIRST_BATCH BATCHES CALLS…` with the calls in a batch of
/// each case. It writes a greeting, then one line of JSON for each command. Because the process stays alive
/// between samples, its samples can be interleaved with another process's at a fine grain.
public struct SampleWorker: SampledBuild {
    private let question: PreparedQuestion
    /// The description of the workload before anything is timed.
    public let greeting: SampleGreeting

    /// Tries every case, so that caches are built and the duration of its calls is known.
    public init(_ question: PreparedQuestion) throws {
        self.question = question
        greeting = SampleGreeting(
            rows: question.rows,
            cases: try question.cases.map { one in
                let count = try one.kernel.settledAllocations()
                let sampler = try Sampler.suited(to: one.kernel, budgetSeconds: 0)
                let nanoseconds = try sampler.nanoseconds(ofBatch: 0, one.kernel)
                return SampleGreeting.Case(
                    name: one.name, callsPerBatch: sampler.callsPerBatch,
                    batchNanoseconds: nanoseconds * Double(sampler.callsPerBatch),
                    allocations: count?.allocations,
                    allocatedBytes: count?.allocatedBytes)
            })
    }

    /// Compares the kernel's results with the baselines'.
    public func check() throws {
        for one in question.cases { try one.check() }
    }

    /// Samples every case.
    public func nanoseconds(firstBatch: Int, batches: Int, callsPerBatch: [Int]) throws -> [Double] {
        try zip(question.cases, callsPerBatch).map { one, calls in
            let sampler = Sampler(callsPerBatch: calls)
            return SampleStatistics.median(
                of: try (0..<max(batches, 1)).map {
                    try sampler.nanoseconds(ofBatch: firstBatch + $0, one.kernel)
                })
        }
    }

    /// Writes the greeting, then executes commands until there are none.
    ///
    /// - Parameters:
    ///   - nextLine: returns the next command; nil at the end.
    ///   - write: receives each reply, without a line break.
    public func serve(nextLine: () -> String?, write: (String) throws -> Void) throws {
        try write(Self.line(.greeting(greeting)))
        while let line = nextLine() { try write(Self.line(answer(line))) }
    }

    /// Returns the only line that a build writes if it cannot prepare a workload.
    public static func refusal(_ reason: String) throws -> String { try line(.failure(reason)) }

    /// Returns the only line that a build writes if it does not know a workload.
    public static func unknownQuestion(_ name: String) throws -> String { try line(.unknownQuestion(name)) }

    private static func line(_ answer: SampleAnswer) throws -> String {
        String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    }

    private func answer(_ line: String) -> SampleAnswer {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        do {
            if line == "check" {
                try check()
                return .checked
            }
            let calls = Array(numbers.dropFirst(2))
            guard words.first == "sample", numbers.count == words.count - 1,
                calls.count == question.cases.count,
                numbers.allSatisfy({ $0 >= 0 }), calls.allSatisfy({ $0 > 0 })
            else { return .failure("no command of version \(SampleGreeting.currentVersion): '\(line)'") }
            return .nanoseconds(
                try nanoseconds(firstBatch: numbers[0], batches: numbers[1], callsPerBatch: calls))
        } catch {
            return .failure(String(describing: error))
        }
    }
}
