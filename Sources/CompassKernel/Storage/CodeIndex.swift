/// The way back from strings to their codes.
///
/// Layout: an open-addressing table of codes, at most half full. For `ab` with code 0 and `c` with code 1:
/// ```
/// slots  [ … 1 … 2 … ]        code + 1; 0 is a free slot
/// ```
/// `Dictionary` took five times as long, with which 400 chosen schools cost more than the rest of a page.
struct CodeIndex: Sendable {
    private let dictionary: CodeDictionary
    private let slots: [UInt32]

    /// - Complexity: O(b) for strings of b bytes.
    init(of dictionary: CodeDictionary) {
        var slotCount = 2
        while slotCount < dictionary.count * 2 { slotCount *= 2 }
        var slots = [UInt32](repeating: 0, count: slotCount)
        for code in 0..<dictionary.count {
            var slot = CodeIndex.hash(dictionary.utf8(code)) & (slotCount - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = UInt32(code + 1)
        }
        self.dictionary = dictionary
        self.slots = slots
    }

    /// The code of a string; nil when it has none.
    ///
    /// - Complexity: O(b) for b bytes on average.
    @inline(__always)
    func code(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        let mask = slots.count - 1
        var slot = CodeIndex.hash(text) & mask
        while slots[slot] != 0 {
            let code = Int(slots[slot]) - 1
            if ByteComparison.areEqual(dictionary.utf8(code), text) { return code }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        return Int(truncatingIfNeeded: ByteHash.hash(start, count: text.count, seed: ByteHash.seed) >> 1)
    }
}
