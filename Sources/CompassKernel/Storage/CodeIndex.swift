/// The way back from strings to their codes.
struct CodeIndex: Sendable {
    private let dictionary: CodeDictionary
    private let slots: CodeSlots

    /// - Complexity: O(b) for strings of b bytes.
    init(of dictionary: CodeDictionary) {
        self.dictionary = dictionary
        slots = CodeSlots(codeCount: dictionary.count) { dictionary.withUTF8($0) { CodeIndex.hash($0) } }
    }

    /// Returns the code of a string; nil if it has none.
    ///
    /// - Complexity: O(b) for b bytes on average.
    @inline(__always)
    func code(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        var probe = slots.probe(CodeIndex.hash(text))
        while let code = slots[probe.slot] {
            if dictionary.withUTF8(code, { ByteComparison.areEqual($0, text) }) { return code }
            probe.advance()
        }
        return nil
    }

    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        text.baseAddress.map { ByteHash.hash($0, count: text.count, seed: ByteHash.seed) } ?? 0
    }
}
