/// An id column under construction: packed as long as every id is a canonical UUID, text from then on.
struct IdentifierColumnBuilder: ~Copyable {
    private(set) var packed = GrowableColumn<PackedUUID>()
    private(set) var text = TextColumnBuilder()
    private var isPacked = true
    private let seed = ByteHash.seed

    /// The size of all ids that are stored as text, in bytes.
    var textByteCount: Int { text.byteCount }

    /// The size of all ids as texts, in bytes.
    var byteCountAsText: Int { packed.count * PackedUUID.textByteCount + text.byteCount }

    /// Returns the size, in bytes, of the ids that this column and `later` together store as text.
    func textByteCount(with later: borrowing IdentifierColumnBuilder) -> Int {
        if isPacked, later.isPacked { return 0 }
        return textByteCount + later.textByteCount
            + (packed.count + later.packed.count) * PackedUUID.textByteCount
    }

    /// Reserves memory for `rows` more ids, which are UUIDs or have `byteCount` bytes together.
    mutating func reserve(rows: Int, byteCount: Int?) {
        if let byteCount {
            text.reserve(rows: rows, byteCount: byteCount)
        } else {
            packed.reserve(total: packed.count + rows)
        }
    }

    /// Appends the text of a string or number slot; returns its hash.
    @inline(__always)
    mutating func append(_ slot: FieldSlot, loneSurrogate: inout Bool) -> UInt64 {
        if isPacked {
            if slot.count == PackedUUID.textByteCount, !slot.hasEscapes,
                let uuid = PackedUUID(canonical: slot.start)
            {
                packed.append(uuid)
                return ByteHash.hash(uuid.high, uuid.low, seed: seed)
            }
            unpack()
        }
        return appendText(slot, loneSurrogate: &loneSurrogate)
    }

    @inline(never)
    private mutating func appendText(_ slot: FieldSlot, loneSurrogate: inout Bool) -> UInt64 {
        let from = text.byteCount
        loneSurrogate = text.append(slot)
        // Equals the hash of the packed id, so that chunks of a document agree regardless of their form.
        return text.bytes.withBuffer(of: from..<text.byteCount) { IdentifierColumn.hash(of: $0) }
    }

    /// Appends an id's bytes, which must not be empty.
    mutating func append(_ id: UnsafeBufferPointer<UInt8>) {
        guard let start = id.baseAddress else { return }
        var hasLoneSurrogate = false
        _ = append(
            FieldSlot(start: start, count: id.count, kind: .string, hasEscapes: false),
            loneSurrogate: &hasLoneSurrogate)
    }

    /// Appends the id of a row of another column.
    mutating func append(_ column: IdentifierColumn, _ row: Int) {
        if case .text(let ids) = column { text.willCopy(from: ids) }
        column.withUTF8(row) { append($0) }
    }

    /// Returns the id of `row`.
    func string(_ row: Int) -> String { withUTF8(row) { String(decoding: $0, as: UTF8.self) } }

    /// Calls `body` with the bytes of the id of `row`.
    func withUTF8<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        isPacked ? packed[row].withUTF8(body) : text.withUTF8(row, body)
    }

    @inline(never)
    private mutating func unpack() {
        isPacked = false
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PackedUUID.textByteCount) { buffer in
            guard let start = buffer.baseAddress else { return }
            for row in 0..<packed.count {
                packed[row].write(start)
                text.append(UnsafePointer(start), count: PackedUUID.textByteCount)
            }
        }
        packed.removeAll()
    }

    /// Returns a negative number if the id of row `a` precedes that of row `b`, 0 if they are equal,
    /// otherwise a positive one.
    @inline(__always)
    func compare(_ a: Int, _ b: Int) -> Int {
        if isPacked {
            let (first, second) = (packed[a], packed[b])
            return first == second ? 0 : (first < second ? -1 : 1)
        }
        return text.compare(a, b)
    }

    consuming func finish() -> IdentifierColumn {
        if isPacked { return .uuid(packed.finish()) }
        return .text(text.finish())
    }
}

extension IdentifierColumnBuilder: ColumnBuilder {
    mutating func join(_ later: inout IdentifierColumnBuilder, _ step: JoiningStep) -> Bool {
        if isPacked != later.isPacked {
            if step == .checkRoom { return false }
            if isPacked { unpack() } else { later.unpack() }
        }
        return isPacked ? packed.join(&later.packed, step) : text.join(&later.text, step)
    }

    mutating func perform(_ step: ColumnStep) {
        if isPacked { packed.perform(step) } else { text.perform(step) }
    }
}
