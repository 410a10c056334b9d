internal import CCompassScan

/// The quotes, backslashes and control characters in a part of a document, one bit for each of its bytes.
///
/// Layout: bit `i` of the words belongs to byte `i` of the part, so that the bytes `{"a":1` have the word `0b1010`.
/// The part moves on through the document while strings are read. All of it is well-formed UTF-8; from the first part
/// that is not, nothing is marked.
struct StringMarks {
    typealias Position = UnsafePointer<UInt8>

    /// The size of a part. Derived: it fills a quarter of a first-level cache of 32 KiB, and is marked in a
    /// microsecond.
    private static let partByteCount = 1 << 13

    private static let isSupported = compasskernel_string_marks_are_supported()

    /// The size of the words, of which the last one has no marks.
    static var byteCount: Int { isSupported ? partByteCount / 8 + 8 : 0 }

    private let words: UnsafeMutablePointer<UInt64>?
    private var start: Position
    private var count = 0
    /// Whether strings can only be read without marks.
    private var isOver: Bool

    /// - Parameters:
    ///   - words: memory for ``byteCount`` bytes, which outlives the marks; nil to mark nothing.
    ///   - end: the document's end.
    init(in words: UnsafeMutablePointer<UInt64>?, before end: Position) {
        self.words = words
        start = end
        isOver = words == nil || !StringMarks.isSupported
    }

    /// Returns the first mark from `position` on; nil if there is none before the part ends, or the position is not
    /// within the part.
    @inline(__always)
    func first(from position: Position) -> Position? {
        var offset = position - start
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return nil }
        let bytes = UnsafeRawPointer(words.unsafelyUnwrapped)
        repeat {
            // SAFETY: parts that are not empty have words, and 64 zero bits follow those of the last byte.
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self))
            let marks = word &>> UInt64(truncatingIfNeeded: offset & 7)
            if marks != 0 { return start + (offset &+ marks.trailingZeroBitCount) }
            // At least that many bits are left after the shift.
            offset &+= 57
        } while offset < count
        return nil
    }

    /// Moves the part to `position` or, from within the part, to its end; returns where it begins. Returns nil if
    /// the string at `position` can only be read without marks.
    ///
    /// - Parameter position: where a character begins.
    @inline(never)
    mutating func advance(from position: Position, before end: Position) -> Position? {
        guard !isOver, let words else { return nil }
        if position >= start, position - start < count { start += count } else { start = position }
        // SAFETY: the part is before the document's end and has the words of `byteCount`.
        count = compasskernel_mark_strings(start, min(end - start, StringMarks.partByteCount), words)
        isOver = count == 0
        return isOver ? nil : start
    }
}
