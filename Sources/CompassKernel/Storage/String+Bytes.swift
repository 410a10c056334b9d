extension String {
    /// Calls `body` with the text's UTF-8 bytes. Unlike `withUTF8` it requires no variable, into which a text would be
    /// copied, with a reference to be counted.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        // A bridged string has no contiguous UTF-8.
        var copy = self
        return copy.withUTF8(body)
    }
}
