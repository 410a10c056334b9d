/// A value that is built when somebody first asks for it, by one thread while others wait.
final class BuiltOnce<Value: Sendable>: @unchecked Sendable {
    // Sendable: everything is read and written with the lock held only.
    private let monitor = Monitor()
    private var value: Value?
    private var isBuilding = false

    /// The value, which `build` makes when there is none.
    func get(_ build: () -> Value) -> Value {
        monitor.lock()
        defer { monitor.unlock() }
        while isBuilding { monitor.wait() }
        if let value { return value }
        isBuilding = true
        // Others may ask meanwhile whether it has been built.
        monitor.unlock()
        let built = build()
        monitor.lock()
        value = built
        isBuilding = false
        monitor.wakeAll()
        return built
    }

    /// The value when it has been built; never waits for that.
    var built: Value? {
        monitor.lock()
        defer { monitor.unlock() }
        return value
    }
}
