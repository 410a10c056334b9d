import CompassKernel

/// A value that several threads read and change.
///
/// Queries run on a copy, which costs one retain, so they block nobody else. Changes wait for each other;
/// queries wait only for changes in place, which are short.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Sendable: the value is read and written only with the lock held.
    /// Held during a whole change, from the first read of the value to the last write; always taken before
    /// `lock`.
    private let changes = Monitor()
    /// Held while the value is read or written.
    private let lock = Monitor()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// A copy of the current value.
    var current: Value { lock.withLock { value } }

    /// Lets `body` change the value in place while all other threads wait: for short changes.
    func update<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try changes.withLock { () throws(Failure) in
            try lock.withLock { () throws(Failure) in try body(&value) }
        }
    }

    /// Inserts rows: a few in place, many on a copy.
    func add<Row, Result>(_ rows: [Row], _ body: (inout Value, [Row]) -> Result) -> Result {
        // Up to this many rows, inserting in place is faster than copying the positions and rows around them.
        let maximumRowsInPlace = 64
        return rows.count > maximumRowsInPlace ? replace { body(&$0, rows) } : update { body(&$0, rows) }
    }

    /// Lets `body` change a copy of the value, which replaces it if nothing is thrown: for long changes,
    /// during which queries continue on the old value.
    ///
    /// While both exist, storage that is changed in place is copied. Posts share theirs with their copies;
    /// for other values this costs too much for a short change.
    func replace<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try changes.withLock { () throws(Failure) in
            var next = current
            let result = try body(&next)
            // The old value is freed after the lock is released, so that no query waits for it.
            lock.withLock { swap(&value, &next) }
            return result
        }
    }
}
