/// A mapping from each scalar to its replacement when text is folded.
///
/// Layout, a two-stage table: 128 consecutive scalars form a block; the first stage has the number of each
/// block, the second the blocks' entries. All blocks in which every scalar is unchanged share block 0. An
/// entry is 0 if the scalar is unchanged, otherwise the location of the replacement's UTF-8 in `bytes`. If
/// `Á` (U+00C1, the 66th scalar of its block) becomes `á`:
/// ```
/// blockNumbers   0 1 0 0 …
/// entries        128 zeros, 65 zeros, (offset 0, 2 bytes), 62 zeros
/// bytes          C3 A1
/// ```
struct FoldTable: Sendable {
    static let blockScalarCount = 128
    /// One more than the scalars have, for ``UTF8Scalars/malformed``.
    static let blockCount = 0x110000 / blockScalarCount + 1

    let blockNumbers: ColumnBuffer<UInt16>
    let entries: ColumnBuffer<FoldEntry>
    let bytes: ColumnBuffer<UInt8>

    init(_ builder: FoldTableBuilder) {
        blockNumbers = ColumnBuffer(builder.blockNumbers)
        entries = ColumnBuffer(builder.entries)
        bytes = ColumnBuffer(builder.bytes)
    }

    /// Returns the entry of the scalar with the value `scalar`; greater values than there are scalars count
    /// as ``UTF8Scalars/malformed``.
    @inline(__always)
    subscript(scalar: UInt32) -> FoldEntry {
        let block = Int(blockNumbers[min(Int(scalar >> 7), FoldTable.blockCount - 1)])
        return entries[block << 7 | Int(scalar & 0x7f)]
    }

    /// Calls `body` with the UTF-8 of the replacement that `entry` refers to.
    @inline(__always)
    func withReplacement<Result>(
        _ entry: FoldEntry, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withBuffer(of: entry.byteOffset..<entry.byteOffset + entry.byteCount, body)
    }
}

/// The folding of one scalar: the location of its replacement in a ``FoldTable``, and its properties.
struct FoldEntry: Hashable, Sendable, BitwiseCopyable {
    private let rawValue: UInt32

    /// The entry of an unchanged scalar.
    static let unchanged = FoldEntry(byteOffset: 0, byteCount: 0, marks: [])

    init(byteOffset: Int, byteCount: Int, marks: Marks) {
        rawValue = UInt32(byteOffset) << 8 | UInt32(marks.rawValue) << 5 | UInt32(byteCount)
    }

    /// Properties of a replaced scalar for folding that ignores accents.
    struct Marks: OptionSet {
        let rawValue: UInt8
        /// The replacement differs from the scalar's lower-cased form.
        static let ignoresAccent = Marks(rawValue: 1)
        /// The replacement contains scalars that canonical ordering moves.
        static let isOrdered = Marks(rawValue: 2)
        /// A dropped mark across which canonical ordering moves nothing.
        static let isBarrier = Marks(rawValue: 4)
    }

    @inline(__always)
    var marks: Marks { Marks(rawValue: UInt8(truncatingIfNeeded: rawValue >> 5) & 7) }

    @inline(__always)
    var byteOffset: Int { Int(rawValue >> 8) }

    /// The number of bytes of the replacement, at most 31.
    @inline(__always)
    var byteCount: Int { Int(rawValue & 31) }

    @inline(__always)
    var isUnchanged: Bool { rawValue == 0 }

    /// Whether the scalar is removed.
    @inline(__always)
    var isDropped: Bool { rawValue != 0 && byteCount == 0 }
}

/// A ``FoldTable`` under construction, in which every scalar is initially unchanged.
struct FoldTableBuilder {
    private(set) var blockNumbers = [UInt16](repeating: 0, count: FoldTable.blockCount)
    private(set) var entries = [FoldEntry](repeating: .unchanged, count: FoldTable.blockScalarCount)
    private(set) var bytes: [UInt8] = []

    /// Replaces `scalar` with the text whose bytes are `utf8`.
    mutating func replace(_ scalar: UInt32, by utf8: some Collection<UInt8>, marks: FoldEntry.Marks = []) {
        let block = Int(scalar) / FoldTable.blockScalarCount
        if blockNumbers[block] == 0 {
            blockNumbers[block] = UInt16(entries.count / FoldTable.blockScalarCount)
            entries += repeatElement(.unchanged, count: FoldTable.blockScalarCount)
        }
        let index =
            Int(blockNumbers[block]) * FoldTable.blockScalarCount + Int(scalar) % FoldTable.blockScalarCount
        entries[index] = FoldEntry(byteOffset: bytes.count, byteCount: utf8.count, marks: marks)
        bytes += utf8
    }
}
