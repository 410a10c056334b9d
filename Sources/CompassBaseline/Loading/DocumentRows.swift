/// A row of a document: its members, or nil when it is not an object.
struct DocumentRow {
    let byteOffset: Int
    let members: [BaselineText: JSONNode]?
}

/// Splits documents into rows.
enum DocumentRows {
    /// Returns the elements of a JSON array, or of the array that is the only member `data` of an object.
    static func array(_ bytes: [UInt8]) throws(BaselineDocumentError) -> [DocumentRow] {
        do throws(JSONTreeReader.Fault) {
            var reader = JSONTreeReader(
                bytes: bytes, position: try lengthOfByteOrderMark(bytes), linesAreValues: false)
            reader.skipWhiteSpace()
            let document: JSONNode
            if let wrapped = try wrappedArray(reader) {
                (document, reader) = wrapped
            } else {
                guard reader.next == UInt8(ascii: "[") else { throw notAnArray(reader) }
                document = try reader.value()
            }
            reader.skipWhiteSpace()
            if reader.next != nil { throw reader.fault(.unexpectedByte) }
            guard case .array(let elements) = document.value else { return [] }
            return elements.map { DocumentRow(byteOffset: $0.byteOffset, members: $0.members) }
        } catch {
            throw BaselineDocumentError(error, in: bytes)
        }
    }

    /// Returns the array of an object whose first member is `data`, an array, and advances the reader past
    /// that object; nil when no such object begins here. With a further member, the object is treated like
    /// any other.
    private static func wrappedArray(
        _ start: JSONTreeReader
    ) throws(JSONTreeReader.Fault) -> (array: JSONNode, after: JSONTreeReader)? {
        var reader = start
        guard reader.next == UInt8(ascii: "{"), (try? reader.enter("{")) != nil,
            reader.next == UInt8(ascii: "\""), let key = try? reader.string().text,
            key == BaselineText("data")
        else { return nil }
        reader.skipWhiteSpace()
        guard reader.next == UInt8(ascii: ":") else { return nil }
        reader.position += 1
        reader.skipWhiteSpace()
        guard reader.next == UInt8(ascii: "[") else { return nil }
        let array = try reader.value()
        reader.skipWhiteSpace()
        if reader.next == UInt8(ascii: ",") { throw notAnArray(start) }
        guard reader.next == UInt8(ascii: "}") else { throw reader.fault(.unexpectedByte) }
        reader.position += 1
        return (array, reader)
    }

    /// Returns the objects of the lines that are not blank.
    static func lines(_ bytes: [UInt8]) throws(BaselineDocumentError) -> [DocumentRow] {
        do throws(JSONTreeReader.Fault) {
            var rows: [DocumentRow] = []
            var reader = JSONTreeReader(
                bytes: bytes, position: try lengthOfByteOrderMark(bytes), linesAreValues: true)
            while true {
                reader.skipWhiteSpace()
                guard let byte = reader.next else { return rows }
                if byte == UInt8(ascii: "{") {
                    let row = try reader.value()
                    rows.append(DocumentRow(byteOffset: row.byteOffset, members: row.members))
                    reader.skipWhiteSpace()
                } else if byte != UInt8(ascii: "\n") {
                    throw notAnObject(reader)
                }
                if let end = reader.next {
                    guard end == UInt8(ascii: "\n") else { throw reader.fault(.unexpectedByte) }
                    reader.position += 1
                }
            }
        } catch {
            throw BaselineDocumentError(error, in: bytes)
        }
    }

    static func lengthOfByteOrderMark(_ bytes: [UInt8]) throws(JSONTreeReader.Fault) -> Int {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard bytes.first == mark[0] else { return 0 }
        for (index, byte) in mark.enumerated() {
            if index == bytes.count { throw JSONTreeReader.Fault(byteOffset: index, reason: .unexpectedEnd) }
            if bytes[index] != byte { throw JSONTreeReader.Fault(byteOffset: index, reason: .invalidUTF8) }
        }
        return mark.count
    }

    /// Returns the error of a document that does not begin with an array: other JSON, or no JSON at all.
    private static func notAnArray(_ reader: JSONTreeReader) -> JSONTreeReader.Fault {
        var ahead = reader
        guard let document = try? ahead.value() else { return reader.fault(.unexpectedByte) }
        ahead.skipWhiteSpace()
        if ahead.next != nil { return reader.fault(.unexpectedByte) }
        var fault = reader.fault(.notAnArray)
        if case .string(let text, _)? = document.members?["message"]?.value { fault.message = text.string }
        return fault
    }

    private static func notAnObject(_ reader: JSONTreeReader) -> JSONTreeReader.Fault {
        var ahead = reader
        let isValue = (try? ahead.value()) != nil
        ahead.skipWhiteSpace()
        let isLine = ahead.next == nil || ahead.next == UInt8(ascii: "\n")
        return reader.fault(isValue && isLine ? .notAnObject : .unexpectedByte)
    }
}
