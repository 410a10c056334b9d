import CompassProgram

/// CSV output that is written while it is generated, with its costs.
///
/// For standard output only if nothing but the output itself can fail halfway: what is written there cannot
/// be undone.
struct OutputStream {
    private let start = OperatingSystem.monotonicNanos()
    private let file: OutputFile?
    private let isTerminal: Bool
    private var byteCount = 0
    private var nanos: Int64 = 0

    private init(to target: OutputTarget) throws(Failure) {
        file = if let path = target.path { try OutputFile(path) } else { nil }
        isTerminal = target.isTerminal
    }

    /// Writes the next chunk, which ends between rows.
    ///
    /// - Throws: ``Failure`` when the output accepts no more.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        byteCount += bytes.count
        if let file { return try file.write(bytes) }
        guard isTerminal else { return try StandardOutput.write(bytes) }
        var output = StandardOutput()
        output.append(TerminalCSV.harmless(bytes))
        try output.flush()
    }

    /// Returns the complete output that `body` has written.
    static func written(
        to target: OutputTarget, _ body: (inout OutputStream) throws(Failure) -> Void
    ) throws(Failure) -> OutputStream {
        var stream = try OutputStream(to: target)
        try body(&stream)
        try stream.file?.finish()
        try stream.file?.publish()
        stream.nanos = OperatingSystem.monotonicNanos() - stream.start
        return stream
    }

    /// Prints to standard error the cost of generating and writing the output.
    func printTiming() {
        let megabytesPerSecond = Int((Double(byteCount) * 1_000 / Double(max(1, nanos))).rounded())
        StandardError.write(
            "Wrote \(DisplayText.oneDecimal(Double(byteCount) / 1e6)) MB in "
                + "\(DisplayText.oneDecimal(Double(nanos) / 1e6)) ms, "
                + "\(DisplayText.grouped(megabytesPerSecond)) MB/s\n")
    }
}
