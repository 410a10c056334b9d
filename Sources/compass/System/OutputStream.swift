/// An answer that is written to standard output while it is made, with what that costs.
///
/// Only for answers that cannot fail halfway but for the output itself: what is written cannot be taken back.
struct OutputStream {
    private let start = OperatingSystem.monotonicNanos()
    private var byteCount = 0
    private var nanos: Int64 = 0

    /// Writes the next piece.
    ///
    /// - Throws: ``Failure`` when the output takes no more.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        try StandardOutput.write(bytes)
        byteCount += bytes.count
    }

    /// An answer that `body` has written whole.
    static func written(
        _ body: (inout OutputStream) throws(Failure) -> Void
    ) throws(Failure) -> OutputStream {
        var stream = OutputStream()
        try body(&stream)
        stream.nanos = OperatingSystem.monotonicNanos() - stream.start
        return stream
    }

    /// Says on standard error what making and writing the answer cost.
    func printTiming() {
        let megabytesPerSecond = Int((Double(byteCount) * 1_000 / Double(max(1, nanos))).rounded())
        StandardError.write(
            "Wrote \(DisplayText.oneDecimal(Double(byteCount) / 1e6)) MB in "
                + "\(DisplayText.oneDecimal(Double(nanos) / 1e6)) ms, "
                + "\(DisplayText.grouped(megabytesPerSecond)) MB/s\n")
    }
}
