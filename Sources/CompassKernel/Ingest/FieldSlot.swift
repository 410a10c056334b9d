/// The location in the text of one field's value in the current row.
struct FieldSlot {
    /// The first byte of the value; for a string, the byte after its opening quote.
    var start: UnsafePointer<UInt8>
    /// The number of bytes, without the quotes.
    var count: Int
    var kind: FieldValueKind
    var hasEscapes: Bool

    // SAFETY: a slot describes bytes of the document, which outlives its rows.
    var end: UnsafePointer<UInt8> { start + count }

    /// The value of an ``FieldValueKind/instant``, in microseconds since 1970.
    var micros: Int64 {
        // SAFETY: slots of this kind point to eight bytes.
        UnsafeRawPointer(start).loadUnaligned(as: Int64.self)
    }

    /// Whether the field is missing or null.
    @inline(__always)
    var isAbsent: Bool { kind == .missing || kind == .null }

    /// Whether the field is missing, null or an empty string.
    @inline(__always)
    var isAbsentOrEmpty: Bool { isAbsent || kind == .string && count == 0 }

    /// Calls `body` with the text, decoded if it has escapes, and with whether a lone surrogate was replaced
    /// in it.
    @inline(__always)
    func withUnescapedUTF8<Result>(
        _ body: (UnsafePointer<UInt8>, _ count: Int, _ hasLoneSurrogate: Bool) -> Result
    ) -> Result {
        hasEscapes ? withDecodedUTF8(body) : body(start, count, false)
    }

    @inline(never)
    private func withDecodedUTF8<Result>(
        _ body: (UnsafePointer<UInt8>, _ count: Int, _ hasLoneSurrogate: Bool) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
            // A text with escapes is not empty, so that the memory has an address.
            let target = text.baseAddress!
            let (byteCount, hasLoneSurrogate) = JSONUnescaping.write(from: start, to: end, to: target)
            return body(target, byteCount, hasLoneSurrogate)
        }
    }

    /// Returns whether a string slot's text is `text`.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        withUnescapedUTF8 { start, count, _ in
            count == text.utf8CodeUnitCount && ByteComparison.areEqual(start, text.utf8Start, count: count)
        }
    }

    /// Returns whether the slot's value is written as that of `other`.
    @inline(__always)
    func equals(_ other: FieldSlot) -> Bool {
        kind == other.kind && count == other.count
            && ByteComparison.areEqualInline(start, other.start, count: count)
    }

    /// The text of a string or number slot.
    var string: String {
        withUnescapedUTF8 { start, count, _ in
            String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}

/// The fields of the current row, indexed by their position in the table's list of names.
///
/// Valid until the next row is read.
struct RowFields {
    private let slots: UnsafeMutablePointer<FieldSlot>
    /// The end of the document that all values are in; nil if they are not in one.
    let documentEnd: UnsafePointer<UInt8>?
    /// The size of the row in its document, which no value exceeds; nil if it is not in one.
    let byteCount: Int?

    init(
        slots: UnsafeMutablePointer<FieldSlot>, byteCount: Int? = nil,
        before documentEnd: UnsafePointer<UInt8>? = nil
    ) {
        self.slots = slots
        self.byteCount = byteCount
        self.documentEnd = documentEnd
    }

    @inline(__always)
    subscript(field: Int) -> FieldSlot { slots[field] }
}
