/// A column of row ids, none of them null.
///
/// Layout: when every id is a UUID in canonical lower-case form, 16 bytes a row in text order (Arrow's
/// `arrow.uuid`): `00112233-4455-6677-8899-aabbccddeeff` is `00 11 22 … FF`. Otherwise a ``TextColumn``.
/// Packed ids order and compare as their texts do.
enum IdentifierColumn: Sendable {
    case uuid(ColumnBuffer<PackedUUID>)
    case text(TextColumn)

    /// The number of rows.
    var count: Int {
        switch self {
        case .uuid(let ids): ids.count
        case .text(let ids): ids.count
        }
    }

    /// The id of `row`.
    func string(_ row: Int) -> String {
        switch self {
        case .uuid(let ids): ids[row].description
        case .text(let ids): ids.string(row) ?? ""
        }
    }

    /// The memory that the column occupies, in bytes.
    var byteCount: Int {
        switch self {
        case .uuid(let ids): ids.byteCount
        case .text(let ids): ids.byteCount
        }
    }

    /// Negative when the id of row `a` comes before that of row `b`, 0 when equal, else positive.
    func compare(_ a: Int, _ b: Int) -> Int {
        switch self {
        case .uuid(let ids):
            let (first, second) = (ids[a], ids[b])
            return first == second ? 0 : (first < second ? -1 : 1)
        case .text(let ids):
            guard let first = ids.utf8(a), let second = ids.utf8(b) else { return 0 }
            return ByteComparison.compare(first, second)
        }
    }

    /// The rows `permutation[0]`, `permutation[1]`, … of this column.
    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> IdentifierColumn {
        switch self {
        case .uuid(let ids): .uuid(ids.gathered(permutation))
        case .text(let ids): .text(ids.gathered(permutation))
        }
    }

    /// What is wrong with the column; empty when its parts agree with each other.
    func invariantViolations() -> [String] {
        guard case .text(let ids) = self else { return [] }
        let violations = ids.invariantViolations()
        guard violations.isEmpty else { return violations }
        return (0..<ids.count).filter { ids.utf8($0)?.isEmpty ?? true }.map { "row \($0) has no id" }
    }
}
