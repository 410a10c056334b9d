import CompassKernel

/// A change of a row of any table but posts, as a live payload reports it.
///
/// ```swift
/// for change in try RecordChange<Interaction>.read(json, of: .interactions) {
///     switch change {
///     case .put(let interaction): feed.put(interaction)
///     case .removed(let id): feed.remove(id: "interaction-\(id)")
///     case .incomplete(let id): missing.append(id)
///     }
/// }
/// ```
public enum RecordChange<Record: TableRecord>: Hashable, Sendable {
    /// The row was added, or is now this one.
    case put(Record)
    /// The row was deleted.
    case removed(id: String)
    /// The row was changed, but the payload lacks some of its columns, or they are unreadable: it is to be read by
    /// its id.
    case incomplete(id: String)

    /// Reads the payloads of ``ChangeEvent/payloads(_:_:)``, in their order.
    ///
    /// - Parameters:
    ///   - json: an array of payloads, each with `type`, `record` and `old_record`.
    ///   - table: the table of the records, whose columns an update must have.
    /// - Throws: `LoadError` if it is not an array of rows; payloads without an id are left out.
    public static func read(
        _ json: [UInt8], of table: TableName
    ) throws(LoadError) -> [RecordChange] {
        // Checks the document.
        _ = try PageRows(json: json)
        var changes: [RecordChange] = []
        for payload in JSONElements(of: json) {
            guard let members = JSONMembers(["type", "record", "old_record"], of: Array(payload)),
                let change = try change(members, of: table)
            else { continue }
            changes.append(change)
        }
        return changes
    }

    private static func change(
        _ members: JSONMembers, of table: TableName
    ) throws(LoadError) -> RecordChange? {
        let oldID = members[2].flatMap { JSONMembers(["id"], of: $0.json)?[0]?.text }
        if members[0]?.text == "DELETE" { return oldID.map { .removed(id: $0) } }
        guard let record = members[1]?.json, let id = JSONMembers(["id"], of: record)?[0]?.text ?? oldID
        else { return nil }
        // Columns that did not change and are stored out of line are missing.
        let columns = Set(JSONElements(of: record).keys)
        guard members[0]?.text == "INSERT" || columns.isSuperset(of: table.columns) else {
            return .incomplete(id: id)
        }
        let rows = try RecordTable<Record>.load(json: [UInt8(ascii: "[")] + record + [UInt8(ascii: "]")])
            .table
        return rows.first.map { .put($0) } ?? .incomplete(id: id)
    }
}

/// The elements of a JSON array or object whose syntax has been checked, found by their brackets.
package struct JSONElements: Sequence, IteratorProtocol {
    private let json: [UInt8]
    private var position = 1

    /// Reads the elements of an array or object.
    package init(of json: [UInt8]) {
        self.json = json
        position = (json.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } ?? json.count) + 1
    }

    /// The names of an object's members.
    var keys: [String] {
        map { member in
            let end = JSONElements.endOfString(in: member, from: member.startIndex)
            return String(decoding: member[member.startIndex..<end].dropFirst().dropLast(), as: UTF8.self)
        }
    }

    /// Returns the next element, an object's with its name; nil after the last one.
    package mutating func next() -> ArraySlice<UInt8>? {
        while position < json.count,
            json[position] <= UInt8(ascii: " ") || json[position] == UInt8(ascii: ",")
        {
            position += 1
        }
        let start = position
        var depth = 0
        while position < json.count {
            switch json[position] {
            case UInt8(ascii: "\""):
                position = Self.endOfString(in: json[...], from: position)
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return end(start) }
                depth -= 1
            case UInt8(ascii: ","): if depth == 0 { return end(start) }
            default: break
            }
            position += 1
        }
        return end(start)
    }

    /// Returns the element that ends at the position, without the white space after it; nil if it is empty.
    private func end(_ start: Int) -> ArraySlice<UInt8>? {
        var end = position
        while end > start, json[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        return start == end ? nil : json[start..<end]
    }

    /// Returns the position after the string that begins at `start`.
    private static func endOfString(in json: ArraySlice<UInt8>, from start: Int) -> Int {
        var position = start + 1
        while position < json.endIndex, json[position] != UInt8(ascii: "\"") {
            position += json[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return Swift.min(position + 1, json.endIndex)
    }
}
