extension Decoder {
    /// Decodes a value that is encoded as its text; errors name the `kind` of text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason that `parse` throws.
    func value<Value>(
        ofKind kind: String, parsing parse: (String) throws(TimestampError) -> Value
    ) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        do {
            return try parse(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(64))\" is no \(kind): \(error)")
        }
    }
}
