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
    var isAbsent: Bool { kind == .missing || kind == .null }

    /// Whether the field is missing, null or an empty string.
    var isAbsentOrEmpty: Bool { isAbsent || kind == .string && count == 0 }
}

/// The fields of the current row, indexed by their position in the table's list of names.
///
/// Valid until the next row is read.
struct RowFields {
    private let slots: UnsafeMutablePointer<FieldSlot>

    init(slots: UnsafeMutablePointer<FieldSlot>) { self.slots = slots }

    subscript(field: Int) -> FieldSlot { slots[field] }
}
