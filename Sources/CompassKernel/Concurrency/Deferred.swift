/// A value that exists, or is built by the first access to it.
enum Deferred<Value: Sendable>: Sendable {
    case built(Value)
    case pending(Pending)

    /// A value that is not built yet, shared by all copies.
    final class Pending: Sendable {
        fileprivate let once = BuiltOnce<Value>()
        fileprivate let build: @Sendable () -> Value

        init(_ build: @escaping @Sendable () -> Value) { self.build = build }

        /// Not inlined: beside the code that waits for another thread, all columns of the table were copied.
        @inline(never)
        fileprivate func value() -> Value { once.get(build) }
    }

    /// The value.
    @inline(__always)
    var value: Value {
        switch self {
        case .built(let value): value
        case .pending(let pending): pending.value()
        }
    }

    /// The value if it exists; nothing is built.
    var existing: Value? {
        switch self {
        case .built(let value): value
        case .pending(let pending): pending.once.built
        }
    }
}
