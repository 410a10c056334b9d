/// Something to be measured: it answers, and its answer is consumed.
public struct Call {
    private let body: (_ index: Int) throws -> Void

    /// A call whose result is consumed where the optimiser cannot see it, and destroyed.
    ///
    /// - Parameter body: given the call's running number, by which it should vary its input.
    public init<Result>(_ body: @escaping (_ index: Int) throws -> Result) {
        self.body = { blackHole(try body($0)) }
    }

    /// Runs the call with its running number.
    public func callAsFunction(_ index: Int) throws { try body(index) }
}
