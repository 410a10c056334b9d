/// One change that the server has announced.
struct RealtimePayload {
    enum Kind { case insert, update, delete }

    enum Change {
        /// A new or changed row; `oldId` is the id that it had before, where that is another one.
        case upsert(PostPatch, oldId: String?)
        case delete(id: String)
        /// A row that cannot be read.
        case unusable(id: String, field: String, reason: String)
    }

    let change: Change
    /// When the change was committed, in microseconds since 1970; nil when the payload does not say.
    let commitMicros: Int64?
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
        case .unreadable(let error): "\(error.description); none of the payloads was applied"
        case .malformedPayload(let payload, let field, let reason):
            "payload \(payload): \(field.map { $0 + ": " } ?? "")\(reason); none of the payloads was applied"
        case .refused(let error): error.description
        }
    }
}

/// Payloads of a document under construction.
///
/// Two ways of writing are understood: `type`, `record` and `old_record`, as the server sends them, and
/// `eventType`, `new` and `old`, as its client libraries hand them on.
struct RealtimePayloadBuilder: FixedRowBuilder, ~Copyable {
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
            guard let oldId = try id(fields[oldField], oldField) else {
                throw Malformed(field: oldField, reason: "needs the id of the deleted row")
            }
            return RealtimePayload(change: .delete(id: oldId), commitMicros: commitMicros, problems: [])
        }
        let recordField = Self.present(Field.record, or: Field.new, in: fields)
        guard let newId = try id(fields[recordField], recordField) else {
            throw Malformed(field: recordField, reason: "needs the id of the row")
        }
        let oldId = kind == .update ? try id(fields[oldField], oldField) : nil
        let record = try row(fields[recordField], recordField)
        var problems = record.log.problems
        guard let patch = record.patches.first else {
            let problem = problems.first
            return RealtimePayload(
                change: .unusable(
                    id: newId, field: problem?.field ?? "record", reason: problem?.reason ?? "unreadable"),
                commitMicros: commitMicros, problems: [])
        }
        for index in problems.indices {
            (problems[index].row, problems[index].byteOffset) = (number, byteOffset)
        }
        let isRenamed = oldId.map { ByteText($0) != ByteText(newId) } ?? false
        return RealtimePayload(
            change: .upsert(patch, oldId: isRenamed ? oldId : nil), commitMicros: commitMicros,
            problems: problems)
    }

    /// The field by which a payload calls a part: the server's name, unless only the libraries' is there.
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

    /// The id of the row in an object; nil when there is no row, or no id in it.
    private func id(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> String? {
        if slot.isAbsent { return nil }
        var scanner = try scanned(slot, field, ["id"])
        let id = scanner.withFields { $0[0] }
        if id.isAbsent { return nil }
        guard id.kind == .string || id.kind == .number, id.count > 0 else {
            throw Malformed(
                field: field,
                reason: id.kind == .string ? "id is empty" : ProblemReason.wrongType(id, expected: "an id"))
        }
        var text = TextColumnBuilder()
        _ = text.append(id)
        return text.string(0)
    }

    /// The row in an object, as far as it can be read.
    private func row(_ slot: FieldSlot, _ field: Int) throws(Malformed) -> PatchBatch {
        var scanner = try scanned(slot, field, PostField.names)
        var builder = PostPatchBuilder(options: options)
        var log = ProblemLog(limit: options.maxProblems, fieldNames: PostField.names)
        scanner.withFields { builder.append($0, log: &log) }
        return PatchBatch(patches: builder.finish(), log: log, rowCount: 1)
    }

    private func scanned(
        _ slot: FieldSlot, _ field: Int, _ names: [StaticString]
    ) throws(Malformed) -> RowScanner {
        guard slot.kind == .object else {
            throw Malformed(field: field, reason: ProblemReason.wrongType(slot, expected: "an object"))
        }
        var rows = RowScanner(fieldNames: names, end: slot.end, isLine: false)
        // The reader of the document has checked the object; it is well-formed.
        guard rows.scanRow(slot.start) != nil else { throw Malformed(field: field, reason: "cannot be read") }
        return rows
    }
}

extension RowScanner {
    /// Calls `body` with the fields of the row that was read last.
    fileprivate mutating func withFields<Result>(_ body: (RowFields) -> Result) -> Result { body(fields) }
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
