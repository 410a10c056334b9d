import Foundation

@testable import CompassKernel

/// What a search finds, scalar by scalar and from the rules alone.
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

    /// The UTF-8 ranges to highlight: those of all scalars that a match has a part of, and of the scalars that
    /// leave nothing behind them, where neighbours are one range.
    func highlights(in text: String) -> [Range<Int>] {
        let scalars = Array(text.unicodeScalars)
        var folded: Scalars = []
        var origins: [Int] = []
        var leavesNothing: [Bool] = []
        for (index, scalar) in scalars.enumerated() {
            let parts = SearchOracle.fold(scalar, ignoresAccents)
            folded += parts
            origins += Array(repeating: index, count: parts.count)
            leavesNothing.append(parts.isEmpty)
        }
        var isMarked = Array(repeating: false, count: scalars.count)
        for pattern in patterns {
            var start = 0
            while start + pattern.count <= folded.count {
                if Array(folded[start..<start + pattern.count]) == pattern {
                    for index in origins[start]...origins[start + pattern.count - 1] {
                        isMarked[index] = true
                    }
                    start += pattern.count
                } else {
                    start += 1
                }
            }
        }
        for index in scalars.indices.dropFirst() where leavesNothing[index] && isMarked[index - 1] {
            isMarked[index] = true
        }
        return SearchOracle.runs(isMarked, byteCounts: scalars.map { String($0).utf8.count })
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
