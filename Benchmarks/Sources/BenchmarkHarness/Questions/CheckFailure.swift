/// An answer that differs, or a query that allocates too much: what makes a run worthless.
public struct CheckFailure: Error, CustomStringConvertible {
    /// What differs.
    public let description: String

    /// A failure.
    public init(_ description: String) { self.description = description }

    /// Throws unless a condition holds.
    public static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw CheckFailure(description()) }
    }
}
