/// An id column under construction: packed as long as every id is a canonical UUID, text from then on.
struct IdentifierColumnBuilder: ~Copyable {
    private(set) var packed = GrowableColumn<PackedUUID>()
    private(set) var text = TextColumnBuilder()
    private var isPacked = true

    /// The bytes of all ids that are kept as text.
    var textByteCount: Int { text.byteCount }

    /// The bytes of all ids as texts.
    var byteCountAsText: Int { packed.count * PackedUUID.textByteCount + text.byteCount }

    /// The bytes of the ids that this column and `later` keep as text together.
    func textByteCount(with later: borrowing IdentifierColumnBuilder) -> Int {
        if isPacked, later.isPacked { return 0 }
        return textByteCount + later.textByteCount
            + (packed.count + later.packed.count) * PackedUUID.textByteCount
    }

    /// Appends the text of a string or number slot; answers its hash.
    @inline(__always)
    mutating func append(_ slot: FieldSlot, loneSurrogate: inout Bool) -> UInt64 {
        if isPacked {
            if slot.count == PackedUUID.textByteCount, !slot.hasEscapes,
                let uuid = PackedUUID(canonical: slot.start)
            {
                packed.append(uuid)
                return ByteHash.hash(uuid.high, uuid.low, seed: ByteHash.seed)
            }
            unpack()
        }
        return appendText(slot, loneSurrogate: &loneSurrogate)
    }

    @inline(never)
    private mutating func appendText(_ slot: FieldSlot, loneSurrogate: inout Bool) -> UInt64 {
        let from = text.byteCount
        loneSurrogate = text.append(slot)
        return textHash(from: from)
    }

    /// The hash of the last text, whose first byte is at `from`; the same as if the id were packed, so that
    /// pieces of a document agree whatever form each of them took.
    private func textHash(from: Int) -> UInt64 { IdentifierColumn.hash(of: text.lastBytes(from: from)) }

    /// Appends an id's bytes, which are not empty.
    mutating func append(_ id: UnsafeBufferPointer<UInt8>) {
        guard let start = id.baseAddress else { return }
        var hasLoneSurrogate = false
        _ = append(
            FieldSlot(start: start, count: id.count, kind: .string, hasEscapes: false),
            loneSurrogate: &hasLoneSurrogate)
    }

    /// The id of `row`.
    func string(_ row: Int) -> String {
        isPacked ? packed[row].description : String(decoding: text.utf8(row), as: UTF8.self)
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

    func hasRoom(for later: borrowing IdentifierColumnBuilder) -> Bool {
        guard isPacked == later.isPacked else { return false }
        return isPacked ? packed.hasRoom(for: later.packed) : text.hasRoom(for: later.text)
    }

    /// Makes the ids of `later` fit, in the form that suits both.
    mutating func makeRoom(for later: inout IdentifierColumnBuilder) {
        if isPacked, later.isPacked { return packed.makeRoom(for: later.packed) }
        if isPacked { unpack() }
        if later.isPacked { later.unpack() }
        text.makeRoom(for: later.text)
    }

    mutating func claimRoom(for later: inout IdentifierColumnBuilder) {
        if isPacked { packed.claimRoom(for: &later.packed) } else { text.claimRoom(for: &later.text) }
    }

    mutating func moveToClaimedRoom() {
        if isPacked { packed.moveToClaimedRoom() } else { text.moveToClaimedRoom() }
    }

    mutating func reserve(factor: Double) {
        if isPacked {
            packed.reserve(total: ReserveEstimate.capacity(packed.count, factor: factor))
        } else {
            text.reserve(factor: factor)
        }
    }

    /// Negative when the id of row `a` comes before that of row `b`, 0 when equal, else positive.
    @inline(__always)
    func compare(_ a: Int, _ b: Int) -> Int {
        if isPacked {
            let (first, second) = (packed[a], packed[b])
            return first == second ? 0 : (first < second ? -1 : 1)
        }
        return ByteComparison.compare(text.utf8(a), text.utf8(b))
    }

    consuming func finish() -> IdentifierColumn {
        if isPacked { return .uuid(packed.finish()) }
        return .text(text.finish())
    }
}
