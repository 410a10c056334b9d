import CompassProgram

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
