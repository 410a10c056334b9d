#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A lock that one thread holds at a time.
final class Lock: @unchecked Sendable {
    // Sendable: the mutex is made for being used by several threads.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// A value that several threads read and change.
///
/// Questions are answered by a copy, which costs a count of references, so that they hold nobody up; changes wait
/// for each other.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Sendable: the value is read and written with the lock held only.
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// The value as it is now.
    var current: Value { lock.withLock { value } }

    /// Lets `body` change the value while everybody else waits.
    func update<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) in try body(&value) }
    }
}
