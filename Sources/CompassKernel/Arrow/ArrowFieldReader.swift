/// Reads one column of somebody else's batch row by row, as the slots in which documents hand over their fields.
///
/// What the buffers say is believed as far as it cannot be checked: that they have as many rows as their column
/// says, as many bytes as their last offset says, and that nobody writes to them meanwhile. Offsets, indices and
/// UTF-8 are checked.
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

    /// The bytes that a value needs for its text, where it is none yet.
    static let scratchByteCount = 40

    /// How the buffers are read.
    let layout: ArrowLayout
    private let name: String
    private let source: Source
    private let validity: UnsafeRawPointer?
    private let offset: Int
    private let scratch: UnsafeMutablePointer<UInt8>
    private let microsOfTexts = ArrowNumber.microsOfTexts
    /// What is wrong with the buffers as far as they have been read.
    private(set) var fault: ArrowError?

    /// - Parameters:
    ///   - column: a column of the batch.
    ///   - rows: the rows of the column that are read, on top of its own offset.
    ///   - role: what the field is.
    /// - Throws: when the column's type does not suit, or its lengths and buffers contradict each other.
    init(_ column: ArrowColumn, rows: Range<Int>, role: ArrowFieldRole) throws(ArrowError) {
        name = column.name
        let (layout, values) = try column.checkedLayout(rows: rows, role: role)
        self.layout = layout
        offset = column.offset + rows.lowerBound
        validity = column.buffers.first?.address
        source = try Self.source(column, layout, values, rows: rows, role: role)
        scratch = .allocate(capacity: Self.scratchByteCount)
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

    /// The value of a row, 0 for the first one; valid until the next one is read. Sets ``fault`` when there is none.
    func slot(_ row: Int) -> FieldSlot { slot(row, scratch: scratch) }

    /// The value of a row, with its text in `scratch` where it is none yet.
    @inline(__always)
    func slot(_ row: Int, scratch: UnsafeMutablePointer<UInt8>) -> FieldSlot {
        let index = offset + row
        if let validity, !ArrowNumber.bit(validity, index) { return FieldSlot(.null, scratch) }
        // SAFETY: the index is below the rows that the column says it has; everything else is checked.
        switch source {
        case .nulls: return FieldSlot(.null, scratch)
        case .bits(let bits): return FieldSlot(ArrowNumber.bit(bits, index) ? .true : .false, scratch)
        case .integers(let data, let byteCount, let isSigned):
            let value = ArrowNumber.read(data, at: index, byteCount: byteCount, isSigned: isSigned)
            let count = ArrowNumber.write(value, isSigned: isSigned, to: scratch)
            return FieldSlot(start: scratch, count: count, kind: .number, hasEscapes: false)
        case .runs(let offsets, let offsetByteCount, let bytes, let end):
            let from = ArrowNumber.read(offsets, at: index, byteCount: offsetByteCount, isSigned: true)
            let to = ArrowNumber.read(offsets, at: index + 1, byteCount: offsetByteCount, isSigned: true)
            guard from >= 0, from <= to, to <= end else {
                return fail(row, "its offsets do not ascend")
            }
            return bytesSlot(bytes, from: Int(from), count: Int(to - from), row, scratch)
        case .views(let views, let buffers):
            guard let view = buffers.view(views + 16 * index) else {
                return fail(row, "its view lies outside of its buffer")
            }
            return bytesSlot(view.start, from: 0, count: view.count, row, scratch)
        case .uuids(let data):
            return uuid(data + 16 * index, scratch)
        case .timestamps(let data, let unitsPerSecond):
            let value = ArrowNumber.read(data, at: index, byteCount: 8, isSigned: true)
            return instant(value, unitsPerSecond, scratch)
        case .dictionary(let indices, let byteCount, let isSigned, let values):
            let code = ArrowNumber.read(indices, at: index, byteCount: byteCount, isSigned: isSigned)
            // One of eight bytes without a sign that is too large reads as negative.
            guard code >= 0, code < values.count else {
                return fail(row, "its index \(code) is not below the \(values.count) values")
            }
            return values[Int(code)]
        }
    }

    @inline(__always)
    private func bytesSlot(
        _ bytes: UnsafeRawPointer?, from: Int, count: Int, _ row: Int, _ scratch: UnsafeMutablePointer<UInt8>
    ) -> FieldSlot {
        guard count > 0 else { return FieldSlot(layout.isText ? .string : .bytes, scratch) }
        guard let bytes else { return fail(row, "it has no bytes") }
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
    private func fail(_ row: Int, _ what: String) -> FieldSlot {
        if fault == nil { fault = .malformed("column '\(name)', row \(row + 1): \(what)") }
        return FieldSlot(.null, scratch)
    }
}

extension FieldSlot {
    /// A value without bytes; `start` is any address.
    fileprivate init(_ kind: FieldValueKind, _ start: UnsafeMutablePointer<UInt8>) {
        self.init(start: start, count: 0, kind: kind, hasEscapes: false)
    }
}
