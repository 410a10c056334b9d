extension ArrowColumn {
    /// Returns the layout of the column, or of its indices if it has a dictionary, and the dictionary's
    /// values.
    ///
    /// - Parameters:
    ///   - rows: the rows to read, relative to the column's offset.
    ///   - role: the field that they are read for.
    /// - Throws: if the type does not suit, or lengths and buffers are inconsistent.
    func checkedLayout(
        rows: Range<Int>, role: ArrowFieldRole
    ) throws(ArrowError) -> (layout: ArrowLayout, values: ArrowColumn?) {
        var values = dictionary.first
        values?.name = "\(name) (dictionary)"
        let valueFormat = values?.format ?? format
        guard let layout = ArrowLayout(format: format), let valueLayout = ArrowLayout(format: valueFormat),
            role.takes(valueLayout), values?.dictionary.isEmpty ?? true
        else {
            throw .unsupported(
                "column '\(name)' has the Arrow type '\(valueFormat)'; it must be \(role.typeNames), "
                    + "dictionary-encoded or not")
        }
        if values != nil {
            guard case .integer = layout else { throw malformed("its dictionary's indices are '\(format)'") }
        }
        try check(layout, rows: rows)
        return (layout, values)
    }

    /// The maximum number of rows. No memory can hold more; larger numbers are invalid and would overflow in
    /// multiplications.
    static let maximumRowCount = Int.max >> 8

    private func check(_ layout: ArrowLayout, rows: Range<Int>) throws(ArrowError) {
        guard rowCount >= 0, offset >= 0, nullCount >= -1, nullCount <= rowCount,
            max(rowCount, offset) <= Self.maximumRowCount
        else { throw malformed("it has \(rowCount) rows from \(offset) on, \(nullCount) of them null") }
        guard rows.upperBound <= rowCount else {
            throw malformed("it has \(rowCount) rows where \(rows.upperBound) are needed")
        }
        let isView = if case .views = layout { true } else { false }
        guard isView ? buffers.count >= layout.bufferCount : buffers.count == layout.bufferCount else {
            throw malformed("it has \(buffers.count) buffers, not \(layout.bufferCount)")
        }
        if nullCount > 0, layout != .null, buffers[0].address == nil {
            throw malformed("it has \(nullCount) nulls, and no bitmap of them")
        }
    }

    /// Returns the address of a required buffer.
    func address(ofBuffer index: Int) throws(ArrowError) -> UnsafeRawPointer {
        guard let address = buffers[index].address else { throw malformed("its buffer \(index) is missing") }
        return address
    }

    func malformed(_ what: String) -> ArrowError { .malformed("column '\(name)': \(what)") }
}

/// The buffers of a column of views.
struct ArrowViewBuffers {
    private let buffers: [(start: UnsafeRawPointer?, byteCount: Int64)]

    /// - Parameter column: a column of views: validity, views, the buffers and the size of each of them in
    ///   bytes.
    init(of column: ArrowColumn) throws(ArrowError) {
        let count = column.buffers.count - 3
        guard count > 0 else {
            buffers = []
            return
        }
        let sizes = try column.address(ofBuffer: count + 2)
        buffers = (0..<count).map {
            (column.buffers[2 + $0].address, ArrowNumber.read(sizes, at: $0, byteCount: 8, isSigned: true))
        }
    }

    /// Returns the bytes of a view; nil if they are not within its buffer.
    @inline(__always)
    func view(_ view: UnsafeRawPointer) -> (start: UnsafeRawPointer, count: Int)? {
        // SAFETY: a view has 16 bytes, up to 12 of which hold the text itself.
        let count = view.loadUnaligned(as: Int32.self)
        guard count > 12 else { return count < 0 ? nil : (view + 4, Int(count)) }
        let index = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
        let offset = Int64(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
        guard index >= 0, index < buffers.count, let start = buffers[index].start, offset >= 0,
            offset + Int64(count) <= buffers[index].byteCount
        else { return nil }
        return (start + Int(offset), Int(count))
    }
}

/// The values of a dictionary, each read once.
final class ArrowDictionaryValues {
    let slots: UnsafeMutablePointer<FieldSlot>
    /// The texts of values that are not stored as text.
    private let scratch: UnsafeMutablePointer<UInt8>
    /// The number of values.
    let count: Int

    init(_ values: ArrowColumn, role: ArrowFieldRole) throws(ArrowError) {
        guard values.rowCount <= Int(Int32.max) else {
            throw .tooLarge(
                "column '\(values.name)' has \(values.rowCount) values; at most \(Int32.max) are read")
        }
        let reader = try ArrowFieldReader(values, rows: 0..<max(values.rowCount, 0), role: role)
        count = values.rowCount
        // Values stored as text are used in place.
        let byteCountPerRow = reader.layout.isText ? 0 : ArrowFieldReader.scratchByteCount
        scratch = .allocate(capacity: max(count * byteCountPerRow, ArrowFieldReader.scratchByteCount))
        slots = .allocate(capacity: max(count, 1))
        reader.read(
            0..<count, to: slots, stride: 1,
            ArrowFieldReader.Scratch(start: scratch, byteCountPerRow: byteCountPerRow))
        if let fault = reader.fault { throw fault }
    }

    deinit {
        scratch.deallocate()
        slots.deallocate()
    }
}
