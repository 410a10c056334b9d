import CompassKernel

/// The form of the document on standard input.
///
/// - Parameter isNDJSON: whether `--ndjson` says that it is NDJSON; otherwise its bytes tell.
func standardInputFormat(of document: [UInt8], isNDJSON: Bool) -> DocumentFormat {
    isNDJSON ? .ndjson : .detected(in: document)
}
