import CompassKernel

/// The changes of a log, as they are applied to posts that were read from a file.
package struct LoggedChanges: Sendable, Equatable {
    /// A line that is no change.
    package struct Problem: Sendable, Hashable {
        /// The line's number, from 1.
        package let line: Int
        package let reason: String
    }

    /// What the first line of a table file's log names.
    enum Heading: Sendable, Hashable {
        /// Nothing: the log is that of a directory, or has no line yet.
        case none
        case generation(UInt64)
        /// The line is not one that names a generation.
        case malformed
    }

    private struct Payload: Sendable, Equatable {
        let line: Int
        let json: [UInt8]
    }

    package let place: ChangeLogPlace
    package private(set) var problems: [Problem] = []
    /// The length of the log in bytes.
    package let byteCount: Int
    /// The length of the whole lines in bytes; what follows was not written to its end.
    package private(set) var wholeByteCount = 0
    /// Whether the last line is whole but lacks its line break.
    package private(set) var lacksLineBreak = false
    /// The latest commit time.
    package private(set) var lastCommit: Timestamp?
    /// The number of changes that could not be made when they were last applied: the post is not there.
    package private(set) var unusableCount = 0
    private(set) var heading = Heading.none
    private var payloads: [Payload] = []

    /// The number of changes.
    package var count: Int { payloads.count }
    /// The number of bytes after the last whole line.
    package var tornByteCount: Int { byteCount - wholeByteCount }

    /// Reads the lines of a log.
    package init(_ bytes: [UInt8], of place: ChangeLogPlace) {
        self.place = place
        byteCount = bytes.count
        var start = 0
        var number = 0
        if place.namesGeneration {
            guard let lineBreak = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
            heading = Self.heading(Array(bytes[..<lineBreak]))
            start = lineBreak + 1
            number = 1
            wholeByteCount = start
        }
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
        var json = Array("{".utf8)
        for (index, name) in names.dropLast().enumerated() {
            guard let value = members[index] else { continue }
            json += Array((json.count == 1 ? "\"\(name)\":" : ",\"\(name)\":").utf8) + value.json
        }
        json.append(UInt8(ascii: "}"))
        if let time = members[names.count - 1]?.text.flatMap({ try? Timestamp(parsing: $0) }) {
            lastCommit = max(time, lastCommit ?? time)
        }
        payloads.append(Payload(line: number, json: json))
        return true
    }

    /// Applies the changes to posts, in order; lines that are no changes are noted as problems.
    ///
    /// Posts that have the changes already stay as they are.
    package mutating func apply(to posts: inout PostTable) {
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
        var document = Array("[".utf8)
        for (index, payload) in payloads.enumerated() {
            if index > 0 { document.append(UInt8(ascii: ",")) }
            document += payload.json
        }
        document.append(UInt8(ascii: "]"))
        guard let result = try? posts.apply(realtime: document) else { return false }
        unusableCount = result.outcomes.count { if case .unusable = $0 { true } else { false } }
        return true
    }

    private static func reason(_ error: PostChangeError) -> String {
        guard case .malformedPayload(_, let field, let reason) = error else { return error.description }
        return (field.map { $0 + ": " } ?? "") + reason
    }
}
