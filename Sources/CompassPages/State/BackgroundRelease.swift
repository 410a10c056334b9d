/// Releases a value on another thread, as freeing tables and long lists takes as long as making them.
///
/// - Parameter value: a value that the caller does not use any more.
func releaseInBackground<Value: Sendable>(_ value: Value) {
    Task.detached(priority: .utility) { withExtendedLifetime(value) {} }
}
