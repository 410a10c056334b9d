/// Collects the output and writes it at once, so that partial output is never mistaken for a complete one.
package struct StandardOutput {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    package mutating func appendLine(_ line: String = "") {
        append(line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes everything.
    ///
    /// - Throws: ``Failure`` when the output accepts no more, for example on a full disk.
    package consuming func flush() throws(Failure) {
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
    package static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.writeAll(bytes, to: OperatingSystem.standardOutput)
        } catch {
            if error.isBrokenPipe { OperatingSystem.exitProcess(0) }
            throw Failure(.inputOutput, "standard output: \(error.reason)")
        }
    }
}

/// Notes and failures, separate from the output.
package enum StandardError {
    /// Writes a line that may quote untrusted text: paths, values of options, messages of servers.
    ///
    /// Such text can neither control the terminal nor imitate a line of this program.
    package static func writeLine(_ text: String) { write(DisplayText.harmlessMessage(text) + "\n") }

    /// Writes a text that contains no untrusted text.
    package static func write(_ text: String) {
        // There is no way to report that this failed.
        _ = Array(text.utf8).withUnsafeBytes { buffer in
            try? OperatingSystem.writeAll(buffer, to: OperatingSystem.standardError)
        }
    }
}
