/// The order of names on every page: by the scalars of the lower-cased names, then of the names, then by id.
enum NameOrder {
    /// Returns the indices of `names` in name order.
    static func sorted(names: [String], ids: [String]) -> [Int] {
        // UTF-8 has the same order as the scalars.
        let keys = names.indices.map { index in
            (Array(names[index].lowercased().utf8), Array(names[index].utf8), Array(ids[index].utf8))
        }
        return names.indices.sorted { a, b in
            if keys[a].0 != keys[b].0 { return keys[a].0.lexicographicallyPrecedes(keys[b].0) }
            if keys[a].1 != keys[b].1 { return keys[a].1.lexicographicallyPrecedes(keys[b].1) }
            return keys[a].2.lexicographicallyPrecedes(keys[b].2)
        }
    }

    /// Returns whether a category precedes another one in a list by descending frequency, then in name order.
    static func precedesByFrequency(
        _ left: (name: String, count: Int), _ right: (name: String, count: Int)
    ) -> Bool {
        left.count == right.count ? precedes(left.name, right.name) : left.count > right.count
    }

    /// Returns whether a name precedes another one.
    ///
    /// Names that differ in their ASCII prefixes are compared without lower-cased copies.
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
        // UTF-8 has the same order as the scalars.
        leftKey.utf8.elementsEqual(rightKey.utf8)
            ? left.utf8.lexicographicallyPrecedes(right.utf8)
            : leftKey.utf8.lexicographicallyPrecedes(rightKey.utf8)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
