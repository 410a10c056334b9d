extension ActivityFeed {
    /// Builds the folded texts for searches and the index of their words, which are otherwise built by the first
    /// search.
    ///
    /// Copies of a feed share these texts, whichever copy builds them: a background task may prepare its copy
    /// while the front end continues. Rows that are inserted later are searched one by one.
    ///
    /// - Parameter wholeText: whether to build the folded whole texts as well.
    /// - Complexity: O(b) for texts of b bytes; O(1) if already built.
    public func prepareForSearch(wholeText: Bool = false) {
        for source in sources {
            _ = source.loaded.preparedTitles()
            _ = source.loaded.preparedDescriptions(isWhole: false)
            if wholeText { _ = source.loaded.preparedDescriptions(isWhole: true) }
        }
    }

    /// The memory used by the search structures built so far, in bytes.
    public var searchByteCount: Int { sources.reduce(0) { $0 + $1.loaded.searchByteCount } }

    /// Returns the events that pass a filter with a search; nil if the search is empty.
    func matches(_ filter: ActivityFilter, asOf now: Timestamp) -> ActivityMatches? {
        guard let pattern = SearchQuery(filter.search).patterns.first else { return nil }
        let cutoff = filter.range.cutoff(asOf: now)
        let ranks = order.ranks(before: position(of: filter.range, asOf: now))
        let bits = sources.indices.map { number in
            let source = sources[number]
            guard filter.type == nil || filter.type == source.type else { return ColumnBuffer<UInt64>() }
            let wordCount = (source.count + 63) / 64
            return ColumnBuffer<UInt64>(count: wordCount) { bits in
                // SAFETY: the buffer has that many words.
                bits.initialize(repeating: 0, count: wordCount)
                pattern.withUnsafeBufferPointer { pattern in
                    source.search(
                        pattern, isWhole: filter.searchesWholeText, below: Int(ranks[number]), since: cutoff,
                        schools, into: bits)
                }
            }
        }
        return ActivityMatches(bits, in: order)
    }
}

extension ActivityRange {
    /// Returns the earliest instant of the range, in microseconds since 1970; nil for all events.
    func cutoff(asOf now: Timestamp) -> Int64? {
        days.map { now.micros.saturatingDifference($0 * TimeUnits.microsPerDay) }
    }
}

extension ActivitySource {
    /// Sets the bit of each rank whose title or description contains `pattern`.
    ///
    /// - Parameters:
    ///   - isWhole: whether to search the whole texts or only the part that is shown.
    ///   - limit: the number of the table's newest rows to search.
    ///   - cutoff: the time before which inserted rows are skipped, in microseconds since 1970.
    ///   - bits: a bit for each rank, all zero.
    fileprivate func search(
        _ pattern: UnsafeBufferPointer<UInt8>, isWhole: Bool, below limit: Int, since cutoff: Int64?,
        _ schools: SchoolLookup, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let (titles, descriptions) = (
            loaded.preparedTitles(), loaded.preparedDescriptions(isWhole: isWhole)
        )
        let matching = titles.matches(of: pattern)
        if titles.areAll(matching) {
            bits.fill(0..<limit)
        } else {
            descriptions.scan(pattern, below: limit, into: bits)
            titles.addRanks(of: matching, below: limit, into: bits)
        }
        let scan = ByteScan(pattern, rarity: descriptions.rarity)
        for (place, row) in added.enumerated() where !row.id.isEmpty {
            if let cutoff, row.time.micros < cutoff { continue }
            guard scan.occurs(in: row, type, isWhole: isWhole, schools) else { continue }
            let rank = loaded.count + place
            // SAFETY: inserted rows have bits as well.
            bits[rank >> 6] |= 1 << UInt64(rank & 63)
        }
    }
}

extension ByteScan {
    /// Returns whether the pattern occurs in the title or the description of a row.
    fileprivate func occurs(
        in row: ActivityRow, _ type: ActivityType, isWhole: Bool, _ schools: SchoolLookup
    ) -> Bool {
        var bytes = GrowableColumn<UInt8>(capacity: 256)
        var title = type.title(kind: row.kind, schoolName: schools.name(of: row.schoolID))
        title.withUTF8 { TextFolding.appendLowercased($0, to: &bytes) }
        bytes.append(TokenCuts.fieldEnd)
        var text = row.text ?? "\(type.descriptionWithoutText)"
        let isCut = text.withUTF8 { ActivityDescriptions.append($0, isWhole: isWhole, to: &bytes) }
        if isCut { ActivityDescriptions.appendEllipsis(to: &bytes) }
        let count = bytes.count
        for _ in 0..<ByteScan.padding { bytes.append(0) }
        return bytes.withBuffer { occurs(in: $0.baseAddress!, 0..<count) }
    }
}
