import CompassKernel

/// CSV for people, at a terminal; files and pipes get the bytes unchanged.
enum TerminalCSV {
    /// Returns the same rows, in which no cell can control the terminal.
    ///
    /// Line ends are kept; other unsafe characters are replaced or removed as on text pages.
    static func harmless(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        var harmless: [UInt8] = []
        harmless.reserveCapacity(bytes.count)
        var isAfterReturn = false
        VisibleText.forEachScalar(of: text) { scalar, form in
            // A carriage return alone would let the following text overwrite the line; before a line feed it
            // ends the line.
            if isAfterReturn, scalar != "\n" { harmless.append(UInt8(ascii: " ")) }
            isAfterReturn = scalar == "\r"
            if isAfterReturn { return }
            if scalar == "\n" { return harmless.append(UInt8(ascii: "\n")) }
            switch form {
            case .space: harmless.append(UInt8(ascii: " "))
            case .scalar(let shown): harmless.append(contentsOf: UTF8.encode(shown)!)
            case .nothing: break
            }
        }
        return harmless
    }
}
