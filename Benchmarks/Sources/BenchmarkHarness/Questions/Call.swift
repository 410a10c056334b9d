/// A call to measure, whose result is consumed.
public struct Call {
    @usableFromInline let before: (() throws -> Void)?
    /// Runs the call once for each running number.
    @usableFromInline let batch: (_ indices: Range<Int>) throws -> Void

    /// Creates a call whose result is consumed where the optimizer cannot see it, and destroyed.
    ///
    /// - Parameters:
    ///   - before: reverts what calls have changed, so that later calls find the same state as the first. It
    ///     is neither timed nor counted.
    ///   - body: receives the call's running number, with which it should vary its input. If it is a closure that is
    ///     written where the call is created, the loop over a batch is compiled together with it: called through
    ///     others, `timeline.count` took 40 ns instead of 29.
    @inlinable @inline(__always)
    public init<Result>(
        before: (() throws -> Void)? = nil, _ body: @escaping (_ index: Int) throws -> Result
    ) {
        self.before = before
        batch = { for index in $0 { blackHole(try body(index)) } }
    }

    /// Reverts what calls have changed. Run this before each sample.
    public func prepare() throws { try before?() }

    /// Runs the call with a running number.
    public func callAsFunction(_ index: Int) throws { try batch(index..<index + 1) }

    /// Runs the call once for each of the running numbers.
    public func run(_ indices: Range<Int>) throws { try batch(indices) }

    /// Returns the allocations of the call, after everything that is built only once has been built, except for what
    /// a change is the first to build: see `rehearse()` of cases.
    public func settledAllocations() throws -> AllocationCount? {
        try prepare()
        try self(0)
        return try allocations(at: 0)
    }

    /// Returns the allocations of the call with a running number.
    public func allocations(at index: Int) throws -> AllocationCount? {
        try prepare()
        return try AllocationCount.during { try self(index) }.count
    }
}
