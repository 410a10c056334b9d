extension FoldTable {
    /// Lower-casing as implemented by the running platform, so that it agrees with `String.lowercased()`.
    ///
    /// Built in a few milliseconds when the first column of texts, or the first non-ASCII text, is folded.
    static let lowercase: FoldTable = {
        var builder = FoldTableBuilder()
        for value in UInt32(0x80)..<FoldTable.endOfCase {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let lowercased = scalar.properties.lowercaseMapping
            if !lowercased.unicodeScalars.elementsEqual(CollectionOfOne(scalar)) {
                builder.replace(value, by: lowercased.utf8)
            }
        }
        builder.replaceMalformed()
        return FoldTable(builder)
    }()

    /// Scripts with letter case are in the first two planes; the others hold ideographs and private-use
    /// scalars.
    static let endOfCase: UInt32 = 0x20000

    /// Lower-casing, followed by canonical decomposition without nonspacing marks.
    ///
    /// Hangul syllables are excluded, because their decomposition is arithmetic. Built when accents are first
    /// ignored, or when an index of non-ASCII tokens is first built.
    static let withoutAccents: FoldTable = {
        var builder = FoldTableBuilder()
        let remainders = AccentRemainders()
        for value in UInt32(0x80)..<FoldTable.endOfCase {
            let entry = lowercase[value]
            if entry.isUnchanged { continue }
            let lowercased = lowercase.withReplacement(entry) { UTF8Scalars.values($0) }
            let remainder = remainders[lowercased]
            builder.replace(value, by: UTF8Scalars.utf8(remainder.scalars), marks: remainder.marks)
        }
        for value in remainders.scalars where lowercase[value].isUnchanged {
            let remainder = remainders[[value]]
            builder.replace(value, by: UTF8Scalars.utf8(remainder.scalars), marks: remainder.marks)
        }
        builder.replaceMalformed()
        return FoldTable(builder)
    }()
}

extension FoldTableBuilder {
    /// Replaces bytes that belong to no scalar by U+FFFD, which neither folding changes.
    fileprivate mutating func replaceMalformed() {
        for value in 0..<UInt32(FoldTable.blockScalarCount) {
            replace(UTF8Scalars.malformed + value, by: UTF8.encodedReplacementCharacter)
        }
    }
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
        for (first, bases) in AccentData.lists(AccentData.singleDecompositions) {
            for (offset, base) in bases.enumerated() {
                remainders[first + UInt32(offset)] = ([base], .ignoresAccent)
            }
        }
        for (scalar, kept) in AccentData.lists(AccentData.longerDecompositions) {
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

    private static func numbers(_ text: StaticString) -> [UInt32] {
        text.withUTF8Buffer { utf8 in
            utf8.split { $0 <= 0x20 }.map { digits in
                digits.reduce(0) { $0 << 4 | UInt32($1 & 0x40 == 0 ? $1 & 15 : $1 & 15 + 9) }
            }
        }
    }

    fileprivate static func pairs(_ text: StaticString) -> [(UInt32, UInt32)] {
        let values = numbers(text)
        return stride(from: 0, to: values.count, by: 2).map { (values[$0], values[$0 + 1]) }
    }

    fileprivate static func runs(_ text: StaticString) -> [ClosedRange<UInt32>] {
        pairs(text).map { $0.0...$0.1 }
    }

    /// Returns the lists of a text, each written as its first number, its length and its values.
    fileprivate static func lists(_ text: StaticString) -> [(first: UInt32, values: [UInt32])] {
        var lists: [(first: UInt32, values: [UInt32])] = []
        var rest = numbers(text)[...]
        while let first = rest.popFirst(), let count = rest.popFirst() {
            lists.append((first, Array(rest.prefix(Int(count)))))
            rest = rest.dropFirst(Int(count))
        }
        return lists
    }
}
