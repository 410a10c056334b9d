/// A text compared by its UTF-8 bytes; `String` compares by canonical equivalence.
struct ByteText: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ByteText, right: ByteText) -> Bool {
        left.string.withBytes { left in right.string.withBytes { ByteComparison.areEqual(left, $0) } }
    }

    func hash(into hasher: inout Hasher) {
        string.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // No byte of UTF-8 has this value, so it separates texts that are hashed in sequence.
        hasher.combine(0xff as UInt8)
    }
}

extension ByteText {
    /// Returns whether two texts have the same bytes, or both are missing.
    static func areEqual(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): ByteText(left) == ByteText(right)
        case (nil, nil): true
        default: false
        }
    }
}
