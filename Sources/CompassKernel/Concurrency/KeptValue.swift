/// A value that an object finds on first access and keeps.
///
/// Unlike ``BuiltOnce`` it takes no memory but that of the value: all of them share one lock, which is held only
/// to read or to store a value. Threads that access it at the same time may each find it.
struct KeptValue<Value: Sendable>: Sendable {
    private var value: Value?

    init() {}

    /// Returns the value in a property of an object; `find` returns it if it is not kept yet.
    ///
    /// The property may be accessed in no other way.
    static func get<Owner: AnyObject>(
        _ owner: Owner, _ property: ReferenceWritableKeyPath<Owner, KeptValue>, find: () -> Value
    ) -> Value {
        if let value = KeptValues.lock.withLock({ owner[keyPath: property].value }) { return value }
        let found = find()
        return KeptValues.lock.withLock {
            if let value = owner[keyPath: property].value { return value }
            owner[keyPath: property].value = found
            return found
        }
    }
}

private enum KeptValues {
    static let lock = Monitor()
}
