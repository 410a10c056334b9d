extension FoldTable {
    /// Lower-casing as implemented by the running platform, so that it agrees with `String.lowercased()`.
    ///
    /// Built in a few milliseconds when the first non-ASCII text is folded.
    static let lowercase: FoldTable = {
        var builder = FoldTableBuilder()
        for value in UInt32(0x80)..<FoldTable.endOfCase {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let lowercased = scalar.properties.lowercaseMapping
            if !lowercased.unicodeScalars.elementsEqual(CollectionOfOne(scalar)) {
                builder.replace(value, by: lowercased.utf8)
            }
        }
        return FoldTable(builder)
    }()

    /// Scripts with letter case are in the first two planes; the others hold ideographs and private-use
    /// scalars.
    static let endOfCase: UInt32 = 0x20000
}
