extension String {
    /// Calls `body` with the text's UTF-8 bytes, as `withUTF8` does, which requires a variable: to copy a text into one
    /// counts a reference.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        // A text of Objective-C.
        var copy = self
        return copy.withUTF8(body)
    }
}
