// Prints what `AccentData` holds, from the Unicode data of the Swift toolchain that compiles this file.
// CI/generate-accent-table runs it. The decompositions are the standard library's own, which it does not
// publish: those of Foundation come from tables of an older version.
@_spi(_Unicode) import Swift

let scalars = (UInt32(0)...0x10ffff).compactMap(Unicode.Scalar.init)
/// Their decomposition is arithmetic (chapter 3.12 of the standard), so they need no entry.
let hangulSyllables: ClosedRange<UInt32> = 0xac00...0xd7a3

let version = scalars.compactMap(\.properties.age).max { ($0.major, $0.minor) < ($1.major, $1.minor) }!

func combiningClass(_ scalar: Unicode.Scalar) -> Int {
    Int(scalar.properties.canonicalCombiningClass.rawValue)
}

func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

func decomposition(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(Character(scalar))._nfd)
}

/// Whether canonical ordering moves all that the scalar consists of. Three Tibetan vowel signs have combining
/// class 0, yet their parts are moved.
func isMoved(_ scalar: Unicode.Scalar) -> Bool {
    decomposition(scalar).allSatisfy { combiningClass($0) != 0 }
}

/// The scalars for which `isIncluded` as first and last scalar of each run.
func runs(where isIncluded: (Unicode.Scalar) -> Bool) -> [UInt32] {
    var ends: [UInt32] = []
    for value in scalars.filter(isIncluded).map(\.value) {
        if let last = ends.last, last + 1 == value {
            ends[ends.count - 1] = value
        } else {
            ends += [value, value]
        }
    }
    return ends
}

let keptNonstarters = scalars.filter { !isMark($0) && combiningClass($0) != 0 }

var singleDecompositions: [UInt32] = []
var longerDecompositions: [UInt32] = []
for scalar in scalars where !isMark(scalar) && !hangulSyllables.contains(scalar.value) {
    let all = decomposition(scalar)
    if all == [scalar] { continue }
    let kept = all.filter { !isMark($0) }
    // What the folding relies on: only marks vanish, and ordering moves nothing in front of what is kept.
    precondition(!kept.isEmpty && combiningClass(all[0]) == 0 && combiningClass(kept[0]) == 0)
    if kept.count == 1 {
        singleDecompositions += [scalar.value, kept[0].value]
    } else {
        longerDecompositions += [scalar.value, UInt32(kept.count)] + kept.map(\.value)
    }
}

func printArray(_ name: String, _ summary: String, _ values: [UInt32]) {
    print("\n    /// \(summary)\n    static let \(name): [UInt32] = [")
    var line = "       "
    for value in values {
        let text = " 0x\(String(value, radix: 16)),"
        if line.utf8.count + text.utf8.count > 110 {
            print(line)
            line = "       "
        }
        line += text
    }
    print("\(line)\n    ]")
}

print(
    """
    // Made by CI/generate-accent-table from the Unicode data, version \(version.major).\(version.minor); not edited by hand.

    /// What is dropped and what is taken apart when accents are ignored.
    enum AccentData {
        /// The version of the Unicode standard that the values are from.
        static let unicodeVersion = (major: \(version.major), minor: \(version.minor))
    """)
printArray(
    "movedMarks", "Runs (first, last) of nonspacing marks (Mn) that canonical ordering moves.",
    runs { isMark($0) && isMoved($0) })
printArray(
    "fixedMarks", "Runs (first, last) of nonspacing marks (Mn) across which it moves nothing.",
    runs { isMark($0) && !isMoved($0) })
printArray(
    "keptNonstarters", "Other scalars that canonical ordering moves: each with its combining class.",
    keptNonstarters.flatMap { [$0.value, UInt32(combiningClass($0))] })
printArray(
    "singleDecompositions", "Scalars whose decomposition is one scalar and marks: each with that scalar.",
    singleDecompositions)
printArray(
    "longerDecompositions", "The others: each with the number of its scalars that are no marks, and these.",
    longerDecompositions)
print("}")
