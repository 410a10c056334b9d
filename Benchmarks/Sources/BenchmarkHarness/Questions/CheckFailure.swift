/// A different result, or a query that allocates too much, which makes a run worthless.
public struct CheckFailure: Error, CustomStringConvertible {
    /// What differs.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) { self.description = description }

    /// Throws unless a condition holds.
    public static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw CheckFailure(description()) }
    }
}
