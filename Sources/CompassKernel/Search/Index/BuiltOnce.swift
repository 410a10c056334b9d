/// A value that is built when somebody first asks for it, by one thread while others wait.
final class BuiltOnce<Value: Sendable>: @unchecked Sendable {
    // Sendable: the value is read and written with the lock held only.
    private let lock = Monitor()
    private var value: Value?

    /// The value, which `build` makes when there is none.
    func get(_ build: () -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let value { return value }
        let built = build()
        value = built
        return built
    }

    /// The value when it has been built.
    var built: Value? {
        lock.lock()
        defer { lock.unlock() }
        return value
    }
}
