/// A lookup from strings to their codes.
///
/// `Dictionary` took five times as long; 400 selected schools then cost more than the rest of a page.
struct CodeIndex: Sendable {
    private let dictionary: CodeDictionary
    private let codes: HashIndex

    /// - Complexity: O(b) for strings of b bytes.
    init(of dictionary: CodeDictionary) {
        var codes = HashIndex()
        codes.reserve(additional: dictionary.count)
        for code in 0..<dictionary.count { codes.insert(code, hash: Self.hash(dictionary.utf8(code))) }
        self.dictionary = dictionary
        self.codes = codes
    }

    /// Returns the code of a string; nil if it has none.
    ///
    /// - Complexity: O(b) for b bytes on average.
    @inline(__always)
    func code(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        codes.first(Self.hash(text)) { ByteComparison.areEqual(dictionary.utf8($0), text) }
    }

    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = text.baseAddress else { return 0 }
        return ByteHash.hash(start, count: text.count, seed: ByteHash.seed)
    }
}
