/// Collects an answer and writes it at once, so that half an answer is never taken for a whole one.
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
    /// - Throws: ``Failure`` when the output takes no more, a full disk for example.
    consuming func flush() throws(Failure) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(Failure) in try Self.write(buffer) }
        }
        try result.get()
    }

    /// Writes bytes at once.
    ///
    /// A reader that has gone (`compass … | head -1`) has got what it wanted: that ends the process quietly
    /// and successfully.
    ///
    /// - Throws: ``Failure`` when the output takes no more, a full disk for example.
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
    /// Writes everything to where the answer is wanted.
    ///
    /// - Throws: ``Failure`` when a file cannot be created, or the output takes no more.
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

    /// Adds CSV, which a terminal gets in a form that cannot control it.
    mutating func append(csv: [UInt8], for target: OutputTarget) {
        append(target.isTerminal ? csv.withUnsafeBytes(TerminalCSV.harmless) : csv)
    }
}

/// Notes and failures, beside the answer.
enum StandardError {
    /// Writes a line that may quote others: paths, values of options, messages of servers.
    ///
    /// What they contain can neither control the terminal nor pretend to be a line of this program.
    static func writeLine(_ text: String) { write(DisplayText.harmlessMessage(text) + "\n") }

    /// Writes a text of this program alone.
    static func write(_ text: String) {
        // Nobody can be told that this did not work.
        _ = Array(text.utf8).withUnsafeBytes { buffer in
            try? OperatingSystem.writeAll(buffer, to: OperatingSystem.standardError)
        }
    }
}
