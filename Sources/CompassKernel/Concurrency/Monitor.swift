#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A lock with a condition variable.
package final class Monitor: @unchecked Sendable {
    // Sendable: mutex and condition variable are designed for use by several threads.
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
        // The object that owns the monitor may be replaced next; the mutex must not be destroyed while it is
        // held.
        withExtendedLifetime(self) { _ = pthread_mutex_unlock(mutex) }
    }

    /// Holds the lock during `body`.
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits until a thread calls ``wakeAll()``; the lock is held before and after. Spurious wake-ups are
    /// possible.
    package func wait() { withExtendedLifetime(self) { _ = pthread_cond_wait(condition, mutex) } }

    /// Wakes all threads that wait.
    package func wakeAll() { pthread_cond_broadcast(condition) }
}
