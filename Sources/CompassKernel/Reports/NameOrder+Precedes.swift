extension NameOrder {
    /// Whether a name stands before another one.
    ///
    /// Names that differ in their ASCII beginnings are told apart without lower-cased copies.
    static func precedes(_ left: String, _ right: String) -> Bool {
        var (leftBytes, rightBytes) = (left.utf8.makeIterator(), right.utf8.makeIterator())
        while true {
            switch (leftBytes.next(), rightBytes.next()) {
            case (let leftByte?, let rightByte?):
                if leftByte | rightByte >= 0x80 {
                    return precedes(lowercased: left.lowercased(), right.lowercased(), left, right)
                }
                let (leftLetter, rightLetter) = (lowercased(leftByte), lowercased(rightByte))
                if leftLetter != rightLetter { return leftLetter < rightLetter }
            case (nil, .some): return true
            case (.some, nil): return false
            case (nil, nil): return left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        }
    }

    private static func precedes(
        lowercased leftKey: String, _ rightKey: String, _ left: String, _ right: String
    ) -> Bool {
        // UTF-8 orders as the scalars do.
        leftKey.utf8.elementsEqual(rightKey.utf8)
            ? left.utf8.lexicographicallyPrecedes(right.utf8)
            : leftKey.utf8.lexicographicallyPrecedes(rightKey.utf8)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
