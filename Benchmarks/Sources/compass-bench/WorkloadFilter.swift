import ArgumentParser

/// Chooses workloads by name.
enum WorkloadFilter {
    /// Throws unless the text, if there is one, is a regular expression.
    static func validate(_ pattern: String?) throws {
        if let pattern, (try? Regex(pattern)) == nil {
            throw ValidationError("'\(pattern)' is no regular expression")
        }
    }

    /// Returns whether a name is chosen; every name without a pattern.
    static func predicate(_ pattern: String?) throws -> (String) -> Bool {
        let expression = try pattern.map { try Regex($0) }
        return { name in expression.map { name.contains($0) } ?? true }
    }
}
