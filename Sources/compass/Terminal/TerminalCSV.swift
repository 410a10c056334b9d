import CompassKernel

/// CSV for the eyes of people, at a terminal; files and pipes get the bytes as they are.
enum TerminalCSV {
    /// The same rows, in which no cell can control the terminal.
    ///
    /// Line ends stay; what else may not be shown is replaced or left out as on text pages.
    static func harmless(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        var harmless: [UInt8] = []
        harmless.reserveCapacity(bytes.count)
        var isAfterReturn = false
        VisibleText.forEachScalar(of: text) { scalar, form in
            // A return alone would let what follows overwrite the line; before a line feed it ends the line.
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
