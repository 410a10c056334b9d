extension String {
    /// Returns an equal text that shares no block.
    func copied() -> String {
        utf8.withContiguousStorageIfAvailable { String(decoding: $0, as: UTF8.self) } ?? self
    }
}
