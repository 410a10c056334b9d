/// The values of some members of a JSON object.
package struct JSONMembers: Sendable {
    /// A member's value.
    package struct Value: Hashable, Sendable {
        /// The value as JSON.
        package let json: [UInt8]
        /// The text, if the value is a string or a number.
        package let text: String?
    }

    private let values: [Value?]

    /// Reads the members of an object; nil if `json` is not an object, or is malformed.
    package init?(_ names: [StaticString], of json: [UInt8]) {
        let read = json.withUnsafeBufferPointer { bytes -> [Value?]? in
            guard let base = bytes.baseAddress, bytes.count > 1, base[0] == 0x7b else { return nil }
            var scanner = RowScanner(
                fieldNames: names, end: base + bytes.count, byteCount: bytes.count, isLine: false)
            guard scanner.scanRow(base) == base + bytes.count else { return nil }
            return names.indices.map { Value(scanner.fields[$0]) }
        }
        guard let read else { return nil }
        values = read
    }

    /// The value of a member, by its index in the list of names; nil if it is missing or null.
    package subscript(index: Int) -> Value? { values[index] }
}

extension JSONMembers.Value {
    init?(_ slot: FieldSlot) {
        if slot.isAbsent { return nil }
        let isString = slot.kind == .string
        // SAFETY: the slot's bytes are those of the object that is being read, and quotes surround a string.
        json = Array(
            UnsafeBufferPointer(
                start: isString ? slot.start - 1 : slot.start, count: slot.count + (isString ? 2 : 0)))
        text = isString || slot.kind == .number ? slot.string : nil
    }
}
