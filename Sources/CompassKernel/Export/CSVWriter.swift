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
/// carriage return gets an apostrophe in front; numbers, instants and days are left alone.
package struct CSVWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []
    private var isRowEmpty = true
    private var hasBlocks = false

    /// A writer that has written nothing but the mark.
    ///
    /// - Parameter byteOrderMark: whether to begin with U+FEFF, by which some spreadsheets recognise UTF-8.
    package init(byteOrderMark: Bool = false) {
        if byteOrderMark { bytes += [0xef, 0xbb, 0xbf] }
    }

    /// Begins a block with its header row, behind an empty line unless it is the first.
    package mutating func block(header: [String]) {
        if hasBlocks { endLine() }
        hasBlocks = true
        for name in header { cell(name) }
        endRow()
    }

    /// Ends the row.
    package mutating func endRow() {
        endLine()
        isRowEmpty = true
    }

    /// Writes a text cell, guarded against formulas; an empty one where there is no text.
    package mutating func cell(_ value: String?) {
        beginCell()
        guard var value else { return }
        value.withUTF8 { appendText($0) }
    }

    /// Writes a whole number; an empty cell where there is none.
    package mutating func cell(_ value: Int?) {
        beginCell()
        if let value { DecimalText.append(value) { bytes.append($0) } }
    }

    /// Writes a number with full precision; an empty cell where there is none.
    package mutating func cell(_ value: Double?) {
        beginCell()
        if let value, value.isFinite { DecimalText.append(value) { bytes.append($0) } }
    }

    /// Writes an instant as RFC 3339 text; an empty cell where there is none.
    package mutating func cell(_ value: ZonedTimestamp?) {
        beginCell()
        if let value { ASCIIText.withBytes(of: value) { bytes.append(contentsOf: $0) } }
    }

    /// Writes a calendar day as `YYYY-MM-DD`; an empty cell where there is none.
    package mutating func cell(_ value: CivilDate?) {
        beginCell()
        if let value { ASCIIText.withBytes(of: value) { bytes.append(contentsOf: $0) } }
    }

    private mutating func beginCell() {
        if !isRowEmpty { bytes.append(UInt8(ascii: ",")) }
        isRowEmpty = false
    }

    private mutating func endLine() {
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func appendText(_ text: UnsafeBufferPointer<UInt8>) {
        let quote = UInt8(ascii: "\"")
        let isQuoted = text.contains { byte in
            byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r")
                || byte == UInt8(ascii: "\n")
        }
        if isQuoted { bytes.append(quote) }
        if let first = text.first, Self.beginsFormula(first) { bytes.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(quote) }
    }

    private static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"):
            true
        default: false
        }
    }
}
