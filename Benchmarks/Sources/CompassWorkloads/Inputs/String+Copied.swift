extension String {
    /// Returns an equal text that shares no block.
    func copied() -> String {
        var text = self
        return text.withUTF8 { String(decoding: $0, as: UTF8.self) }
    }
}
