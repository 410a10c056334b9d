extension KeyedDecodingContainer {
    /// Reads the version of a page's form.
    ///
    /// - Throws: `DecodingError` when it is another one than `supported`.
    func requireVersion(_ supported: Int, forKey key: Key) throws {
        let version = try decode(Int.self, forKey: key)
        guard version == supported else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription: "version \(version) of the page; \(supported) is supported")
        }
    }
}
