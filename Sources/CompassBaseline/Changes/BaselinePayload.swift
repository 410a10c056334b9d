/// A change of one row as a realtime feed sends it.
///
/// `type` is `INSERT`, `UPDATE` or `DELETE`; `record` is the row after the change, `old_record` the row
/// before it, which may contain only the primary key; `commit_timestamp` may be missing or null. Other
/// members are ignored, except that `table`, if present, must be this table. Client libraries pass the three
/// as `eventType`, `new` and `old`; those names count where the others are missing or null.
struct BaselinePayload {
    /// A member with an invalid value.
    struct Malformed: Error {
        let field: String
        let reason: BaselinePayloadFault
    }

    enum Change {
        /// An inserted or updated row, and its previous id if that was different.
        case upsert(BaselinePartialPost, movedFrom: BaselineText?)
        case remove(BaselineText)
        /// A row with an unreadable required field.
        case unusable(RowFields.Unusable)
    }

    let change: Change
    /// The commit time in microseconds since 1970-01-01T00:00:00Z.
    let commitTime: Int64?

    init(_ members: [BaselineText: JSONNode]) throws(Malformed) {
        if let table = members["table"], !table.isNull, table.string != "social_media_posts" {
            throw Malformed(field: "table", reason: .otherTable)
        }
        commitTime = try Self.commitTime(members["commit_timestamp"])
        func member(_ name: BaselineText, or other: BaselineText) -> JSONNode? {
            if let node = members[name], !node.isNull { return node }
            return members[other]
        }
        let oldRecord = member("old_record", or: "old")
        switch member("type", or: "eventType")?.string {
        case "INSERT": change = try Self.upsert(member("record", or: "new"), oldRecord: nil)
        case "UPDATE": change = try Self.upsert(member("record", or: "new"), oldRecord: oldRecord)
        case "DELETE":
            guard let id = try Self.id(of: try Self.object(oldRecord, "old_record"), "old_record")
            else { throw Malformed(field: "old_record.id", reason: .missing) }
            change = .remove(id)
        default: throw Malformed(field: "type", reason: members["type"] == nil ? .missing : .unknownType)
        }
    }

    private static func commitTime(_ node: JSONNode?) throws(Malformed) -> Int64? {
        guard let node, !node.isNull else { return nil }
        guard let micros = node.string.flatMap({ try? BaselineTimestamp.micros(of: $0) }) else {
            throw Malformed(field: "commit_timestamp", reason: .badTimestamp)
        }
        return micros
    }

    private static func upsert(_ record: JSONNode?, oldRecord: JSONNode?) throws(Malformed) -> Change {
        let members = try object(record, "record")
        guard let id = try id(of: members, "record") else {
            throw Malformed(field: "record.id", reason: .missing)
        }
        var oldID: BaselineText?
        if let oldRecord, !oldRecord.isNull {
            oldID = try self.id(of: try object(oldRecord, "old_record"), "old_record")
        }
        var fields = RowFields(members: members)
        do throws(RowFields.Unusable) {
            return .upsert(try BaselinePartialPost(&fields), movedFrom: oldID == id ? nil : oldID)
        } catch {
            return .unusable(error)
        }
    }

    private static func object(
        _ node: JSONNode?, _ field: String
    ) throws(Malformed) -> [BaselineText: JSONNode] {
        guard let node, !node.isNull else { throw Malformed(field: field, reason: .missing) }
        guard let members = node.members else { throw Malformed(field: field, reason: .wrongType) }
        return members
    }

    /// Returns the id in a record; nil when it is missing or null.
    private static func id(
        of members: [BaselineText: JSONNode], _ record: String
    ) throws(Malformed) -> BaselineText? {
        guard let node = members["id"], !node.isNull else { return nil }
        var fields = RowFields(members: members)
        guard let id = try? fields.requiredID("id") else {
            throw Malformed(field: "\(record).id", reason: node.string == nil ? .wrongType : .emptyText)
        }
        return id
    }
}

extension JSONNode {
    fileprivate var isNull: Bool {
        if case .null = value { true } else { false }
    }

    fileprivate var string: BaselineText? {
        if case .string(let text, _) = value { text } else { nil }
    }
}
