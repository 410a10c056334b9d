/// One change announced by the server.
struct RealtimePayload {
    enum Kind { case insert, update, delete }

    enum Change {
        /// A new or changed row; `oldID` is its previous id, if that is different.
        case upsert(PostPatch, oldID: String?)
        case remove(id: String)
        /// A row that cannot be read.
        case unusable(id: String, field: String, reason: String)
    }

    let change: Change
    /// The commit time in microseconds since 1970; nil if the payload has none.
    let commitMicros: Int64?
    /// Problems found in the row.
    let problems: [IngestProblem]
}

/// Builds the payloads of a document.
///
/// Two formats are accepted: `type`, `record` and `old_record`, as sent by the server, and `eventType`, `new`
/// and `old`, as emitted by its client libraries.
struct RealtimePayloadBuilder: RowBuilder {
    private static let fieldNames: [StaticString] = [
        "type", "eventType", "table", "commit_timestamp", "record", "new", "old_record", "old",
    ]

    private enum Field {
        static let type = 0
        static let eventType = 1
        static let table = 2
        static let commitTimestamp = 3
        static let record = 4
        static let new = 5
        static let oldRecord = 6
        static let old = 7
    }

    private(set) var payloads: [RealtimePayload] = []
    private(set) var error: PostChangeError?

    var fieldNames: [StaticString] { Self.fieldNames }
    var rowCount: Int { payloads.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        guard error == nil else { return }
        do throws(Malformed) {
            payloads.append(try payload(fields, number: log.rowNumber, byteOffset: log.rowByteOffset))
        } catch {
            self.error = .malformedPayload(
                payload: log.rowNumber, field: error.field.map { "\(Self.fieldNames[$0])" },
                reason: error.reason)
        }
    }

    private struct Malformed: Error {
        let field: Int?
        let reason: String
    }

    private func payload(
        _ fields: RowFields, number: Int, byteOffset: Int
    ) throws(Malformed) -> RealtimePayload {
        let typeField = Self.present(Field.type, or: Field.eventType, in: fields)
        let kind = try kind(fields[typeField], typeField)
        let table = fields[Field.table]
        if !table.isAbsent, table.kind != .string || !table.equals("social_media_posts") {
            throw Malformed(
                field: Field.table, reason: ProblemReason.unknown(table, known: "social_media_posts"))
        }
        let commitMicros = try commitMicros(fields)
        let oldField = Self.present(Field.oldRecord, or: Field.old, in: fields)
        if kind == .delete {
            guard let oldID = try id(fields[oldField], oldField) else {
                throw Malformed(field: oldField, reason: "requires the id of the deleted row")
            }
            return RealtimePayload(change: .remove(id: oldID), commitMicros: commitMicros, problems: [])
        }
        let recordField = Self.present(Field.record, or: Field.new, in: fields)
        guard let record = try scanned(fields[recordField], recordField, PostField.names),
            let newID = try id(in: record, recordField)
        else { throw Malformed(field: recordField, reason: "requires the id of the row") }
        let oldID = kind == .update ? try id(fields[oldField], oldField) : nil
        var log = ProblemLog(limit: LoadOptions().maxProblems, fieldNames: PostField.names)
        (log.rowNumber, log.rowByteOffset) = (number, byteOffset)
        guard let patch = PostPatch(record.fields, log: &log) else {
            let problem = log.problems.first
            return RealtimePayload(
                change: .unusable(
                    id: newID, field: problem?.field ?? "record", reason: problem?.reason ?? "unreadable"),
                commitMicros: commitMicros, problems: [])
        }
        let isRenamed = oldID.map { ByteText($0) != ByteText(newID) } ?? false
        return RealtimePayload(
            change: .upsert(patch, oldID: isRenamed ? oldID : nil), commitMicros: commitMicros,
            problems: log.problems)
    }

    /// Returns the field of a payload's part: the server's name, unless only the client libraries' name is
    /// present.
    private static func present(_ field: Int, or other: Int, in fields: RowFields) -> Int {
        fields[field].isAbsent && !fields[other].isAbsent ? other : field
    }

    private func kind(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> RealtimePayload.Kind {
        if slot.kind == .string {
            if slot.equals("INSERT") { return .insert }
            if slot.equals("UPDATE") { return .update }
            if slot.equals("DELETE") { return .delete }
            throw Malformed(
                field: field, reason: ProblemReason.unknown(slot, known: "INSERT, UPDATE, DELETE"))
        }
        throw Malformed(
            field: field,
            reason: slot.isAbsent
                ? ProblemReason.absent(slot) : ProblemReason.wrongType(slot, expected: "a text"))
    }

    private func commitMicros(_ fields: RowFields) throws(Malformed) -> Int64? {
        let slot = fields[Field.commitTimestamp]
        if slot.isAbsent { return nil }
        guard slot.kind == .string else {
            throw Malformed(
                field: Field.commitTimestamp, reason: ProblemReason.wrongType(slot, expected: "a time"))
        }
        var micros: Int64 = 0
        if let error = InstantField.parse(slot, into: &micros) {
            throw Malformed(field: Field.commitTimestamp, reason: ProblemReason.unreadable(slot, error))
        }
        return micros
    }

    /// Returns the id of the row in an object; nil if there is no row, or no id in it.
    private func id(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> String? {
        guard let row = try scanned(slot, field, ["id"]) else { return nil }
        return try id(in: row, field)
    }

    /// Returns the id of a row, the first of its fields; nil if it has none.
    private func id(in row: borrowing RowScanner, _ field: Int) throws(Malformed) -> String? {
        let id = row.fields[0]
        if id.isAbsent { return nil }
        guard id.kind == .string || id.kind == .number, id.count > 0 else {
            throw Malformed(
                field: field,
                reason: id.kind == .string ? "id is empty" : ProblemReason.wrongType(id, expected: "an id"))
        }
        return id.string
    }

    /// Returns the fields of the row in an object; nil if there is no row.
    private func scanned(
        _ slot: FieldSlot, _ field: Int, _ names: [StaticString]
    ) throws(Malformed) -> RowScanner? {
        if slot.isAbsent { return nil }
        guard slot.kind == .object else {
            throw Malformed(field: field, reason: ProblemReason.wrongType(slot, expected: "an object"))
        }
        var row = RowScanner(fieldNames: names, end: slot.end, byteCount: slot.count, isLine: false)
        // The document's reader has checked that the object is well-formed.
        guard row.scanRow(slot.start) != nil else { throw Malformed(field: field, reason: "cannot be read") }
        return row
    }
}
