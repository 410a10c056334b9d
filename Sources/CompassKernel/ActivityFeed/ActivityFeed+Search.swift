extension ActivityFeed {
    /// Builds what searches need, which else the first search does.
    ///
    /// Copies of a feed share it, whichever of them has built it: a background task may prepare its copy
    /// while the front end goes on. Rows that are inserted later are searched one by one.
    ///
    /// - Parameter wholeText: also builds what searches through whole texts need.
    /// - Complexity: O(b) for texts of b bytes; O(1) when it is built.
    public func prepareForSearch(wholeText: Bool = false) {
        for source in sources {
            _ = source.loaded.preparedTitles()
            _ = source.loaded.preparedDescriptions(isWhole: false)
            if wholeText { _ = source.loaded.preparedDescriptions(isWhole: true) }
        }
    }

    /// The memory that was built for search occupies, in bytes.
    public var searchByteCount: Int { sources.reduce(0) { $0 + $1.loaded.searchByteCount } }

    /// The events that pass a filter with a search; nil when every text matches.
    func matches(_ filter: ActivityFilter, asOf now: Timestamp) -> ActivityMatches? {
        guard let pattern = SearchQuery(filter.search).patterns.first else { return nil }
        let cutoff = filter.range.cutoff(asOf: now)
        let counts = order.counts(before: position(of: filter.range, asOf: now))
        let bits = sources.indices.map { number in
            let source = sources[number]
            guard filter.type == nil || filter.type == source.type else { return ColumnBuffer<UInt64>() }
            let wordCount = (source.count + 63) / 64
            return ColumnBuffer<UInt64>(count: wordCount) { bits in
                // SAFETY: the buffer has that many words.
                bits.initialize(repeating: 0, count: wordCount)
                pattern.withUnsafeBufferPointer { pattern in
                    source.search(
                        pattern, isWhole: filter.searchesWholeText, below: Int(counts[number]), since: cutoff,
                        schools, into: bits)
                }
            }
        }
        return ActivityMatches(bits, in: order)
    }
}

extension ActivityRange {
    /// The earliest instant of the range, in microseconds since 1970; nil for all events.
    func cutoff(asOf now: Timestamp) -> Int64? {
        days.map { now.micros.saturatingDifference($0 * TimeUnits.microsPerDay) }
    }
}

extension ActivitySource {
    /// Sets the bit of each rank whose title or description contains `pattern`.
    ///
    /// - Parameters:
    ///   - isWhole: whether whole texts are searched, or what is shown of them.
    ///   - limit: the number of the table's rows that are looked at, the newest ones.
    ///   - cutoff: the time before which inserted rows are left out, in microseconds since 1970.
    ///   - bits: a bit for each rank, all zero.
    fileprivate func search(
        _ pattern: UnsafeBufferPointer<UInt8>, isWhole: Bool, below limit: Int, since cutoff: Int64?,
        _ schools: SchoolLookup, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let descriptions = loaded.preparedDescriptions(isWhole: isWhole)
        if !loaded.preparedTitles().scan(pattern, below: limit, into: bits) {
            descriptions.scan(pattern, below: limit, into: bits)
        }
        let scan = ByteScan(pattern, rarity: descriptions.rarity)
        for (place, row) in added.enumerated() {
            if let cutoff, row.time.micros < cutoff { continue }
            guard scan.occurs(in: row, type, isWhole: isWhole, schools) else { continue }
            let rank = loaded.count + place
            // SAFETY: inserted rows have bits as well.
            bits[rank >> 6] |= 1 << UInt64(rank & 63)
        }
    }
}

extension ByteScan {
    /// Whether the pattern occurs in the title or the description of a row.
    fileprivate func occurs(
        in row: ActivityRow, _ type: ActivityType, isWhole: Bool, _ schools: SchoolLookup
    ) -> Bool {
        var bytes = GrowableColumn<UInt8>(capacity: 256)
        var title = type.title(kind: row.kind, schoolName: schools.name(of: row.schoolId))
        title.withUTF8 { TextFolding.appendLowercased($0, to: &bytes) }
        bytes.append(TokenCuts.fieldEnd)
        var text = row.text ?? "\(type.descriptionWithoutText)"
        text.withUTF8 { ActivityDescriptions.append($0, isWhole: isWhole, to: &bytes) }
        let count = bytes.count
        for _ in 0..<ByteScan.padding { bytes.append(0) }
        return occurs(in: bytes.base, 0..<count)
    }
}
