/// A call to measure, whose result is consumed.
public struct Call {
    private let before: (() throws -> Void)?
    private let body: (_ index: Int) throws -> Void

    /// Creates a call whose result is consumed where the optimizer cannot see it, and destroyed.
    ///
    /// - Parameters:
    ///   - before: reverts what calls have changed, so that later calls find the same state as the first. It
    ///     is neither timed nor counted.
    ///   - body: receives the call's running number, with which it should vary its input.
    public init<Result>(
        before: (() throws -> Void)? = nil, _ body: @escaping (_ index: Int) throws -> Result
    ) {
        self.before = before
        self.body = { blackHole(try body($0)) }
    }

    /// Reverts what calls have changed. Run this before each sample.
    public func prepare() throws { try before?() }

    /// Runs the call with a running number.
    public func callAsFunction(_ index: Int) throws { try body(index) }

    /// Returns the allocations of the call, after everything that is built only once has been built, except for what
    /// a change is the first to build: see `rehearse()` of cases.
    public func settledAllocations() throws -> AllocationCount? {
        try prepare()
        try body(0)
        return try allocations(at: 0)
    }

    /// Returns the allocations of the call with a running number.
    public func allocations(at index: Int) throws -> AllocationCount? {
        try prepare()
        return try AllocationCount.during { try body(index) }.count
    }
}
