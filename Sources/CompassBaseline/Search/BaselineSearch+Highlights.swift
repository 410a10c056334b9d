extension BaselineSearch {
    /// Returns the parts of a text that match the search, as ranges of its UTF-8 bytes, in ascending order.
    ///
    /// Each pattern is matched from left to right without overlaps. A range covers whole scalars of the text
    /// and, when accents are ignored, the accents that directly follow its last one. Ranges that overlap or
    /// touch are merged.
    ///
    /// - Parameter text: one field of a post, which does not have to match on its own.
    public func highlights(in text: BaselineText) -> [Range<Int>] {
        Self.highlights(of: [self], in: text)
    }

    /// Returns the parts of a text that match any of several searches.
    public static func highlights(of searches: [BaselineSearch], in text: BaselineText) -> [Range<Int>] {
        var isHighlighted = Array(repeating: false, count: text.utf8.count)
        for search in searches {
            for range in search.occurrences(in: text) {
                for byte in range { isHighlighted[byte] = true }
            }
        }
        var ranges: [Range<Int>] = []
        for byte in isHighlighted.indices where isHighlighted[byte] {
            if let last = ranges.last, last.upperBound == byte {
                ranges[ranges.count - 1] = last.lowerBound..<(byte + 1)
            } else {
                ranges.append(byte..<(byte + 1))
            }
        }
        return ranges
    }

    private func occurrences(in text: BaselineText) -> [Range<Int>] {
        let string = text.string
        let folded = FoldedScalars(string, ignoringAccents: ignoresAccents)
        let scalars = folded.scalars
        // The offset of the first byte of each scalar of the text, and of its end.
        var byteOffsets = [0]
        for scalar in string.unicodeScalars {
            byteOffsets.append(byteOffsets[byteOffsets.count - 1] + String(scalar).utf8.count)
        }
        let originsThatAreLeft = Set(folded.elements.map(\.origin))

        var occurrences: [Range<Int>] = []
        for pattern in patterns {
            var start = 0
            while start + pattern.count <= scalars.count {
                guard scalars[start...].starts(with: pattern) else {
                    start += 1
                    continue
                }
                let origins = folded.elements[start..<(start + pattern.count)].map(\.origin)
                guard let first = origins.min(), var last = origins.max() else { break }
                while last + 2 < byteOffsets.count, !originsThatAreLeft.contains(last + 1) { last += 1 }
                occurrences.append(byteOffsets[first]..<byteOffsets[last + 1])
                start += pattern.count
            }
        }
        return occurrences
    }
}
