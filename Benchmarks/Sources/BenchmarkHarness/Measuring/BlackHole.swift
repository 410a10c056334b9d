import OptimizerBarrier

/// Takes a result where no optimiser can see that nobody looks at it.
@inline(never)
public func blackHole<Value>(_ value: Value) {
    withUnsafePointer(to: value) { benchmark_consume($0) }
}
