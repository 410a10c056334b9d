import OptimizerBarrier

/// The function within which an instruction counter counts.
public enum MeasuredCall {
    /// The function's symbol.
    public static let symbol = "benchmark_measured_call"

    /// Runs something within the function.
    public static func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            var closure = body
            withUnsafeMutablePointer(to: &closure) { pointer in
                benchmark_measured_call(
                    { context in context?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
            }
        }
    }
}
