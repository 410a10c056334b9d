internal import CCompassScan

/// The quotes, backslashes and control characters in a part of a document: one bit for each of its bytes, and the
/// places of those that are set.
///
/// Layout: bit `i` of the words belongs to byte `i` of the part, so that the bytes `{"a":1` have the word `0b1010`, and
/// the places 1 and 3.
/// The part moves on through the document while strings are read. All of it is well-formed UTF-8; from the first part
/// that is not, nothing is marked.
struct StringMarks {
    typealias Position = UnsafePointer<UInt8>

    /// The size of the largest part. Derived: it fills a quarter of a first-level cache of 32 KiB, and is marked in a
    /// microsecond.
    private static let partByteCount = 1 << 13

    /// The number of bytes that are read at once; 0 if nothing can be marked.
    private static let width = compasskernel_string_marks_width()

    /// The marked part; it has no bytes before the first call of ``advance(from:before:)``.
    private var part: compasskernel_marked_part
    /// The size of parts.
    private let partByteCount: Int
    /// Whether strings can only be read without marks.
    private var isOver: Bool

    /// The size of the words of a document of `byteCount` bytes, of which the last one has no marks.
    private static func wordsByteCount(_ byteCount: Int) -> Int {
        (min(byteCount, partByteCount) / 64 + 2) * MemoryLayout<UInt64>.size
    }

    /// The size of the memory for the marks of a document of `byteCount` bytes.
    static func memoryByteCount(_ byteCount: Int) -> Int {
        // Places are stored by blocks of 64 bytes.
        let placeCount = min(byteCount, partByteCount) + 64
        return width == 0 ? 0 : wordsByteCount(byteCount) + placeCount * MemoryLayout<UInt16>.size
    }

    /// - Parameters:
    ///   - memory: ``memoryByteCount(_:)`` bytes, aligned to eight, that outlive the marks; nil to mark nothing.
    ///   - byteCount: the size of the document.
    ///   - end: the document's end.
    init(in memory: UnsafeMutableRawPointer?, byteCount: Int, before end: Position) {
        partByteCount = min(byteCount, StringMarks.partByteCount)
        isOver = memory == nil || StringMarks.width == 0
        let places = memory.map { $0 + StringMarks.wordsByteCount(byteCount) }
        part = compasskernel_marked_part(
            marks: memory?.assumingMemoryBound(to: UInt64.self),
            places: places?.assumingMemoryBound(to: UInt16.self), place_count: 0, next: 0, start: end,
            count: 0)
    }

    /// Returns the first mark from `position` on; nil if there is none before the part ends, or the position is not
    /// within the part.
    @inline(__always)
    func first(from position: Position) -> Position? {
        let start = part.start.unsafelyUnwrapped
        var offset = position - start
        guard UInt(bitPattern: offset) < UInt(bitPattern: part.count) else { return nil }
        let bytes = UnsafeRawPointer(part.marks.unsafelyUnwrapped)
        repeat {
            // SAFETY: parts that are not empty have words, and 64 zero bits follow those of the last byte.
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self))
            let marks = word &>> UInt64(truncatingIfNeeded: offset & 7)
            if marks != 0 { return start + (offset &+ marks.trailingZeroBitCount) }
            // At least that many bits are left after the shift.
            offset &+= 57
        } while offset < part.count
        return nil
    }

    /// Moves the part to `position` or, from within the part, to its end; returns where it begins. Returns nil if
    /// the string at `position` can only be read without marks.
    ///
    /// - Parameter position: where a character begins.
    @inline(never)
    mutating func advance(from position: Position, before end: Position) -> Position? {
        guard !isOver, let start = part.start else { return nil }
        let next = position >= start && position - start < part.count ? start + part.count : position
        part.start = next
        part.count = min(end - next, partByteCount)
        // SAFETY: the part is before the document's end and there is room for its words and places.
        compasskernel_mark_strings(&part, StringMarks.width)
        isOver = part.count == 0
        return isOver ? nil : next
    }

    /// Calls `body` with the part, which may be moved on.
    @inline(__always)
    mutating func withPart<Result>(_ body: (UnsafeMutablePointer<compasskernel_marked_part>) -> Result)
        -> Result
    {
        body(&part)
    }
}
