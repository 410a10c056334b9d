/// A value that is worth its cost only if it is asked for again: the second access builds it.
///
/// ```swift
/// let lengths = OnSecondUse<[Int]>()
/// lengths.get { texts.map(\.count) }  // nil
/// lengths.get { texts.map(\.count) }  // the lengths
/// ```
final class OnSecondUse<Value: Sendable>: @unchecked Sendable {
    // Sendable: `isUsed` is read and written only with the lock held.
    private let monitor = Monitor()
    private var isUsed = false
    private let value = BuiltOnce<Value>()

    /// Returns nil at the first access, later the value, which `build` creates if there is none yet.
    func get(_ build: () -> Value) -> Value? {
        let isFirst = monitor.withLock {
            defer { isUsed = true }
            return !isUsed
        }
        return isFirst ? nil : value.get(build)
    }

    /// The value if it has been built, otherwise nil; never waits for a build.
    var built: Value? { value.built }
}
