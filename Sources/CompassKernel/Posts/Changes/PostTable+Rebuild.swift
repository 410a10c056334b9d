/// A row that comes into a table.
struct ArrivingRow {
    let id: String
    let micros: Int64
    let slot: UInt32
    let kind: PostKind
}

extension PostTable {
    /// A stretch of rows that stay together, or one that comes.
    private enum Piece {
        case kept(Range<Int>)
        case arriving(Int)
    }

    /// Makes the counted columns anew: without deleted rows, with those that come.
    ///
    /// - Parameters:
    ///   - arriving: newest first, equal times by id.
    ///   - changed: rows that count as another kind from now on.
    /// - Complexity: O(n) for n rows: one copy of what is counted, and the running counts.
    mutating func rebuildCounts(_ arriving: [ArrivingRow], changed: [Int: PostKind] = [:]) {
        let pieces = pieces(arriving)
        let newCount = count + arriving.count
        // Each column is given up as soon as its successor exists, so that their memory serves the next ones:
        // the first touch of new memory costs more than the copying.
        var old = PostCounts.none
        swap(&old, &counts)
        old.dropRunningCounts()
        var flags = BitTransposition.bytes(of: old.planes, count: old.timestamps.count)
        var codes = old.takeSchoolCodes()
        if !changed.isEmpty {
            flags.update { flags in for (row, kind) in changed { flags[row] = kind.flags } }
            codes.update { codes in for (row, kind) in changed { codes[row] = kind.schoolCode } }
        }
        flags = Self.merged(flags, pieces, newCount) { arriving[$0].kind.flags }
        codes = Self.merged(codes, pieces, newCount) { arriving[$0].kind.schoolCode }
        let newSlots = mergedSlots(pieces, newCount, arriving)
        slots = PostSlots(identity: 0)
        slots = PostSlots(newSlots, slotCount: records.slotCount)
        let micros = Self.merged(old.timestamps.micros, pieces, newCount) { arriving[$0].micros }
        old = .none
        counts = PostCounts(
            timestamps: TimestampColumn(descending: micros), flags: flags, schoolCodes: codes,
            schoolCount: schools.count)
        live = nil
    }

    /// Which rows stand where, in the new order.
    private func pieces(_ arriving: [ArrivingRow]) -> [Piece] {
        var pieces: [Piece] = []
        var done = 0
        for (index, row) in arriving.enumerated() {
            let place = place(of: row)
            appendKept(done..<place, to: &pieces)
            pieces.append(.arriving(index))
            done = place
        }
        appendKept(done..<rowCount, to: &pieces)
        return pieces
    }

    /// The first row that belongs behind an arriving one.
    private func place(of row: ArrivingRow) -> Int {
        var low = row.micros == Int64.max ? 0 : timestamps.prefixCount(since: row.micros + 1)
        var high = timestamps.prefixCount(since: row.micros)
        var id = row.id
        id.withUTF8 { id in
            while low < high {
                let middle = (low + high) / 2
                if compareId(middle, with: id) < 0 { low = middle + 1 } else { high = middle }
            }
        }
        return low
    }

    /// Appends the rows of a stretch that are not deleted.
    private func appendKept(_ rows: Range<Int>, to pieces: inout [Piece]) {
        guard let live else {
            if !rows.isEmpty { pieces.append(.kept(rows)) }
            return
        }
        var row = rows.lowerBound
        while let start = live.firstSet(from: row, below: rows.upperBound) {
            let end = live.firstClear(from: start, below: rows.upperBound)
            pieces.append(.kept(start..<end))
            row = end
        }
    }

    private static func merged<Element>(
        _ old: ColumnBuffer<Element>, _ pieces: [Piece], _ count: Int, _ arriving: (Int) -> Element
    ) -> ColumnBuffer<Element> {
        ColumnBuffer(count: count) { target in
            var place = 0
            // SAFETY: the pieces are the kept rows and the arriving ones, `count` together.
            for piece in pieces {
                switch piece {
                case .kept(let rows):
                    old.copy(rows, to: target + place)
                    place += rows.count
                case .arriving(let index):
                    target[place] = arriving(index)
                    place += 1
                }
            }
        }
    }

    private func mergedSlots(
        _ pieces: [Piece], _ count: Int, _ arriving: [ArrivingRow]
    ) -> ColumnBuffer<UInt32> {
        ColumnBuffer(count: count) { target in
            var place = 0
            // SAFETY: as in `merged`.
            for piece in pieces {
                switch piece {
                case .kept(let rows):
                    slots.copySlots(of: rows, to: target + place)
                    place += rows.count
                case .arriving(let index):
                    target[place] = arriving[index].slot
                    place += 1
                }
            }
        }
    }
}
