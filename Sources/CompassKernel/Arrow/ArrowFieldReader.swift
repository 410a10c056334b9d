/// Reads one column of a foreign batch row by row into slots, the form in which documents provide their
/// fields.
///
/// Three properties of the buffers cannot be checked and are trusted: they have as many rows as their column
/// states, as many bytes as their last offset states, and they are not written to meanwhile. Offsets, indices
/// and UTF-8 are checked.
final class ArrowFieldReader {
    private enum Source {
        case nulls
        case bits(UnsafeRawPointer)
        case integers(UnsafeRawPointer, byteCount: Int, isSigned: Bool)
        case runs(offsets: UnsafeRawPointer, offsetByteCount: Int, bytes: UnsafeRawPointer?, end: Int64)
        case views(UnsafeRawPointer, ArrowViewBuffers)
        case uuids(UnsafeRawPointer)
        case timestamps(UnsafeRawPointer, unitsPerSecond: Int64)
        case dictionary(indices: UnsafeRawPointer, byteCount: Int, isSigned: Bool, ArrowDictionaryValues)
    }

    /// The number of rows read at once. Derived: their slots, 24 bytes for each of the 15 columns of posts,
    /// take 23 kB and stay in a first-level cache of 32 KiB.
    static let rowsPerBlock = 64
    /// The number of bytes required for the text of a value that is not stored as text.
    static let scratchByteCount = 40

    /// The layout of the buffers.
    let layout: ArrowLayout
    private let name: String
    private let source: Source
    private let validity: UnsafeRawPointer?
    private let offset: Int
    private let scratch: UnsafeMutablePointer<UInt8>
    private let microsOfTexts = ArrowNumber.microsOfTexts
    /// The first error in the buffers read so far; nil if there is none.
    private(set) var fault: ArrowError?

    /// - Parameters:
    ///   - column: a column of the batch.
    ///   - rows: the rows to read, relative to the column's offset.
    ///   - role: the kind of field.
    /// - Throws: if the column's type does not suit, or its lengths and buffers are inconsistent.
    init(_ column: ArrowColumn, rows: Range<Int>, role: ArrowFieldRole) throws(ArrowError) {
        name = column.name
        let (layout, values) = try column.checkedLayout(rows: rows, role: role)
        self.layout = layout
        offset = column.offset + rows.lowerBound
        validity = column.buffers.first?.address
        source = try Self.source(column, layout, values, rows: rows, role: role)
        scratch = .allocate(capacity: Self.scratchByteCount * Self.rowsPerBlock)
    }

    private static func source(
        _ column: ArrowColumn, _ layout: ArrowLayout, _ values: ArrowColumn?, rows: Range<Int>,
        role: ArrowFieldRole
    ) throws(ArrowError) -> Source {
        guard layout != .null, !rows.isEmpty else { return .nulls }
        let data = try column.address(ofBuffer: 1)
        switch layout {
        case .null: return .nulls
        case .boolean: return .bits(data)
        case .integer(let byteCount, let isSigned):
            guard let values else { return .integers(data, byteCount: byteCount, isSigned: isSigned) }
            return .dictionary(
                indices: data, byteCount: byteCount, isSigned: isSigned,
                try ArrowDictionaryValues(values, role: role))
        case .runs(let offsetByteCount, _):
            let end = ArrowNumber.read(
                data, at: column.offset + rows.upperBound, byteCount: offsetByteCount, isSigned: true)
            return .runs(
                offsets: data, offsetByteCount: offsetByteCount, bytes: column.buffers[2].address, end: end)
        case .views: return .views(data, try ArrowViewBuffers(of: column))
        case .uuid: return .uuids(data)
        case .timestamp(let unitsPerSecond): return .timestamps(data, unitsPerSecond: unitsPerSecond)
        }
    }

    deinit { scratch.deallocate() }

    /// Reads at most ``rowsPerBlock`` rows, numbered from 0 in the batch. Values are valid until the next
    /// rows are read. Records the first error in ``fault``.
    ///
    /// - Parameter slots: receives the values, one at every `stride` slots.
    func read(_ rows: Range<Int>, to slots: UnsafeMutablePointer<FieldSlot>, stride: Int) {
        read(rows, to: slots, stride: stride, Scratch(start: scratch, byteCountPerRow: Self.scratchByteCount))
    }

    /// The memory for texts that the buffers do not contain as such.
    struct Scratch {
        let start: UnsafeMutablePointer<UInt8>
        let byteCountPerRow: Int
    }

    /// Reads any number of rows like ``read(_:to:stride:)``, with separate memory for texts instead of the
    /// reader's own.
    func read(
        _ rows: Range<Int>, to slots: UnsafeMutablePointer<FieldSlot>, stride: Int, _ scratch: Scratch
    ) {
        // SAFETY: indices are below the row count that the column states; everything else is checked.
        switch source {
        case .nulls: forEach(rows, slots, stride, scratch) { _, scratch in FieldSlot(.null, scratch) }
        case .bits(let bits):
            forEach(rows, slots, stride, scratch) { index, scratch in
                FieldSlot(ArrowNumber.bit(bits, index) ? .true : .false, scratch)
            }
        case .integers(let data, let byteCount, let isSigned):
            forEach(rows, slots, stride, scratch) { index, scratch in
                let value = ArrowNumber.read(data, at: index, byteCount: byteCount, isSigned: isSigned)
                let count = ArrowNumber.write(value, isSigned: isSigned, to: scratch)
                return FieldSlot(start: scratch, count: count, kind: .number, hasEscapes: false)
            }
        case .runs(let offsets, let offsetByteCount, let bytes, let end):
            let text = textRun(rows, offsets, offsetByteCount, bytes, end)
            forEach(rows, slots, stride, scratch) { index, scratch in
                let from = ArrowNumber.read(offsets, at: index, byteCount: offsetByteCount, isSigned: true)
                let to = ArrowNumber.read(offsets, at: index + 1, byteCount: offsetByteCount, isSigned: true)
                guard from >= 0, from <= to, to <= end else {
                    return fail(index, "its offsets do not ascend", scratch)
                }
                if from < to, text.hasText(from: Int(from), to: Int(to)), let bytes {
                    let start = bytes.assumingMemoryBound(to: UInt8.self) + Int(from)
                    return FieldSlot(start: start, count: Int(to - from), kind: .string, hasEscapes: false)
                }
                return bytesSlot(bytes, from: Int(from), count: Int(to - from), index, scratch)
            }
        case .views(let views, let buffers):
            forEach(rows, slots, stride, scratch) { index, scratch in
                guard let view = buffers.view(views + 16 * index) else {
                    return fail(index, "its view lies outside of its buffer", scratch)
                }
                return bytesSlot(view.start, from: 0, count: view.count, index, scratch)
            }
        case .uuids(let data):
            forEach(rows, slots, stride, scratch) { index, scratch in uuid(data + 16 * index, scratch) }
        case .timestamps(let data, let unitsPerSecond):
            forEach(rows, slots, stride, scratch) { index, scratch in
                let value = ArrowNumber.read(data, at: index, byteCount: 8, isSigned: true)
                return instant(value, unitsPerSecond, scratch)
            }
        case .dictionary(let indices, let byteCount, let isSigned, let values):
            let (slotsOfValues, count) = (values.slots, Int64(values.count))
            forEach(rows, slots, stride, scratch) { index, scratch in
                let code = ArrowNumber.read(indices, at: index, byteCount: byteCount, isSigned: isSigned)
                // An unsigned eight-byte index that is too large reads as negative.
                guard code >= 0, code < count else {
                    return fail(index, "its index \(code) is not below the \(count) values", scratch)
                }
                return slotsOfValues[Int(code)]
            }
        }
    }

    /// Returns the texts of several rows as one run, as far as they are UTF-8: validating short texts one by
    /// one takes twice as long.
    private func textRun(
        _ rows: Range<Int>, _ offsets: UnsafeRawPointer, _ offsetByteCount: Int, _ bytes: UnsafeRawPointer?,
        _ end: Int64
    ) -> ArrowTextRun {
        let from = ArrowNumber.read(
            offsets, at: offset + rows.lowerBound, byteCount: offsetByteCount, isSigned: true)
        let to = ArrowNumber.read(
            offsets, at: offset + rows.upperBound, byteCount: offsetByteCount, isSigned: true)
        guard layout.isText, let bytes, from >= 0, from <= to, to <= end else { return .none }
        let start = bytes.assumingMemoryBound(to: UInt8.self)
        let isText = UTF8Validation.firstIllFormed(from: start + Int(from), to: start + Int(to)) == nil
        return isText ? ArrowTextRun(bytes: start, range: Int(from)..<Int(to)) : .none
    }

    /// Stores the result of `value` for each row that is not null in the row's slot.
    @inline(__always)
    private func forEach(
        _ rows: Range<Int>, _ slots: UnsafeMutablePointer<FieldSlot>, _ stride: Int, _ scratch: Scratch,
        _ value: (_ index: Int, _ scratch: UnsafeMutablePointer<UInt8>) -> FieldSlot
    ) {
        let (validity, offset) = (validity, offset)
        var (slot, cell) = (slots, scratch.start)
        for index in offset + rows.lowerBound..<offset + rows.upperBound {
            let isNull = validity.map { !ArrowNumber.bit($0, index) } ?? false
            slot.pointee = isNull ? FieldSlot(.null, cell) : value(index, cell)
            slot += stride
            cell += scratch.byteCountPerRow
        }
    }

    @inline(__always)
    private func bytesSlot(
        _ bytes: UnsafeRawPointer?, from: Int, count: Int, _ index: Int,
        _ scratch: UnsafeMutablePointer<UInt8>
    ) -> FieldSlot {
        guard count > 0 else { return FieldSlot(layout.isText ? .string : .bytes, scratch) }
        guard let bytes else { return fail(index, "it has no bytes", scratch) }
        let start = bytes.assumingMemoryBound(to: UInt8.self) + from
        if !layout.isText {
            if count == 16 { return uuid(start, scratch) }
            return FieldSlot(start: start, count: count, kind: .bytes, hasEscapes: false)
        }
        let isText = UTF8Validation.firstIllFormed(from: start, to: start + count) == nil
        return FieldSlot(
            start: start, count: count, kind: isText ? .string : .illFormedText, hasEscapes: false)
    }

    private func uuid(_ bytes: UnsafeRawPointer, _ scratch: UnsafeMutablePointer<UInt8>) -> FieldSlot {
        bytes.loadUnaligned(as: PackedUUID.self).write(scratch)
        return FieldSlot(start: scratch, count: PackedUUID.textByteCount, kind: .string, hasEscapes: false)
    }

    private func instant(
        _ value: Int64, _ unitsPerSecond: Int64, _ scratch: UnsafeMutablePointer<UInt8>
    ) -> FieldSlot {
        let micros: Int64
        if unitsPerSecond > TimeUnits.microsPerSecond {
            micros = value.flooredQuotient(by: unitsPerSecond / TimeUnits.microsPerSecond)
        } else {
            micros = value.saturatingProduct(TimeUnits.microsPerSecond / unitsPerSecond)
        }
        guard microsOfTexts.contains(micros) else { return FieldSlot(.instantOutOfRange, scratch) }
        UnsafeMutableRawPointer(scratch).storeBytes(of: micros, as: Int64.self)
        return FieldSlot(start: scratch, count: 8, kind: .instant, hasEscapes: false)
    }

    @inline(never)
    private func fail(_ index: Int, _ what: String, _ scratch: UnsafeMutablePointer<UInt8>) -> FieldSlot {
        let row = index - offset + 1
        if fault == nil { fault = .malformed("column '\(name)', row \(row): \(what)") }
        return FieldSlot(.null, scratch)
    }
}

/// Bytes that are UTF-8 as a whole, but possibly not in parts.
private struct ArrowTextRun {
    static var none: ArrowTextRun { ArrowTextRun(bytes: nil, range: 0..<0) }

    let bytes: UnsafePointer<UInt8>?
    let range: Range<Int>

    /// Returns whether a part is within the run and begins and ends between two characters.
    func hasText(from: Int, to: Int) -> Bool {
        from >= range.lowerBound && to <= range.upperBound && isBoundary(from) && isBoundary(to)
    }

    private func isBoundary(_ position: Int) -> Bool {
        guard let bytes, position < range.upperBound else { return position == range.upperBound }
        return bytes[position] & 0xc0 != 0x80
    }
}

extension FieldSlot {
    /// Creates a value without bytes; `start` is any address.
    fileprivate init(_ kind: FieldValueKind, _ start: UnsafeMutablePointer<UInt8>) {
        self.init(start: start, count: 0, kind: kind, hasEscapes: false)
    }
}
