#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Runs one task on several threads and waits for all of them.
///
/// Uses plain threads because loading is a synchronous call: blocking on tasks of Swift's cooperative pool
/// could starve the pool that called it.
package enum WorkerThreads {
    /// Calls `body` on the calling thread and on `count` − 1 new threads; returns when all calls have
    /// returned. A thread that cannot be started is omitted, so the calls must divide the work among
    /// themselves.
    package static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
        let threads = (1..<max(count, 1)).compactMap { _ in start(Job(body)) }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Returns the results of `body` for 0 ..< `count`, computed on at most `threads` threads.
    static func map<Result: Sendable>(
        count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        let results = SharedResults<Result>(count: count)
        run(count: min(count, threads)) {
            while let index = results.takeIndex() { results.set(body(index), at: index) }
        }
        return results.all
    }

    /// Calls `body` on a new thread without waiting for it; returns false if no thread can be started.
    static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = start(Job(body)) else { return false }
        pthread_detach(thread)
        return true
    }

    private static func start(_ job: Job) -> pthread_t? {
        let argument = Unmanaged.passRetained(job)
        #if canImport(Glibc) || canImport(Android)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        guard pthread_create(&thread, nil, { WorkerThreads.runJob($0) }, argument.toOpaque()) == 0 else {
            argument.release()
            return nil
        }
        return thread
    }

    private final class Job {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        // SAFETY: the argument is the job that `start` retained for this thread alone.
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
}

/// Results that several threads store.
private final class SharedResults<Result: Sendable>: @unchecked Sendable {
    // Sendable: both properties are guarded by `monitor`.
    private let monitor = Monitor()
    private var nextIndex = 0
    private var results: [Result?]

    init(count: Int) { results = [Result?](repeating: nil, count: count) }

    func takeIndex() -> Int? {
        monitor.withLock {
            guard nextIndex < results.count else { return nil }
            nextIndex += 1
            return nextIndex - 1
        }
    }

    func set(_ result: Result, at index: Int) { monitor.withLock { results[index] = result } }

    var all: [Result] { results.compactMap { $0 } }
}
