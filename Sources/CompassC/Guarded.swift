import CompassKernel

/// A value that several threads read and change.
///
/// Questions are answered by a copy, which costs a count of references, so that they hold nobody up. Changes wait for
/// each other; questions wait for those changes only that are made in place, which are short.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Sendable: the value is read and written with the lock held only.
    /// Held by whoever changes the value, from the first look at it to the last; always taken before `lock`.
    private let changes = Monitor()
    /// Held as long as the value is read or written.
    private let lock = Monitor()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// The value as it is now.
    var current: Value { lock.withLock { value } }

    /// Lets `body` change the value where it is while everybody else waits: for short changes.
    func update<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try changes.withLock { () throws(Failure) in
            try lock.withLock { () throws(Failure) in try body(&value) }
        }
    }

    /// Puts rows in: a few in place, many beside what questions read.
    func add<Row, Result>(_ rows: [Row], _ body: (inout Value, [Row]) -> Result) -> Result {
        // So few are put in place sooner than the positions and rows around them are copied.
        let mostRowsInPlace = 64
        return rows.count > mostRowsInPlace ? replace { body(&$0, rows) } : update { body(&$0, rows) }
    }

    /// Lets `body` change a copy of the value, which takes its place if nothing is thrown: for long changes, during
    /// which questions go on with the value as it was.
    ///
    /// As long as both are there, what changes is copied instead of changed in place. So this costs memory and time
    /// for the columns and indexes that the change touches, which a short change would not be worth.
    func replace<Result, Failure>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try changes.withLock { () throws(Failure) in
            var next = current
            let result = try body(&next)
            // What goes out of use is freed behind this, when nobody who asks has to wait for it.
            lock.withLock { swap(&value, &next) }
            return result
        }
    }
}
