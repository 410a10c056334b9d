import CompassKernel
import CompassPages

/// Changes of posts that are kept in memory alone.
struct MemoryEdits: Sendable {
    private var fields: [String: PostFields] = [:]
    private var deleted: Set<String> = []

    mutating func change(_ id: String, to change: PostFields) {
        var all = fields[id] ?? PostFields()
        if let isFlagged = change.isFlagged { all.isFlagged = isFlagged }
        if let notes = change.notes { all.notes = notes }
        fields[id] = all
    }

    mutating func delete(_ id: String) { deleted.insert(id) }

    /// Returns a row with its changes; nil if it is deleted.
    func applied(to row: [UInt8], id: String?) -> [UInt8]? {
        guard let id else { return row }
        if deleted.contains(id) { return nil }
        guard let change = fields[id], let end = row.lastIndex(of: UInt8(ascii: "}")) else { return row }
        var members: [String] = []
        if let isFlagged = change.isFlagged { members.append("\"flagged_for_review\":\(isFlagged)") }
        switch change.notes {
        case .removed: members.append("\"notes\":null")
        case .text(let text): members.append("\"notes\":" + Self.quoted(text))
        case nil: break
        }
        // Of two members of one name, the loaders take the last.
        let isEmpty = row[..<end].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: "{") }
        return row[..<end] + Array(((isEmpty ? "" : ",") + members.joined(separator: ",") + "}").utf8)
    }

    var isEmpty: Bool { fields.isEmpty && deleted.isEmpty }

    /// Returns a text as a string of JSON.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
