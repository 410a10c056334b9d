/// Collects the output and writes it at once, so that partial output is never mistaken for a complete one.
struct StandardOutput {
    private var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func appendLine(_ line: String = "") {
        append(line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes everything.
    ///
    /// - Throws: ``Failure`` when the output accepts no more, for example on a full disk.
    consuming func flush() throws(Failure) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(Failure) in try Self.write(buffer) }
        }
        try result.get()
    }

    /// Writes bytes at once.
    ///
    /// A closed pipe (`compass … | head -1`) means that the reader has enough: the process then ends quietly
    /// and successfully.
    ///
    /// - Throws: ``Failure`` when the output accepts no more, for example on a full disk.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.writeAll(bytes, to: OperatingSystem.standardOutput)
        } catch {
            if error.isBrokenPipe { OperatingSystem.exitProcess(0) }
            throw Failure(.inputOutput, "standard output: \(error.reason)")
        }
    }
}

extension StandardOutput {
    /// Writes everything to the target.
    ///
    /// - Throws: ``Failure`` when a file cannot be created, or the output accepts no more.
    consuming func flush(to target: OutputTarget) throws(Failure) {
        guard let path = target.path else { return try flush() }
        let file = try OutputFile(path)
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(Failure) in try file.write(buffer) }
        }
        try result.get()
        try file.finish()
        try file.publish()
    }

    /// Appends CSV, for a terminal in a form without control characters.
    mutating func append(csv: [UInt8], for target: OutputTarget) {
        append(target.isTerminal ? csv.withUnsafeBytes(TerminalCSV.harmless) : csv)
    }
}

/// Notes and failures, separate from the output.
enum StandardError {
    /// Writes a line that may quote untrusted text: paths, values of options, messages of servers.
    ///
    /// Such text can neither control the terminal nor imitate a line of this program.
    static func writeLine(_ text: String) { write(DisplayText.harmlessMessage(text) + "\n") }

    /// Writes a text that contains no untrusted text.
    static func write(_ text: String) {
        // There is no way to report that this failed.
        _ = Array(text.utf8).withUnsafeBytes { buffer in
            try? OperatingSystem.writeAll(buffer, to: OperatingSystem.standardError)
        }
    }
}
