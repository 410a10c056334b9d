/// One change that the server has announced.
struct RealtimePayload {
    enum Kind { case insert, update, delete }

    let kind: Kind
    /// When the change was committed, in microseconds since 1970; nil when the payload does not say.
    let commitMicros: Int64?
    /// The row as it is now; nil for a deletion.
    let patch: PostPatch?
    /// The id that the row had before, where the payload says.
    let oldId: String?
    /// What was odd about the row.
    let problems: [IngestProblem]
}

/// Why realtime payloads were not applied: none of them was.
public enum RealtimeError: Error, Hashable, Sendable {
    /// The document could not be read.
    case unreadable(LoadError)
    /// A payload is not what the server sends. `payload` counts from 1.
    case malformedPayload(payload: Int, field: String?, reason: String)
    /// The posts cannot be kept.
    case refused(PostChangeError)
}

extension RealtimeError: CustomStringConvertible {
    /// What happened, where, and what is expected.
    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .malformedPayload(let payload, let field, let reason):
            "payload \(payload): \(field.map { $0 + ": " } ?? "")\(reason)"
        case .refused(let error): error.description
        }
    }
}

/// Payloads of a document under construction.
///
/// Two ways of writing are understood: `type`, `record` and `old_record`, as the server sends them, and
/// `eventType`, `new` and `old`, as its client libraries hand them on.
struct RealtimePayloadBuilder: RowBuilder, ~Copyable {
    static let tableName = "realtime payloads"
    static let fieldNames: [StaticString] = [
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
    private(set) var error: RealtimeError?
    private let options: LoadOptions

    init(options: LoadOptions) { self.options = options }

    var rowCount: Int { payloads.count }
    var failure: LoadError? { nil }

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
        let typeField = fields[Field.type].isAbsent ? Field.eventType : Field.type
        let kind = try kind(fields[typeField], typeField)
        let table = fields[Field.table]
        if !table.isAbsent, table.kind != .string || !table.equals("social_media_posts") {
            throw Malformed(
                field: Field.table, reason: ProblemReason.unknown(table, known: "social_media_posts"))
        }
        let recordField = fields[Field.record].isAbsent ? Field.new : Field.record
        let oldField = fields[Field.oldRecord].isAbsent ? Field.old : Field.oldRecord
        let old = try batch(fields[oldField], oldField)
        let oldId = old?.patches.first?.values.id
        if kind == .delete {
            guard let oldId else {
                throw Malformed(field: Field.oldRecord, reason: "needs the id of the deleted row")
            }
            return RealtimePayload(
                kind: kind, commitMicros: try commitMicros(fields), patch: nil, oldId: oldId,
                problems: [])
        }
        guard let record = try batch(fields[recordField], recordField) else {
            throw Malformed(field: Field.record, reason: "is missing")
        }
        guard let patch = record.patches.first else {
            let problem = record.log.problems.first
            throw Malformed(
                field: recordField,
                reason: "\(problem?.field.map { $0 + " " } ?? "")\(problem?.reason ?? "cannot be read")")
        }
        var problems = record.log.problems
        for index in problems.indices { (problems[index].row, problems[index].byteOffset) = (number, byteOffset) }
        return RealtimePayload(
            kind: kind, commitMicros: try commitMicros(fields), patch: patch, oldId: oldId,
            problems: problems)
    }

    private func kind(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> RealtimePayload.Kind {
        if slot.kind == .string {
            if slot.equals("INSERT") { return .insert }
            if slot.equals("UPDATE") { return .update }
            if slot.equals("DELETE") { return .delete }
            throw Malformed(field: field, reason: ProblemReason.unknown(slot, known: "INSERT, UPDATE, DELETE"))
        }
        throw Malformed(
            field: Field.type,
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

    /// The row in an object; nil when there is none. An empty object is none: clients send it for "nothing".
    private func batch(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> PatchBatch? {
        if slot.isAbsent { return nil }
        guard slot.kind == .object else {
            throw Malformed(field: field, reason: ProblemReason.wrongType(slot, expected: "an object"))
        }
        var rows = RowScanner(fieldNames: PostField.names, end: slot.end, isLine: false)
        var builder = PostPatchBuilder(options: options)
        var log = ProblemLog(limit: options.maxProblems, fieldNames: PostField.names)
        (log.rowNumber, log.rowByteOffset) = (1, 0)
        // The reader of the document has checked the object; it is well-formed.
        guard rows.scanRow(slot.start) != nil else { throw Malformed(field: field, reason: "cannot be read") }
        let isEmpty = PostField.names.indices.allSatisfy { rows.fields[$0].kind == .missing }
        if isEmpty { return nil }
        builder.append(rows.fields, log: &log)
        return PatchBatch(patches: builder.finish(), log: log, rowCount: 1)
    }
}

/// Payloads are read by one thread; these only complete the protocol.
extension RealtimePayloadBuilder {
    func keepsLimits(with later: borrowing RealtimePayloadBuilder) -> Bool { true }
    func hasRoom(for later: borrowing RealtimePayloadBuilder) -> Bool { true }
    mutating func makeRoom(for later: inout RealtimePayloadBuilder) {}
    mutating func claimRoom(for later: inout RealtimePayloadBuilder) {
        payloads += later.payloads
        later.payloads = []
    }
    mutating func moveToClaimedRoom() {}
    mutating func reserve(factor: Double) {}
}
