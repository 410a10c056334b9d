/// A value that is built on first access, by one thread while others wait.
final class BuiltOnce<Value: Sendable>: @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private let monitor = Monitor()
    private var value: Value?
    private var isBuilding = false
    private var doneShare = 0.0
    private var receiver: (@Sendable (Value) -> Void)?

    /// Returns the value, which `build` creates if there is none yet.
    func get(_ build: () -> Value) -> Value {
        let existing = monitor.withLock { () -> Value? in
            while isBuilding { monitor.wait() }
            isBuilding = value == nil
            return value
        }
        if let existing { return existing }
        // Unlocked during the build, so that other threads can read ``built``.
        let built = build()
        finish(built)
        return built
    }

    /// Calls `body` once with the value: now if it has been built, otherwise when it is, on the thread that
    /// has built it. Only the last `body` that was passed before is called.
    func whenBuilt(_ body: @escaping @Sendable (Value) -> Void) {
        let existing = monitor.withLock { () -> Value? in
            if value == nil { receiver = body }
            return value
        }
        if let existing { body(existing) }
    }

    /// The value if it has been built, otherwise nil; never waits for a build.
    var built: Value? { monitor.withLock { value } }

    /// Whether the value has been built, or a build has begun.
    var isBegun: Bool { monitor.withLock { value != nil || isBuilding } }

    /// Begins a build that ``finish(_:)`` ends; returns false if one has begun already.
    ///
    /// Other threads wait for it in ``get(_:)``, so it may be given up only if there can be none.
    func begin() -> Bool {
        monitor.withLock {
            if value != nil || isBuilding { return false }
            isBuilding = true
            return true
        }
    }

    /// The share of the work that is done, 0 to 1, as far as the builder reports it.
    var progress: Double {
        get { monitor.withLock { value == nil ? doneShare : 1 } }
        set { monitor.withLock { doneShare = newValue } }
    }

    /// Ends the build that ``begin()`` began.
    func finish(_ built: Value) {
        let receiver = monitor.withLock {
            value = built
            isBuilding = false
            monitor.wakeAll()
            defer { self.receiver = nil }
            return self.receiver
        }
        receiver?(built)
    }
}
