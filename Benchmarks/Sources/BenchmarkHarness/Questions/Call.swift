/// Something to be measured: it answers, and its answer is consumed.
public struct Call {
    private let before: (() throws -> Void)?
    private let body: (_ index: Int) throws -> Void

    /// A call whose result is consumed where the optimiser cannot see it, and destroyed.
    ///
    /// - Parameters:
    ///   - before: puts back what calls have changed, so that the next ones find what the first ones found. It
    ///     is neither timed nor counted.
    ///   - body: given the call's running number, by which it should vary its input.
    public init<Result>(
        before: (() throws -> Void)? = nil, _ body: @escaping (_ index: Int) throws -> Result
    ) {
        self.before = before
        self.body = { blackHole(try body($0)) }
    }

    /// Puts back what calls have changed. Whoever measures does this before each sample.
    public func prepare() throws { try before?() }

    /// Runs the call with its running number.
    public func callAsFunction(_ index: Int) throws { try body(index) }

    /// What the allocator does during the call, once everything is there that is built only once.
    public func settledAllocations() throws -> AllocationCount? {
        try prepare()
        try body(0)
        return try allocations(at: 0)
    }

    /// What the allocator does during the call with a running number.
    public func allocations(at index: Int) throws -> AllocationCount? {
        try prepare()
        return try AllocationCount.during { try body(index) }.count
    }
}
