#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Runs one piece of work on several threads and waits for all of them.
///
/// Plain threads, because loading is a synchronous call: blocking on tasks of Swift's cooperative pool
/// could starve the pool that called it.
enum WorkerThreads {
    /// Calls `body` with 0 on the calling thread and with 1 ..< `count` on new threads; returns when all
    /// calls have. A thread that cannot be started is left out: the work must be shared out by the calls
    /// themselves.
    static func run(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (1..<max(count, 1)).compactMap { start(Job(index: $0, body: body)) }
        body(0)
        for thread in threads { pthread_join(thread, nil) }
    }

    /// The results of `body` for 0 ..< `count`, each from a thread of its own while there are enough.
    static func map<Result: Sendable>(
        count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        let results = SharedResults<Result>(count: count)
        run(count: min(count, threads)) { _ in
            while let index = results.takeIndex() { results.set(body(index), at: index) }
        }
        return results.all
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
        let index: Int
        let body: @Sendable (Int) -> Void

        init(index: Int, body: @escaping @Sendable (Int) -> Void) {
            self.index = index
            self.body = body
        }
    }

    private static func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        // SAFETY: the argument is the job that `start` retained for this thread alone.
        let job = Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
        job.body(job.index)
        return nil
    }
}

/// Results that several threads fill in.
private final class SharedResults<Result: Sendable>: @unchecked Sendable {
    // Sendable: both properties are guarded by `monitor`.
    private let monitor = Monitor()
    private var nextIndex = 0
    private var results: [Result?]

    init(count: Int) { results = [Result?](repeating: nil, count: count) }

    func takeIndex() -> Int? {
        monitor.lock()
        defer { monitor.unlock() }
        guard nextIndex < results.count else { return nil }
        nextIndex += 1
        return nextIndex - 1
    }

    func set(_ result: Result, at index: Int) {
        monitor.lock()
        defer { monitor.unlock() }
        results[index] = result
    }

    var all: [Result] { results.compactMap { $0 } }
}

/// A lock with a condition to wait for.
package final class Monitor: @unchecked Sendable {
    // Sendable: mutex and condition are made for being used by several threads.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() {
        // What is locked may be overwritten next; the mutex must not go while it is held.
        withExtendedLifetime(self) { _ = pthread_mutex_unlock(mutex) }
    }

    /// Holds the lock during `body`.
    package func withLock<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits, with the lock held before and after, until somebody calls ``wakeAll()``; may also wake up
    /// without a cause.
    func wait() { withExtendedLifetime(self) { _ = pthread_cond_wait(condition, mutex) } }

    func wakeAll() { pthread_cond_broadcast(condition) }
}
