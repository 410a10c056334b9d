extension FoldTable {
    /// Lower-casing as the running platform does it, so that it agrees with its `String.lowercased()`.
    ///
    /// Made when the first text beyond ASCII is folded, in a few milliseconds.
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

    /// Scripts with letter case are in the first two planes; beyond are ideographs and private scalars.
    static let endOfCase: UInt32 = 0x20000
}
