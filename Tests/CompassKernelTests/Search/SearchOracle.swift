import Foundation

@testable import CompassKernel

/// A reference search that follows only the rules, scalar by scalar.
struct SearchOracle {
    typealias Scalars = [Unicode.Scalar]

    let patterns: [Scalars]
    let ignoresAccents: Bool

    init(_ query: String, _ options: SearchQuery.Options) {
        ignoresAccents = options.contains(.ignoringAccents)
        var words: [Scalars] = [[]]
        let isWhiteSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        for scalar in query.unicodeScalars.drop(while: isWhiteSpace).reversed().drop(while: isWhiteSpace)
            .reversed()
        {
            if options.contains(.allWords), isWhiteSpace(scalar) {
                words.append([])
            } else {
                words[words.count - 1].append(scalar)
            }
        }
        var patterns: [Scalars] = []
        for word in words {
            let folded = word.flatMap { [ignoresAccents] in SearchOracle.fold($0, ignoresAccents) }
            if !folded.isEmpty, !patterns.contains(folded) { patterns.append(folded) }
        }
        self.patterns = patterns
    }

    static func fold(_ scalar: Unicode.Scalar, _ ignoresAccents: Bool) -> Scalars {
        let lowercased = scalar.properties.lowercaseMapping
        if !ignoresAccents { return Scalars(lowercased.unicodeScalars) }
        return lowercased.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
    }

    /// A text with its folded scalars and the index of each one's original scalar.
    struct Text {
        fileprivate var folded: Scalars = []
        fileprivate var origins: [Int] = []
        fileprivate var leavesNothing: [Bool] = []
        fileprivate let byteCounts: [Int]

        init(_ text: String, ignoringAccents: Bool) {
            byteCounts = text.unicodeScalars.map { String($0).utf8.count }
            for (index, scalar) in text.unicodeScalars.enumerated() {
                let parts = SearchOracle.fold(scalar, ignoringAccents)
                folded += parts
                origins += Array(repeating: index, count: parts.count)
                leavesNothing.append(parts.isEmpty)
            }
        }
    }

    /// Returns the UTF-8 ranges to highlight: all scalars that are part of a match, and directly following
    /// scalars that fold to nothing. Adjacent ranges are merged.
    func highlights(in text: Text) -> [Range<Int>] {
        var isMarked = Array(repeating: false, count: text.byteCounts.count)
        for pattern in patterns {
            var start = 0
            while start + pattern.count <= text.folded.count {
                let end = start + pattern.count
                if text.folded[start..<end].elementsEqual(pattern) {
                    for index in text.origins[start]...text.origins[end - 1] { isMarked[index] = true }
                    start = end
                } else {
                    start += 1
                }
            }
        }
        for index in isMarked.indices.dropFirst() where text.leavesNothing[index] && isMarked[index - 1] {
            isMarked[index] = true
        }
        return SearchOracle.runs(isMarked, byteCounts: text.byteCounts)
    }

    private static func runs(_ isMarked: [Bool], byteCounts: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var offset = 0
        for (isMarked, byteCount) in zip(isMarked, byteCounts) {
            if isMarked {
                if let last = runs.last, last.upperBound == offset {
                    runs[runs.count - 1] = last.lowerBound..<offset + byteCount
                } else {
                    runs.append(offset..<offset + byteCount)
                }
            }
            offset += byteCount
        }
        return runs
    }
}
