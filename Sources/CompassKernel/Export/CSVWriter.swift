/// A writer of CSV (RFC 4180) in UTF-8: lines end with CR LF; cells with commas, quotes or line breaks are
/// quoted.
///
/// ```swift
/// var writer = CSVWriter()
/// writer.block(header: ["name", "count"])
/// writer.cell("Rice, Houston")
/// writer.cell(12)
/// writer.endRow()
/// writer.bytes  // name,count⏎"Rice, Houston",12⏎
/// ```
///
/// Spreadsheets evaluate a cell that begins like a formula. A text that begins with `=`, `+`, `-`, `@`, a tab
/// or a carriage return is therefore prefixed with an apostrophe by default; numbers, instants and days are
/// unchanged.
///
/// A separator is written after each cell; the line end replaces that after the last one.
package struct CSVWriter: ~Copyable {
    /// The chunk size for output in chunks: large enough that the cost per chunk is negligible, and small
    /// enough to stay in the cache of a core.
    static let chunkByteCount = 1 << 17

    private var buffer: GrowableColumn<UInt8>
    /// Whether to prefix texts that begin like formulas with an apostrophe.
    let escapesFormulas: Bool
    /// The number of bytes before the current row.
    private var rowStart = 0
    private var hasBlocks = false
    /// The prefix of column names while members are written as a header; nil while they are written as
    /// values.
    var headerPrefix: StaticString?

    /// Creates a writer that has written nothing except the byte order mark, if any.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, which helps some spreadsheets detect UTF-8.
    ///   - escapesFormulas: whether to prefix texts that begin like formulas with an apostrophe.
    ///   - capacity: the number of bytes to reserve.
    package init(byteOrderMark: Bool = false, escapesFormulas: Bool = true, capacity: Int = 4_096) {
        self.escapesFormulas = escapesFormulas
        buffer = GrowableColumn(capacity: capacity)
        if byteOrderMark { for byte: UInt8 in [0xef, 0xbb, 0xbf] { buffer.append(byte) } }
        rowStart = buffer.count
    }

    /// The bytes written so far, except for those that were taken.
    package var bytes: [UInt8] { buffer.withBuffer { [UInt8]($0) } }

    /// The number of these bytes.
    var byteCount: Int { buffer.count }

    /// Passes the bytes written so far to `body` and removes them, keeping the memory for the following ones.
    mutating func take<Failure>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
        try buffer.withBuffer { (bytes) throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
        buffer.removeAll()
        rowStart = 0
    }

    /// Takes the bytes like ``take(_:)`` if they are a chunk; returns whether to continue, which is false after
    /// an error of `body`.
    @inline(__always)
    mutating func takeChunk<Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void, _ failure: inout Failure?
    ) -> Bool {
        guard byteCount >= CSVWriter.chunkByteCount else { return true }
        do throws(Failure) { try take(body) } catch { failure = error }
        return failure == nil
    }

    /// Begins a block with its header row, after an empty line unless it is the first.
    package mutating func block(header: [String]) {
        beginBlock()
        for name in header { cell(name) }
        endRow()
    }

    /// Writes a block of names and their counts.
    mutating func block(header: [String], counts: [(String?, Int)]) {
        block(header: header)
        for (name, count) in counts {
            cell(name)
            cell(count)
            endRow()
        }
    }

    /// Begins a block with a header row of names that require neither quotes nor a guard, with separators.
    mutating func block(header: StaticString) {
        beginBlock()
        cell(word: header)
        endRow()
    }

    mutating func beginBlock() {
        if hasBlocks { endRow() }
        hasBlocks = true
    }

    /// Writes a column's name after a prefix, joined in camel case.
    mutating func cell(name: StaticString, _ prefix: StaticString) {
        guard prefix.utf8CodeUnitCount > 0 else { return cell(word: name) }
        let byteCount = prefix.utf8CodeUnitCount + name.utf8CodeUnitCount
        cell(upTo: byteCount) { target in
            // SAFETY: there is space for both, and a name has at least one letter.
            target.update(from: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
            let start = target + prefix.utf8CodeUnitCount
            start.update(from: name.utf8Start, count: name.utf8CodeUnitCount)
            start[0] &= 0xDF
            return byteCount
        }
    }

    /// Ends the row.
    @inline(__always)
    package mutating func endRow() {
        if buffer.count > rowStart { buffer.removeLast() }
        buffer.append(upTo: 2) {
            $0[0] = UInt8(ascii: "\r")
            $0[1] = UInt8(ascii: "\n")
            return 2
        }
        rowStart = buffer.count
    }

    /// Writes a text cell, escaped if the writer does so; an empty cell for nil.
    package mutating func cell(_ value: String?) {
        guard let value else { return emptyCell() }
        value.withBytes { cell(utf8: $0) }
    }

    /// Writes a text cell, escaped if the writer does so; an empty cell for nil.
    @inline(__always)
    mutating func cell(utf8 text: UnsafeBufferPointer<UInt8>?) {
        guard let text else { return emptyCell() }
        // SAFETY: there is space for the longest form of the text.
        let escapesFormulas = escapesFormulas
        cell(upTo: CSVText.maximumByteCount(of: text.count)) {
            CSVText.write(text, to: $0, escapesFormulas: escapesFormulas)
        }
    }

    /// Writes a cell of text that requires neither quotes nor a guard: at most `byteCount` bytes; `write`
    /// returns the number of bytes written.
    @inline(__always)
    mutating func cell(upTo byteCount: Int, plain write: (UnsafeMutablePointer<UInt8>) -> Int) {
        buffer.append(upTo: byteCount + 1) { target in
            let end = write(target)
            // SAFETY: there is space for the separator after the cell.
            target[end] = UInt8(ascii: ",")
            return end + 1
        }
    }

    /// Writes a cell of a fixed word, which requires neither quotes nor a guard.
    @inline(__always)
    mutating func cell(word: StaticString) {
        cell(upTo: word.utf8CodeUnitCount) {
            $0.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
            return word.utf8CodeUnitCount
        }
    }

    /// Writes an empty cell.
    @inline(__always)
    mutating func emptyCell() { cell(upTo: 0) { _ in 0 } }

    /// Writes cells from the output of another writer, each with the separator after it.
    @inline(__always)
    mutating func cells(written text: UnsafeBufferPointer<UInt8>) {
        if let start = text.baseAddress { buffer.append(start, count: text.count) }
    }

    /// Writes a whole number; an empty cell for nil.
    package mutating func cell(_ value: Int?) {
        guard let value else { return emptyCell() }
        cell(upTo: DecimalText.maximumByteCount) { DecimalText.write(value, to: $0) }
    }

    /// Writes a number with full precision; an empty cell for nil.
    package mutating func cell(_ value: Double?) {
        guard let value, value.isFinite else { return emptyCell() }
        cell(upTo: DecimalText.maximumByteCount) { DecimalText.write(value, to: $0) }
    }

    /// Writes an instant as RFC 3339 text; an empty cell for nil.
    package mutating func cell(_ value: ZonedTimestamp?) {
        guard let value else { return emptyCell() }
        cell(upTo: ZonedTimestamp.maximumTextLength) { value.write(into: $0) }
    }

    /// Writes a calendar day as `YYYY-MM-DD`; an empty cell for nil.
    package mutating func cell(_ value: CivilDate?) {
        guard let value else { return emptyCell() }
        cell(upTo: CivilDate.maximumTextLength) { value.write(into: $0) }
    }
}
