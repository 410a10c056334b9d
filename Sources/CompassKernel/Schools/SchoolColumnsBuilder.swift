/// The columns of `schools` under construction, in the order of the document.
struct SchoolColumnsBuilder: FixedRowBuilder, ~Copyable {
    static let tableName = "schools"
    static let fieldNames: [StaticString] = ["id", "name", "status", "division"]

    private static let id = 0
    private static let name = 1
    private static let status = 2
    private static let division = 3

    static let statusValidity = 0
    static let divisionValidity = 1
    static let validityCount = 2

    var ids = TextColumnBuilder()
    var names = TextColumnBuilder()
    var statuses = TextColumnBuilder()
    var divisions = TextColumnBuilder()
    var validity = GrowableColumn<UInt8>()
    private var idHashes = GrowableColumn<UInt64>()
    private(set) var failure: LoadError?

    private let maxTextBytes: Int

    init(options: LoadOptions) { maxTextBytes = options.maxTextBytes }

    var rowCount: Int { validity.count }

    mutating func append(_ fields: RowFields, log: inout ProblemLog) {
        let id = fields[SchoolColumnsBuilder.id]
        let name = fields[SchoolColumnsBuilder.name]
        guard NeededField.isId(id, SchoolColumnsBuilder.id, log: &log),
            NeededField.isText(name, SchoolColumnsBuilder.name, log: &log)
        else { return }
        let start = ids.byteCount
        if ids.append(id) { log.warn(field: SchoolColumnsBuilder.id, ProblemReason.loneSurrogate) }
        let bytes = ids.lastBytes(from: start)
        // SAFETY: an id is not empty, so that its bytes have an address.
        idHashes.append(ByteHash.hash(bytes.baseAddress!, count: bytes.count, seed: ByteHash.seed))
        if names.append(name) { log.warn(field: SchoolColumnsBuilder.name, ProblemReason.loneSurrogate) }
        var valid: UInt8 = 0
        if TextField.append(fields, SchoolColumnsBuilder.status, to: &statuses, log: &log) {
            valid |= 1 << SchoolColumnsBuilder.statusValidity
        }
        if TextField.append(fields, SchoolColumnsBuilder.division, to: &divisions, log: &log) {
            valid |= 1 << SchoolColumnsBuilder.divisionValidity
        }
        validity.append(valid)
        noteTooLarge()
    }

    private mutating func noteTooLarge() {
        if ids.byteCount > maxTextBytes {
            failure = .columnTooLarge(column: "id", maximumByteCount: maxTextBytes)
        } else if names.byteCount > maxTextBytes {
            failure = .columnTooLarge(column: "name", maximumByteCount: maxTextBytes)
        } else if statuses.byteCount > maxTextBytes {
            failure = .columnTooLarge(column: "status", maximumByteCount: maxTextBytes)
        } else if divisions.byteCount > maxTextBytes {
            failure = .columnTooLarge(column: "division", maximumByteCount: maxTextBytes)
        }
    }

    func keepsLimits(with later: borrowing SchoolColumnsBuilder) -> Bool {
        later.failure == nil && ids.byteCount + later.ids.byteCount <= maxTextBytes
            && names.byteCount + later.names.byteCount <= maxTextBytes
            && statuses.byteCount + later.statuses.byteCount <= maxTextBytes
            && divisions.byteCount + later.divisions.byteCount <= maxTextBytes
    }

    func hasRoom(for later: borrowing SchoolColumnsBuilder) -> Bool {
        ids.hasRoom(for: later.ids)
            && names.hasRoom(for: later.names)
            && statuses.hasRoom(for: later.statuses)
            && divisions.hasRoom(for: later.divisions)
            && validity.hasRoom(for: later.validity)
            && idHashes.hasRoom(for: later.idHashes)
    }

    mutating func makeRoom(for later: inout SchoolColumnsBuilder) {
        ids.makeRoom(for: later.ids)
        names.makeRoom(for: later.names)
        statuses.makeRoom(for: later.statuses)
        divisions.makeRoom(for: later.divisions)
        validity.makeRoom(for: later.validity)
        idHashes.makeRoom(for: later.idHashes)
    }

    mutating func claimRoom(for later: inout SchoolColumnsBuilder) {
        ids.claimRoom(for: &later.ids)
        names.claimRoom(for: &later.names)
        statuses.claimRoom(for: &later.statuses)
        divisions.claimRoom(for: &later.divisions)
        validity.claimRoom(for: &later.validity)
        idHashes.claimRoom(for: &later.idHashes)
    }

    mutating func moveToClaimedRoom() {
        ids.moveToClaimedRoom()
        names.moveToClaimedRoom()
        statuses.moveToClaimedRoom()
        divisions.moveToClaimedRoom()
        validity.moveToClaimedRoom()
        idHashes.moveToClaimedRoom()
    }

    mutating func reserve(factor: Double) {
        ids.reserve(factor: factor)
        names.reserve(factor: factor)
        statuses.reserve(factor: factor)
        divisions.reserve(factor: factor)
        validity.reserve(total: ReserveEstimate.capacity(rowCount, factor: factor))
        idHashes.reserve(total: ReserveEstimate.capacity(rowCount, factor: factor))
    }

    /// The rows that no later row with the same id replaces; nil when that is all of them.
    func permutation() -> [UInt32]? {
        var replaced = Set<UInt32>()
        for candidates in idHashes.withBuffer({ DuplicateSearch.rowsWithEqualHashes($0) }) {
            replaced.formUnion(
                DuplicateSearch.allButLast(candidates) {
                    ByteComparison.areEqual(ids.utf8($0), ids.utf8($1))
                })
        }
        if replaced.isEmpty { return nil }
        return (0..<UInt32(rowCount)).filter { !replaced.contains($0) }
    }
}
