extension DocumentRows {
    /// Returns the members of a document that is one object.
    static func object(_ bytes: [UInt8]) throws(BaselineDocumentError) -> [BaselineText: JSONNode] {
        do throws(JSONTreeReader.Fault) {
            var reader = JSONTreeReader(
                bytes: bytes, position: try lengthOfByteOrderMark(bytes), linesAreValues: false)
            reader.skipWhiteSpace()
            let start = reader
            let document = try reader.value()
            reader.skipWhiteSpace()
            if reader.next != nil { throw reader.fault(.unexpectedByte) }
            guard let members = document.members else { throw start.fault(.notAnObject) }
            return members
        } catch {
            throw BaselineDocumentError(error, in: bytes)
        }
    }
}
