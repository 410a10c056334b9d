/// The latest copy of a value that one thread changes while others read it.
///
/// ```swift
/// let latest = LatestCopy(social)
///
/// // The writer, after each change:
/// _ = try social.update { try $0.apply(realtime: payload) }
/// latest.publish(social)
///
/// // Readers, on any thread:
/// let feed = latest.read { $0.feedPage(asOf: now, in: zone) }
/// ```
///
/// Readers do not wait for changes: a lock is held only to copy a reference, or to replace it and look through those
/// before it. Nor do they free what the writer has replaced, which may be columns of a whole table: this object keeps
/// each former copy until a call of ``publish(_:)`` finds that nobody reads it. What is being read when the writer
/// publishes its last copy therefore stays in memory as long as this object does.
public final class LatestCopy<Value: Sendable>: @unchecked Sendable {
    // Sendable: `latest` and `former` are guarded by `lock`.
    private let lock = Monitor()
    private var latest: Version
    /// Copies that have been replaced, and that readers may still use.
    private var former: [Version] = []

    /// A copy. Either `latest` or `former` has a reference to it, so that a reader never releases the last one.
    private final class Version: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Publishes a first copy.
    ///
    /// - Parameter value: what readers get until the first call of ``publish(_:)``.
    /// - Complexity: O(1).
    public init(_ value: Value) { latest = Version(value) }

    /// Replaces the copy that the next readers get, and frees those before it that nobody reads any more.
    ///
    /// Several threads may publish; the last one's copy is the latest.
    ///
    /// - Parameter value: what the next readers get.
    /// - Complexity: O(r) for r calls of ``read(_:)`` in progress, plus the time to free what only former copies used.
    public func publish(_ value: Value) {
        let version = Version(value)
        // Freed after the lock, which readers would otherwise wait for.
        var unused: [Version] = []
        lock.withLock {
            former.append(latest)
            latest = version
            // Readers get only the latest one, so that references to the others are never added again.
            var index = 0
            while index < former.count {
                if isKnownUniquelyReferenced(&former[index]) {
                    former.swapAt(index, former.count - 1)
                    unused.append(former.removeLast())
                } else {
                    index += 1
                }
            }
        }
        withExtendedLifetime(unused) {}
    }

    /// Returns what `body` returns for the latest copy.
    ///
    /// - Parameter body: reads the copy; what it keeps of it is freed by whoever gives it up last.
    /// - Throws: what `body` throws.
    /// - Complexity: O(1), plus the time of `body`.
    public func read<Result, Failure>(
        _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let version = lock.withLock { latest }
        return try withExtendedLifetime(version) { () throws(Failure) in try body(version.value) }
    }
}
