/// A byte buffer into which rows are printed as PostgreSQL prints JSON.
///
/// The caller must call ``reserveRow()`` before each row; a row never exceeds ``maximumRowBytes``.
struct RowWriter: ~Copyable {
    /// Post texts have at most 280 characters of at most 35 bytes each; everything else is short.
    static let maximumRowBytes = 32_768

    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// The number of bytes printed since the last ``removeAll()``.
    private(set) var count = 0

    /// - Parameter chunkByteCount: the size, in bytes, from which the owner passes the bytes on.
    init(chunkByteCount: Int) {
        capacity = chunkByteCount + Self.maximumRowBytes
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    /// Calls a function with the bytes that have not been passed on yet.
    func withBytes<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    mutating func removeAll() {
        count = 0
    }

    @inline(__always)
    mutating func append(byte: UInt8) {
        precondition(count < capacity)
        // SAFETY: the offset was just checked to be inside the allocation.
        start[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ literal: StaticString) {
        append(literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count byteCount: Int) {
        precondition(capacity &- count >= byteCount)
        // SAFETY: the target range was just checked; sources are literals and arenas, never this buffer.
        (start + count).update(from: bytes, count: byteCount)
        count &+= byteCount
    }

    /// Appends a text that is already escaped.
    @inline(__always)
    mutating func append(_ piece: Piece, of pieces: PieceTable) {
        precondition(capacity &- count >= PieceTable.copyWidth)
        pieces.bytes.withUnsafeBufferPointer { arena in
            let byteCount = piece.byteCount
            // SAFETY: a piece is inside its arena, which ends with `copyWidth` spare bytes; the target was
            // just checked to have as many.
            let source = arena.baseAddress.unsafelyUnwrapped + piece.offset
            if byteCount <= PieceTable.copyWidth {
                // One wide copy of a fixed width is far cheaper than a call to memcpy per word.
                let wide = UnsafeRawPointer(source).loadUnaligned(as: SIMD32<UInt8>.self)
                UnsafeMutableRawPointer(start + count).storeBytes(of: wide, as: SIMD32<UInt8>.self)
                count &+= byteCount
            } else {
                append(source, count: byteCount)
            }
        }
    }

    /// Changes the ASCII letters of the last `byteCount` bytes to upper case; other bytes are unchanged.
    mutating func uppercaseLast(_ byteCount: Int) {
        precondition(byteCount <= count)
        for index in (count - byteCount)..<count {
            // SAFETY: `index` is below `count`.
            let byte = start[index]
            if byte &- 0x61 < 26 { start[index] = byte & 0xDF }
        }
    }

    /// Returns whether an offensive word occurs anywhere in the last `byteCount` bytes, a code of random
    /// letters.
    func lastIsOffensive(_ byteCount: Int) -> Bool {
        precondition(byteCount <= count)
        // SAFETY: the range was just checked to be inside the printed bytes.
        let bytes = UnsafeBufferPointer(start: start + (count - byteCount), count: byteCount)
        return OffensiveWords.shared.occur(in: bytes, .everywhere)
    }

    /// Removes the last `byteCount` bytes.
    mutating func removeLast(_ byteCount: Int) {
        precondition(byteCount <= count)
        count -= byteCount
    }

    /// Changes the byte that was printed `byteCount` bytes ago to upper case if it is an ASCII letter.
    @inline(__always)
    mutating func capitalizeLast(_ byteCount: Int) {
        precondition(byteCount > 0 && byteCount <= count)
        // SAFETY: `count - byteCount` is in `0 ..< count`.
        let byte = start[count &- byteCount]
        if byte &- 0x61 < 26 { start[count &- byteCount] = byte & 0xDF }
    }
}
