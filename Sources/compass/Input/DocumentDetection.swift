import CompassKernel

/// Returns the format of the document on standard input.
///
/// - Parameter isNDJSON: whether `--ndjson` was given; otherwise the format is detected from the bytes.
func standardInputFormat(of document: [UInt8], isNDJSON: Bool) -> DocumentFormat {
    isNDJSON ? .ndjson : .detected(in: document)
}
