/// A row that is added to a table.
struct ArrivingRow {
    let id: String
    let time: Timestamp
    let slot: UInt32
    let kind: PostKind
}

extension PostTable {
    /// A range of rows that stay together, or one added row.
    private enum Chunk {
        case kept(Range<Int>)
        case arriving(Int)
    }

    /// Rebuilds the counted columns without deleted rows and with the added ones.
    ///
    /// - Parameters:
    ///   - arriving: newest first, equal times by id.
    ///   - changed: the new kinds of rows that are counted differently.
    /// - Complexity: O(n) for n rows: one copy of the counted columns, and the running counts.
    mutating func rebuildCounts(_ arriving: [ArrivingRow], changed: [Int: PostKind] = [:]) {
        let chunks = chunks(arriving)
        let newCount = count + arriving.count
        // Each column is released as soon as its successor exists, so that the next ones reuse its memory:
        // the first touch of new memory costs more than the copying.
        var old = PostCounts.none
        swap(&old, &parts.counts)
        old.dropRunningCounts()
        var flags = BitTransposition.bytes(of: old.planes, count: old.timestamps.count)
        var schoolCodes = old.schools.codes
        var coachCodes = old.coaches.codes
        old.schools = PostCounts.none.schools
        old.coaches = PostCounts.none.coaches
        if !changed.isEmpty {
            flags.update { flags in for (row, kind) in changed { flags[row] = kind.flags } }
            schoolCodes.update { codes in for (row, kind) in changed { codes[row] = kind.schoolCode } }
            coachCodes.update { codes in for (row, kind) in changed { codes[row] = kind.coachCode } }
        }
        flags = Self.merged(chunks, newCount, { arriving[$0].kind.flags }, copy: flags.copy)
        schoolCodes = Self.merged(
            chunks, newCount, { arriving[$0].kind.schoolCode }, copy: schoolCodes.copy)
        coachCodes = Self.merged(chunks, newCount, { arriving[$0].kind.coachCode }, copy: coachCodes.copy)
        let newSlots = Self.merged(chunks, newCount, { arriving[$0].slot }, copy: slots.copySlots)
        parts.slots = PostSlots(identity: 0)
        parts.slots = PostSlots(newSlots, slotCount: records.slotCount)
        let micros = Self.merged(
            chunks, newCount, { arriving[$0].time.micros }, copy: old.timestamps.micros.copy)
        old = .none
        parts.counts = PostCounts(
            timestamps: TimestampColumn(descending: micros), flags: flags,
            schools: CountedCodes(schoolCodes, codeCount: schools.count),
            coaches: CountedCodes(coachCodes, codeCount: coaches.count))
        parts.live = nil
    }

    /// Returns the kept ranges and added rows in their new order.
    private func chunks(_ arriving: [ArrivingRow]) -> [Chunk] {
        var chunks: [Chunk] = []
        var done = 0
        for (index, row) in arriving.enumerated() {
            let place = firstRow(after: row.time, id: row.id)
            appendKept(done..<place, to: &chunks)
            chunks.append(.arriving(index))
            done = place
        }
        appendKept(done..<rowCount, to: &chunks)
        return chunks
    }

    /// Appends the rows of a range that are not deleted.
    private func appendKept(_ rows: Range<Int>, to chunks: inout [Chunk]) {
        guard let live else {
            if !rows.isEmpty { chunks.append(.kept(rows)) }
            return
        }
        var row = rows.lowerBound
        while let start = live.firstSet(from: row, below: rows.upperBound) {
            let end = live.firstClear(from: start, below: rows.upperBound)
            chunks.append(.kept(start..<end))
            row = end
        }
    }

    /// Returns a column of `count` rows from the kept ranges, which `copy` writes, and the added rows.
    private static func merged<Element>(
        _ chunks: [Chunk], _ count: Int, _ arriving: (Int) -> Element,
        copy: (Range<Int>, UnsafeMutablePointer<Element>) -> Void
    ) -> ColumnBuffer<Element> {
        ColumnBuffer(count: count) { target in
            var place = 0
            // SAFETY: the chunks are the kept rows and the added ones, `count` together.
            for chunk in chunks {
                switch chunk {
                case .kept(let rows):
                    copy(rows, target + place)
                    place += rows.count
                case .arriving(let index):
                    target[place] = arriving(index)
                    place += 1
                }
            }
        }
    }
}
