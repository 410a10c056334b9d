import OptimizerBarrier

/// Consumes a result, so that the optimizer cannot remove its computation.
@inlinable @inline(__always)
public func blackHole<Value>(_ value: Value) {
    withUnsafePointer(to: value) { benchmark_consume($0) }
}
