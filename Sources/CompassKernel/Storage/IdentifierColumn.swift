/// A column of non-null row ids.
///
/// Layout: if every id is a UUID in canonical lower-case form, 16 bytes per row in text order (Arrow's
/// `arrow.uuid`): `00112233-4455-6677-8899-aabbccddeeff` is `00 11 22 … FF`. Otherwise a ``TextColumn``.
/// Packed ids have the same order and equality as their texts.
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

    /// Whether ids are UUIDs in 16 bytes each.
    var isPacked: Bool { if case .uuid = self { true } else { false } }

    /// Returns the id of `row`.
    func string(_ row: Int) -> String {
        switch self {
        case .uuid(let ids): ids[row].description
        case .text(let ids): ids.string(row) ?? ""
        }
    }

    var byteCount: Int {
        switch self {
        case .uuid(let ids): ids.byteCount
        case .text(let ids): ids.byteCount
        }
    }

    /// The size of all ids as texts, in bytes.
    var byteCountAsText: Int {
        switch self {
        case .uuid(let ids): ids.count * PackedUUID.textByteCount
        case .text(let ids): ids.textByteCount
        }
    }

    /// Returns a negative number if the id of row `a` precedes that of row `b`, 0 if they are equal,
    /// otherwise a positive one.
    func compare(_ a: Int, _ b: Int) -> Int {
        switch self {
        case .uuid(let ids):
            let (first, second) = (ids[a], ids[b])
            return first == second ? 0 : (first < second ? -1 : 1)
        case .text: return withUTF8(b) { compare(a, with: $0) }
        }
    }

    /// Returns a negative number if the id of `row` precedes `id` in byte order, 0 if they are equal,
    /// otherwise a positive one.
    func compare(_ row: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        withUTF8(row) { ByteComparison.compare($0, id) }
    }

    /// Returns the first row with the id `id`; nil if there is none.
    ///
    /// - Complexity: O(n) for n rows.
    func firstRow(of id: UnsafeBufferPointer<UInt8>) -> Int? { firstRow(of: id, in: 0..<count) }

    /// Returns the first of `rows` with the id `id`; nil if there is none.
    ///
    /// - Complexity: O(n) for n rows.
    func firstRow(of id: UnsafeBufferPointer<UInt8>, in rows: Range<Int>) -> Int? {
        switch self {
        case .uuid(let ids):
            guard id.count == PackedUUID.textByteCount, let start = id.baseAddress,
                let uuid = PackedUUID(canonical: start)
            else { return nil }
            return ids.withBuffer(of: rows) { $0.firstIndex(of: uuid) }.map { rows.lowerBound + $0 }
        case .text(let ids): return ids.firstRow(of: id, in: rows)
        }
    }

    /// Calls `body` with the bytes of the id of `row`.
    func withUTF8<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch self {
        case .uuid(let ids): ids[row].withUTF8(body)
        case .text(let ids): ids.withUTF8(row) { body($0 ?? UnsafeBufferPointer(start: nil, count: 0)) }
        }
    }

    /// Returns a hash of the id of `row`, equal to ``hash(of:seed:)`` for the same bytes.
    func hash(_ row: Int, seed: UInt64 = ByteHash.seed) -> UInt64 {
        switch self {
        case .uuid(let ids): ByteHash.hash(ids[row].high, ids[row].low, seed: seed)
        case .text(let ids): ids.withUTF8(row) { $0.map { Self.hash(of: $0, seed: seed) } ?? 0 }
        }
    }

    /// Returns a hash of an id, the same for the packed and the text form.
    static func hash(of id: UnsafeBufferPointer<UInt8>, seed: UInt64 = ByteHash.seed) -> UInt64 {
        guard let start = id.baseAddress else { return 0 }
        if id.count == PackedUUID.textByteCount, let uuid = PackedUUID(canonical: start) {
            return ByteHash.hash(uuid.high, uuid.low, seed: seed)
        }
        return ByteHash.hash(start, count: id.count, seed: seed)
    }

    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> IdentifierColumn {
        switch self {
        case .uuid(let ids): .uuid(ids.gathered(permutation))
        case .text(let ids): .text(ids.gathered(permutation))
        }
    }

    func checkInvariants() -> [String] {
        guard case .text(let ids) = self else { return [] }
        let violations = ids.checkInvariants()
        guard violations.isEmpty else { return violations }
        return (0..<ids.count).filter { ids.byteCount($0) == 0 }.map { "row \($0) has no id" }
    }
}

extension IdentifierColumn {
    /// The row of each id, the last one of equal ids.
    var rowsByID: [ForeignID: Int] {
        var rows: [ForeignID: Int] = [:]
        rows.reserveCapacity(count)
        for row in 0..<count { rows[ForeignID(string(row))] = row }
        return rows
    }
}
