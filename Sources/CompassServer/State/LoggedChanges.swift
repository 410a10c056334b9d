import CompassKernel

/// The changes of a log, as they are applied to posts that were read from a file.
struct LoggedChanges: Sendable {
    /// A line that is no change.
    struct Problem: Sendable, Hashable {
        /// The line's number, from 1.
        let line: Int
        let reason: String
    }

    private struct Payload: Sendable {
        let line: Int
        let json: [UInt8]
    }

    private(set) var problems: [Problem] = []
    /// The length of the whole lines in bytes; what follows was not written to its end.
    private(set) var wholeByteCount = 0
    /// Whether the last line is whole but lacks its line break.
    private(set) var lacksLineBreak = false
    /// The latest commit time.
    private(set) var lastCommit: Timestamp?
    private var payloads: [Payload] = []

    /// The number of changes.
    var count: Int { payloads.count }

    /// Reads the lines of a log.
    init(_ bytes: [UInt8]) {
        var start = 0
        var number = 0
        while start < bytes.count {
            let lineBreak = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let line = Array(bytes[start..<(lineBreak ?? bytes.count)])
            number += 1
            let isRead = append(line, number, isWhole: lineBreak != nil)
            guard let lineBreak else {
                if isRead {
                    wholeByteCount = bytes.count
                    lacksLineBreak = true
                }
                return
            }
            start = lineBreak + 1
            wholeByteCount = start
        }
    }

    /// Returns whether a line is a change, or empty; notes what is wrong with it if it is whole.
    private mutating func append(_ line: [UInt8], _ number: Int, isWhole: Bool) -> Bool {
        let space: Set<UInt8> = [0x20, 0x09, 0x0d]
        guard let first = line.firstIndex(where: { !space.contains($0) }),
            let last = line.lastIndex(where: { !space.contains($0) })
        else { return isWhole }
        // The time decides nothing here: the lines are in order, whatever the clock did.
        let names: [StaticString] = [
            "type", "eventType", "table", "record", "new", "old_record", "old", "commit_timestamp",
        ]
        guard let members = JSONMembers(names, of: Array(line[first...last])) else {
            if isWhole { problems.append(Problem(line: number, reason: "it is not a JSON object")) }
            return false
        }
        var text = JSONLine()
        for (index, name) in names.dropLast().enumerated() {
            guard let value = members[index] else { continue }
            text.append(text.bytes.isEmpty ? "{\"\(name)\":" : ",\"\(name)\":")
            text.append(value.json)
        }
        text.append(text.bytes.isEmpty ? "{}" : "}")
        if let time = members[names.count - 1]?.text.flatMap({ try? Timestamp(parsing: $0) }) {
            lastCommit = max(time, lastCommit ?? time)
        }
        payloads.append(Payload(line: number, json: text.bytes))
        return true
    }

    /// Applies the changes to posts, in order; lines that are no changes are noted as problems.
    ///
    /// Posts that have the changes already stay as they are.
    mutating func apply(to posts: inout PostTable) {
        if payloads.isEmpty { return }
        if applyAll(to: &posts) { return }
        // Some line is malformed: each is tried on its own, without any post.
        payloads = payloads.filter { payload in
            var none = PostTable.empty
            do throws(PostChangeError) {
                try none.apply(realtime: payload.json)
                return true
            } catch {
                problems.append(Problem(line: payload.line, reason: Self.reason(error)))
                return false
            }
        }
        problems.sort { $0.line < $1.line }
        _ = applyAll(to: &posts)
    }

    private mutating func applyAll(to posts: inout PostTable) -> Bool {
        var document = JSONLine()
        for (index, payload) in payloads.enumerated() {
            document.append(index == 0 ? "[" : ",")
            document.append(payload.json)
        }
        document.append(payloads.isEmpty ? "[]" : "]")
        return (try? posts.apply(realtime: document.bytes)) != nil
    }

    private static func reason(_ error: PostChangeError) -> String {
        guard case .malformedPayload(_, let field, let reason) = error else { return error.description }
        return (field.map { $0 + ": " } ?? "") + reason
    }
}
