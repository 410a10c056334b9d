/// A value that is built on first access, by one thread while others wait.
final class BuiltOnce<Value: Sendable>: @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private let monitor = Monitor()
    private var value: Value?
    private var isBuilding = false

    /// Returns the value, which `build` creates if there is none yet.
    func get(_ build: () -> Value) -> Value {
        monitor.lock()
        defer { monitor.unlock() }
        while isBuilding { monitor.wait() }
        if let value { return value }
        isBuilding = true
        // Unlocked during the build, so that other threads can read ``built``.
        monitor.unlock()
        let built = build()
        monitor.lock()
        value = built
        isBuilding = false
        monitor.wakeAll()
        return built
    }

    /// The value if it has been built, otherwise nil; never waits for a build.
    var built: Value? { monitor.withLock { value } }
}
