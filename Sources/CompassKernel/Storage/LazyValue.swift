/// A value that is made when somebody asks for it first, once for all who share it.
final class LazyValue<Value: Sendable>: @unchecked Sendable {
    // Sendable: the value is only read and written with the lock held.
    private let monitor = Monitor()
    private var made: Value?

    /// The value; others who ask while it is made wait for it.
    func value(_ make: () -> Value) -> Value {
        monitor.lock()
        defer { monitor.unlock() }
        if let made { return made }
        let value = make()
        made = value
        return value
    }

    /// The value, if it has been made.
    var valueIfMade: Value? {
        monitor.lock()
        defer { monitor.unlock() }
        return made
    }
}
