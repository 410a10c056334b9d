/// Access to a caller's bytes as one contiguous buffer.
enum DocumentBytes {
    /// Calls `body` with the bytes of `source`, copied only if they are not contiguous.
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

    /// Wraps errors as values, because some functions rethrow without a typed error.
    private static func resultOf<Success>(
        _ body: () throws(LoadError) -> Success
    ) -> Result<Success, LoadError> {
        do throws(LoadError) { return .success(try body()) } catch { return .failure(error) }
    }
}

extension DocumentFormat {
    /// Creates the format for a path's extension: NDJSON for `.ndjson` and `.jsonl`, otherwise a JSON array.
    public init(ofPath path: String) {
        self = path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") ? .ndjson : .json
    }
}
