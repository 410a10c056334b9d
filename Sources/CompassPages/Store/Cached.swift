import CompassKernel

/// The latest value of something that is loaded, with one load in flight, whoever asks.
///
/// Loads are numbered: the result of one that was dropped is discarded, also if it comes after all.
@MainActor
final class Cached<Value: Sendable> {
    /// The latest value; nil before the first load that succeeded.
    private(set) var value: Value?
    /// The number of the latest load that ended, whether it succeeded or failed.
    private(set) var endedNumber = 0
    /// The number of the load that ``value`` is of.
    private(set) var valueNumber = 0
    /// The error of the latest load; nil if it succeeded.
    private(set) var failure: SourceError?
    /// The number of the latest load that began; each begins a new one.
    private(set) var number = 0

    private let stopwatch: () -> @Sendable () -> Duration
    private let load: @Sendable () async throws(SourceError) -> Value
    /// The time since the value was requested.
    private var age: (@Sendable () -> Duration)?
    private var task: Task<Void, Never>?
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var waiterCount = 0

    /// Creates a cache without a value.
    ///
    /// - Parameters:
    ///   - stopwatch: returns a function that measures the time since.
    ///   - load: loads the value.
    init(
        stopwatch: @escaping () -> @Sendable () -> Duration,
        load: @escaping @Sendable () async throws(SourceError) -> Value
    ) {
        self.stopwatch = stopwatch
        self.load = load
    }

    deinit { task?.cancel() }

    /// Whether a load is in flight.
    var isInFlight: Bool { task != nil }

    /// Returns whether there is a value that is younger than `maximumAge`, and no later load has failed.
    func isFresh(_ maximumAge: Duration) -> Bool {
        value != nil && failure == nil && (age.map { $0() < maximumAge } ?? false)
    }

    /// Begins a load unless one is in flight, or the latest one succeeded less than `maximumAge` ago.
    func begin(maximumAge: Duration) {
        if task != nil || isFresh(maximumAge) { return }
        number += 1
        let (number, age) = (number, stopwatch())
        task = Task { [weak self, load] in
            let result: Result<Value, SourceError>
            do throws(SourceError) { result = .success(try await load()) } catch { result = .failure(error) }
            self?.end(number, result, age)
        }
    }

    /// Waits for the load that is in flight, or until the caller is cancelled; returns its result, or that of the
    /// latest load.
    func outcome() async -> Result<Value, SourceError> {
        // Another load may have begun before this caller runs again.
        while task != nil && !Task.isCancelled {
            waiterCount += 1
            let waiter = waiterCount
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled { return continuation.resume() }
                    waiting[waiter] = continuation
                }
            } onCancel: {
                Task { [weak self] in await self?.stopWaiting(waiter) }
            }
        }
        if Task.isCancelled { return .failure(.cancelled) }
        if let failure { return .failure(failure) }
        return value.map { .success($0) } ?? .failure(.cancelled)
    }

    /// Forgets the value, and discards the result of the load in flight.
    func drop() {
        number += 1
        task?.cancel()
        task = nil
        releaseInBackground(value)
        (value, failure, age) = (nil, nil, nil)
        resumeAll()
    }

    private func end(
        _ number: Int, _ result: Result<Value, SourceError>, _ age: @escaping @Sendable () -> Duration
    ) {
        guard number == self.number else { return }
        task = nil
        endedNumber = number
        switch result {
        case .success(let value):
            releaseInBackground(self.value)
            (self.value, failure, self.age) = (value, nil, age)
            valueNumber = number
        case .failure(let error): failure = error
        }
        resumeAll()
    }

    private func resumeAll() {
        let waiting = self.waiting
        self.waiting = [:]
        for continuation in waiting.values { continuation.resume() }
    }

    private func stopWaiting(_ waiter: Int) { waiting.removeValue(forKey: waiter)?.resume() }
}
