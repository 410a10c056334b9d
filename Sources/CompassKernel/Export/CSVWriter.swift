/// Writes CSV (RFC 4180) in UTF-8: lines end with CR LF, cells with commas, quotes or line breaks are quoted.
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
/// Spreadsheets run a cell that begins like a formula. So a text that begins with `=`, `+`, `-`, `@`, a tab or a
/// carriage return gets an apostrophe in front, unless told otherwise; numbers, instants and days are left alone.
package struct CSVWriter: ~Copyable {
    /// What is handed on at once where rows are written piece by piece: so much that handing on costs nothing, and
    /// so little that it stays in the cache of a core.
    static let pieceByteCount = 1 << 17

    private var buffer: GrowableColumn<UInt8>
    /// Whether texts that begin like a formula get an apostrophe in front.
    let escapesFormulas: Bool
    private var isRowEmpty = true
    private var hasBlocks = false
    /// What column names begin with while members are written as a header; nil while they are written as values.
    var names: StaticString?

    /// A writer that has written nothing but the mark.
    ///
    /// - Parameters:
    ///   - byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    ///   - escapesFormulas: whether texts that begin like a formula get an apostrophe in front.
    ///   - capacity: the bytes to make room for.
    package init(byteOrderMark: Bool = false, escapesFormulas: Bool = true, capacity: Int = 4_096) {
        self.escapesFormulas = escapesFormulas
        buffer = GrowableColumn(capacity: capacity)
        if byteOrderMark { for byte: UInt8 in [0xef, 0xbb, 0xbf] { buffer.append(byte) } }
    }

    /// What has been written, but for what was taken.
    package var bytes: [UInt8] { buffer.withBuffer { [UInt8]($0) } }

    /// The number of these bytes.
    var byteCount: Int { buffer.count }

    /// Hands on what has been written and forgets it, which keeps the memory for what follows.
    mutating func take<Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        // SAFETY: the bytes live until the body has returned.
        let written = UnsafeRawBufferPointer(start: buffer.base, count: buffer.count)
        try body(written)
        buffer.removeAll()
    }

    /// Begins a block with its header row, behind an empty line unless it is the first.
    package mutating func block(header: [String]) {
        beginBlock()
        for name in header { cell(name) }
        endRow()
    }

    mutating func beginBlock() {
        if hasBlocks { endLine() }
        hasBlocks = true
    }

    /// Writes a column's name after a prefix, with which it forms one word in camel case.
    mutating func cell(name: StaticString, _ prefix: StaticString) {
        guard prefix.utf8CodeUnitCount > 0 else { return cell(word: name) }
        cell(word: prefix)
        // SAFETY: a name has at least one letter.
        buffer.append(name.utf8Start.pointee & 0xDF)
        buffer.append(name.utf8Start + 1, count: name.utf8CodeUnitCount - 1)
    }

    /// Ends the row.
    @inline(__always)
    package mutating func endRow() {
        endLine()
        isRowEmpty = true
    }

    /// Writes a text cell, escaped as the writer was told; an empty one where there is no text.
    package mutating func cell(_ value: String?) {
        guard var value else { return emptyCell() }
        value.withUTF8 { cell(utf8: $0) }
    }

    /// Writes a text cell, escaped as the writer was told; an empty one where there is no text.
    @inline(__always)
    mutating func cell(utf8 text: UnsafeBufferPointer<UInt8>?) {
        beginCell()
        guard let text else { return }
        // SAFETY: there is room for the longest form of the text.
        let escapesFormulas = escapesFormulas
        buffer.append(upTo: CSVText.maximumByteCount(of: text.count)) {
            CSVText.write(text, to: $0, escapesFormulas: escapesFormulas)
        }
    }

    /// Writes a cell of text that needs neither quotes nor a guard: at most `byteCount` bytes, of which `write`
    /// answers how many it wrote.
    @inline(__always)
    mutating func cell(upTo byteCount: Int, plain write: (UnsafeMutablePointer<UInt8>) -> Int) {
        beginCell()
        buffer.append(upTo: byteCount, write)
    }

    /// Writes a cell of one of our own words, which needs neither quotes nor a guard.
    @inline(__always)
    mutating func cell(word: StaticString) {
        beginCell()
        buffer.append(word.utf8Start, count: word.utf8CodeUnitCount)
    }

    /// Writes cells that another writer has written.
    @inline(__always)
    mutating func cells(written text: UnsafeBufferPointer<UInt8>) {
        beginCell()
        if let start = text.baseAddress { buffer.append(start, count: text.count) }
    }

    /// Writes an empty cell.
    @inline(__always)
    mutating func emptyCell() { beginCell() }

    /// Writes a whole number; an empty cell where there is none.
    package mutating func cell(_ value: Int?) {
        beginCell()
        if let value { DecimalText.append(value) { buffer.append($0) } }
    }

    /// Writes a number with full precision; an empty cell where there is none.
    package mutating func cell(_ value: Double?) {
        beginCell()
        if let value, value.isFinite { DecimalText.append(value) { buffer.append($0) } }
    }

    /// Writes an instant as RFC 3339 text; an empty cell where there is none.
    package mutating func cell(_ value: ZonedTimestamp?) {
        guard let value else { return emptyCell() }
        cell(upTo: ZonedTimestamp.maximumTextLength) { value.write(into: $0) }
    }

    /// Writes a calendar day as `YYYY-MM-DD`; an empty cell where there is none.
    package mutating func cell(_ value: CivilDate?) {
        guard let value else { return emptyCell() }
        cell(upTo: CivilDate.maximumTextLength) { value.write(into: $0) }
    }

    @inline(__always)
    private mutating func beginCell() {
        if !isRowEmpty { buffer.append(UInt8(ascii: ",")) }
        isRowEmpty = false
    }

    @inline(__always)
    private mutating func endLine() {
        buffer.append(UInt8(ascii: "\r"))
        buffer.append(UInt8(ascii: "\n"))
    }
}
