extension FoldTable {
    /// Lower-casing, followed by canonical decomposition without nonspacing marks.
    ///
    /// Hangul syllables are excluded, because their decomposition is arithmetic. Built when accents are first
    /// ignored.
    static let withoutAccents: FoldTable = {
        var builder = FoldTableBuilder()
        let remainders = AccentRemainders()
        for value in UInt32(0x80)..<FoldTable.endOfCase {
            let entry = lowercase[value]
            if entry.isUnchanged { continue }
            let lowercased = UTF8Scalars.values(lowercase.replacement(entry))
            let remainder = remainders[lowercased]
            builder.replace(value, by: UTF8Scalars.utf8(remainder.scalars), marks: remainder.marks)
        }
        for value in remainders.scalars where lowercase[value].isUnchanged {
            let remainder = remainders[[value]]
            builder.replace(value, by: UTF8Scalars.utf8(remainder.scalars), marks: remainder.marks)
        }
        return FoldTable(builder)
    }()
}

/// ``AccentData`` as a map from scalars to their remainders without accents.
private struct AccentRemainders {
    typealias Remainder = (scalars: [UInt32], marks: FoldEntry.Marks)

    private var remainders: [UInt32: Remainder] = [:]

    init() {
        for run in AccentData.runs(AccentData.movedMarks) {
            for mark in run { remainders[mark] = ([], .ignoresAccent) }
        }
        for run in AccentData.runs(AccentData.fixedMarks) {
            for mark in run { remainders[mark] = ([], [.ignoresAccent, .isBarrier]) }
        }
        for (scalar, _) in AccentData.pairs(AccentData.keptNonstarters) {
            remainders[scalar] = ([scalar], .isOrdered)
        }
        for (scalar, base) in AccentData.pairs(AccentData.singleDecompositions) {
            remainders[scalar] = ([base], .ignoresAccent)
        }
        for (scalar, kept) in AccentData.longerDecompositionsByScalar {
            let isOrdered = kept.contains { AccentData.combiningClass(ofKept: $0) != 0 }
            remainders[scalar] = (kept, isOrdered ? [.ignoresAccent, .isOrdered] : .ignoresAccent)
        }
    }

    /// The scalars whose remainder differs from themselves, ascending.
    var scalars: [UInt32] { remainders.keys.sorted() }

    /// Returns the remainder of consecutive scalars.
    subscript(scalars: [UInt32]) -> Remainder {
        scalars.reduce(into: ([], [])) { all, scalar in
            let remainder = remainders[scalar] ?? ([scalar], [])
            all.scalars += remainder.scalars
            all.marks.formUnion(remainder.marks)
        }
    }
}

extension AccentData {
    /// Returns the canonical combining class of a scalar that is not a nonspacing mark.
    static func combiningClass(ofKept scalar: UInt32) -> UInt32 { keptClasses[scalar] ?? 0 }

    private static let keptClasses = Dictionary(uniqueKeysWithValues: pairs(keptNonstarters))

    fileprivate static func pairs(_ values: [UInt32]) -> [(UInt32, UInt32)] {
        stride(from: 0, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
    }

    fileprivate static func runs(_ values: [UInt32]) -> [ClosedRange<UInt32>] {
        pairs(values).map { $0.0...$0.1 }
    }

    fileprivate static var longerDecompositionsByScalar: [(scalar: UInt32, kept: [UInt32])] {
        var entries: [(scalar: UInt32, kept: [UInt32])] = []
        var rest = longerDecompositions[...]
        while let scalar = rest.popFirst(), let count = rest.popFirst() {
            entries.append((scalar, Array(rest.prefix(Int(count)))))
            rest = rest.dropFirst(Int(count))
        }
        return entries
    }
}
