/// An answer that differs, or a query that allocates too much: what makes a run worthless.
struct CheckFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw CheckFailure(description()) }
    }
}
