extension IngestReport {
    /// The report as JSON: every key is always there, a problem without a field has a `null` one.
    ///
    /// - Parameter layout: compact for programs, indented for people.
    /// - Returns: the bytes in UTF-8, without a line feed at the end.
    public func json(layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writeMembers(to: &$0) }
        return writer.bytes
    }

    /// Writes the report's members into an object that may have others.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("table", table)
        writer.member("rows", rows)
        writer.member("loaded", loaded)
        writer.member("skipped", skipped)
        writer.member("replaced", replaced)
        writer.member("warnings", warnings)
        writer.array("replacements", replacements) { writer, replacement in
            writer.object { replacement.writeMembers(to: &$0) }
        }
        writer.array("problems", problems) { writer, problem in
            writer.object { problem.writeMembers(to: &$0) }
        }
    }
}

extension IngestReplacement {
    /// Writes the replacement's members into an object.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("row", row)
        writer.member("byteOffset", byteOffset)
        writer.member("id", id)
        writer.member("rule", rule.rawValue)
        writer.member("byRow", byRow)
    }
}

extension IngestProblem {
    /// Writes the problem's members into an object.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("row", row)
        writer.member("byteOffset", byteOffset)
        writer.member("field", field)
        writer.member("reason", reason)
        writer.member("severity", severity.rawValue)
    }
}
