/// Access to a caller's bytes in one contiguous piece.
enum DocumentBytes {
    /// Calls `body` with the bytes of `source`, copied only where they are not contiguous.
    static func with<Result>(
        _ source: some Collection<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) throws(LoadError) -> Result
    ) throws(LoadError) -> Result {
        let outcome = source.withContiguousStorageIfAvailable { bytes in
            resultOf { () throws(LoadError) in try body(bytes) }
        }
        if let outcome { return try outcome.get() }
        return try Array(source).withUnsafeBufferPointer { bytes in
            resultOf { () throws(LoadError) in try body(bytes) }
        }.get()
    }

    /// Errors travel as values through functions that rethrow without a type.
    private static func resultOf<Success>(
        _ body: () throws(LoadError) -> Success
    ) -> Result<Success, LoadError> {
        do throws(LoadError) { return .success(try body()) } catch { return .failure(error) }
    }
}

extension DocumentFormat {
    /// The form that a path's ending names: NDJSON for `.ndjson` and `.jsonl`, else a JSON array.
    public init(ofPath path: String) {
        self = path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") ? .ndjson : .json
    }
}
