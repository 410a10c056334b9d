extension PostTable {
    /// Returns a bit for each row, set where its content, author name or handle matches all of `queries`; nil
    /// if every row matches. Bits of deleted posts are unspecified.
    ///
    /// Each pattern of a query may match in a different field. Bits after the last row are zero.
    func searchedRows(_ queries: [SearchQuery]) -> ColumnBuffer<UInt64>? {
        searchedRows(ofEach: [queries])[0]
    }

    /// Returns the rows that match all queries of each group, as ``searchedRows(_:)`` does for one.
    ///
    /// Texts without an index are read once for all of them.
    func searchedRows(ofEach groups: [[SearchQuery]]) -> [ColumnBuffer<UInt64>?] {
        var patterns: [SearchPattern] = []
        let numbers = groups.map { queries in
            queries.flatMap { $0.searchPatterns }.map { pattern in
                if let known = patterns.firstIndex(of: pattern) { return known }
                patterns.append(pattern)
                return patterns.count - 1
            }
        }
        let found = rows(containing: patterns)
        return numbers.map { numbers in
            guard let first = numbers.first else { return nil }
            var rows = found[first]
            for number in Set(numbers) where number != first {
                // SAFETY: both have a word for each 64 rows.
                found[number].withBuffer { other in
                    rows.update { words in for word in other.indices { words[word] &= other[word] } }
                }
            }
            return rows
        }
    }

    /// Returns for each of `patterns` a bit for each row, set where a field contains it.
    private func rows(containing patterns: [SearchPattern]) -> [ColumnBuffer<UInt64>] {
        let wordCount = (rowCount + 63) / 64
        if patterns.isEmpty { return [] }
        let found = patterns.map { _ in
            ColumnMemory.allocateZeros(byteCount: wordCount * 8).assumingMemoryBound(to: UInt64.self)
        }
        let isInOrder = slots.isIdentity && records.segments.count == 1
        for (segment, firstSlot) in zip(records.segments, records.firstSlots) {
            if isInOrder {
                search(segment, patterns, into: found)
                continue
            }
            let segmentWordCount = (segment.count + 63) / 64
            let bits = RowBits(rowCount: segmentWordCount * 64 * patterns.count)
            search(segment, patterns, into: patterns.indices.map { bits.words + $0 * segmentWordCount })
            for (number, words) in found.enumerated() {
                setRows(of: bits.words + number * segmentWordCount, segmentWordCount, firstSlot, in: words)
            }
        }
        return found.map { ColumnBuffer(taking: UnsafeMutableRawPointer($0), count: wordCount) }
    }

    /// Sets the bits of the records that contain each pattern.
    private func search(
        _ segment: PostRecords, _ patterns: [SearchPattern], into bits: [UnsafeMutablePointer<UInt64>]
    ) {
        for ignoresAccents in [false, true] {
            let chosen = patterns.indices.filter { patterns[$0].ignoresAccents == ignoresAccents }
            if chosen.isEmpty { continue }
            if let index = searching.index(of: segment, ignoringAccents: ignoresAccents) {
                for number in chosen {
                    patterns[number].utf8.withUnsafeBufferPointer {
                        index.matches($0, ignoringAccents: ignoresAccents, into: bits[number])
                    }
                }
            } else {
                let scan = TextScan(chosen.map { patterns[$0].utf8 }, ignoringAccents: ignoresAccents)
                scan.matches(
                    in: segment.searchedTexts, threads: searching.threads,
                    minimumByteCount: searching.minimumThreadByteCount, into: chosen.map { bits[$0] })
            }
        }
    }

    /// Sets the bits of the rows whose records have a set bit.
    private func setRows(
        of bits: UnsafePointer<UInt64>, _ wordCount: Int, _ firstSlot: Int,
        in words: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<wordCount {
            bits[word].forEachSetBit { bit in
                // SAFETY: the rows of slots are rows of the table.
                if let row = slots.row(ofSlot: firstSlot + word * 64 + bit) {
                    words[row >> 6] |= 1 << UInt64(row & 63)
                }
            }
        }
    }
}

/// A folded text that rows must contain.
struct SearchPattern: Hashable {
    let utf8: [UInt8]
    let ignoresAccents: Bool
}

extension SearchQuery {
    /// The texts that must all occur.
    var searchPatterns: [SearchPattern] {
        patterns.map { SearchPattern(utf8: $0, ignoresAccents: ignoresAccents) }
    }
}
