/// A parameter that is a whole number within limits: described and read by the same limits.
struct NumberParameter: Sendable {
    let parameter: RouteParameter
    private let limits: ClosedRange<Int>
    private let fallback: Int

    init(_ name: String, _ limits: ClosedRange<Int>, default fallback: Int, _ summary: String) {
        parameter = RouteParameter(name, .number(limits), summary, default: String(fallback))
        self.limits = limits
        self.fallback = fallback
    }

    /// Returns the number in a query, or the default one.
    func value(in query: QueryParameters) throws(APIError) -> Int {
        try query.number(parameter.name, in: limits) ?? fallback
    }
}
