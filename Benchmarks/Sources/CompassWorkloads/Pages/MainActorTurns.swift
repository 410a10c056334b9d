import BenchmarkHarness
import Foundation
import MainActorHook

/// Runs everything that is on the main actor, in place of the main queue, and measures each turn: what runs without a
/// pause, from a call or the resumption of a task until it returns or waits.
///
/// No turn is missed and none is measured with another one, so that the figures are those of the code and not of a
/// scheduler: between two turns a real program can draw a frame.
final class MainActorTurns: SerialExecutor, @unchecked Sendable {
    // Sendable: the jobs are read and written only with the lock held.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    /// The turns of an event.
    struct Sample {
        /// The nanoseconds of the longest turn.
        var longest = 0.0
        /// Its nanoseconds of processor time, which other programs do not lengthen.
        var longestProcessor = 0.0
        /// The nanoseconds of all turns together.
        var total = 0.0
    }

    /// Never freed: a task that waits for something at the end still refers to it.
    private static let shared = MainActorTurns()

    /// Whether this system's concurrency library lets an executor stand in for the main queue.
    static var isAvailable: Bool { main_actor_hook_set(nil, nil) }

    /// Runs `body` while the main actor's jobs come here.
    ///
    /// The caller is on the main thread.
    static func withTurns<Result: Sendable>(
        _ body: @MainActor (MainActorTurns) throws -> Result
    ) throws -> Result {
        let turns = shared
        let reference = unsafeBitCast(
            turns.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?).self)
        guard main_actor_hook_set(reference.0, reference.1) else {
            throw CheckFailure("the main actor's turns cannot be measured with this concurrency library")
        }
        defer { _ = main_actor_hook_set(nil, nil) }
        return try MainActor.assumeIsolated { try body(turns) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    func checkIsolated() { precondition(Thread.isMainThread, "not on the main thread") }

    /// Measures what an event does on the main actor, at once and later.
    ///
    /// - Parameters:
    ///   - quietSeconds: how long nothing must have happened for the event to be over.
    ///   - isDone: whether all has happened that the event is to lead to.
    ///   - event: the event.
    @MainActor
    func sample(
        quietSeconds: Double, isDone: @MainActor () -> Bool, _ event: @MainActor () throws -> Void
    ) throws -> Sample {
        var sample = Sample()
        try measure(&sample, event)
        let deadline = Date(timeIntervalSinceNow: 60)
        while true {
            if let job = nextJob(within: quietSeconds) {
                measure(&sample) { job.runSynchronously(on: asUnownedSerialExecutor()) }
            } else if isDone() {
                return sample
            } else if Date() > deadline {
                throw CheckFailure("an event did not lead to what it should within a minute")
            }
        }
    }

    /// Runs an event and what follows from it, without measuring it.
    @MainActor
    func run(
        quietSeconds: Double = 0.02, until isDone: @MainActor () -> Bool,
        _ event: @MainActor () throws -> Void
    ) throws {
        _ = try sample(quietSeconds: quietSeconds, isDone: isDone, event)
    }

    /// Runs an event and what follows from it, without measuring it.
    @MainActor
    func run(quietSeconds: Double = 0.02, _ event: @MainActor () throws -> Void = {}) throws {
        try run(quietSeconds: quietSeconds, until: { true }, event)
    }

    @MainActor
    private func measure(_ sample: inout Sample, _ turn: @MainActor () throws -> Void) rethrows {
        let (start, processorStart) = (ContinuousClock.now, ThreadTime.seconds)
        try turn()
        let processor = (ThreadTime.seconds - processorStart) * 1e9
        let time = Sampler.seconds(since: start) * 1e9
        sample.longest = max(sample.longest, time)
        sample.longestProcessor = max(sample.longestProcessor, processor)
        sample.total += time
    }

    private func nextJob(within seconds: Double) -> UnownedJob? {
        condition.withLock {
            let deadline = Date(timeIntervalSinceNow: seconds)
            while jobs.isEmpty { if !condition.wait(until: deadline) { break } }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}
