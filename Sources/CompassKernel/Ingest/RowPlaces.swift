/// The positions of a builder's rows in their document. There is a checkpoint every 64 rows and one after
/// every skipped row, so that the rows between two checkpoints are consecutive in the document. Rows of
/// several documents have one checkpoint each, because the documents do not last.
///
/// For example, a document with rows at bytes 1, 11, 21 and 31, the second of them skipped, has the
/// checkpoints `(row 0, document row 1, byte 1)` and `(row 1, document row 3, byte 21)`. Row 2 is document
/// row 4 and begins after the row at byte 21.
///
/// Positions are looked up only for replaced rows, which are rare; until then they cost almost nothing.
struct RowPlaces {
    struct Checkpoint {
        /// The row's number in the builder, from 0.
        var row: Int
        /// The row's number in the document, from 1.
        var documentRow: Int
        /// The position of the row's first byte in the document.
        var byteOffset: Int
    }

    /// The maximum number of rows between two checkpoints. Derived: 24 bytes for 64 rows are 0.4 bytes per
    /// row, and a lookup reads at most 63 rows, some 30 µs, for each of the 100 rows that a report lists.
    static let interval = 64

    /// The checkpoints, ascending by row.
    private var checkpoints: [Checkpoint] = []

    mutating func append(_ checkpoint: Checkpoint) {
        // The previous row was skipped.
        if let last = checkpoints.last, last.row == checkpoint.row { checkpoints.removeLast() }
        checkpoints.append(checkpoint)
    }

    /// The first byte of the last row, if every row has a checkpoint.
    var lastByteOffset: Int? { checkpoints.last?.byteOffset }

    /// Appends the positions of later rows, which are numbered from the start of their own chunk.
    mutating func append(_ later: RowPlaces, rowsBefore: Int, documentRowsBefore: Int, bytesBefore: Int) {
        for var checkpoint in later.checkpoints {
            checkpoint.row += rowsBefore
            checkpoint.documentRow += documentRowsBefore
            checkpoint.byteOffset += bytesBefore
            append(checkpoint)
        }
    }

    mutating func removeAll() { checkpoints.removeAll(keepingCapacity: true) }

    /// Returns the document row number, from 1, of a builder's row.
    ///
    /// - Complexity: O(log c) for c checkpoints.
    func documentRow(_ row: Int) -> Int {
        guard let checkpoint = checkpoint(before: row) else { return row + 1 }
        return checkpoint.documentRow + row - checkpoint.row
    }

    /// Returns the document row numbers of a builder's rows, which must be ascending.
    func documentRows(_ rows: [UInt32]) -> ColumnBuffer<UInt32> {
        var next = 0
        return ColumnBuffer(count: rows.count) { target in
            for (index, row) in rows.enumerated() {
                while next < checkpoints.count, checkpoints[next].row <= row { next += 1 }
                let checkpoint = checkpoints[next - 1]
                target[index] = UInt32(
                    truncatingIfNeeded: checkpoint.documentRow + Int(row) - checkpoint.row)
            }
        }
    }

    /// Returns the builder's rows that have the given document row numbers, each once and ascending; rows that
    /// were skipped, and those that do not exist, are left out.
    ///
    /// - Parameter rowCount: the number of the builder's rows.
    /// - Complexity: O(r log r + r · log n · log c) for r numbers, n rows and c checkpoints.
    func rows(_ documentRows: [UInt32], of rowCount: Int) -> [UInt32] {
        var rows: [UInt32] = []
        for documentRow in documentRows.sorted() {
            let row = (0..<rowCount).partitioningIndex { self.documentRow($0) >= Int(documentRow) }
            guard row < rowCount, self.documentRow(row) == Int(documentRow), rows.last != UInt32(row) else {
                continue
            }
            rows.append(UInt32(row))
        }
        return rows
    }

    /// A row and the position of its first byte.
    typealias Place = (row: Int, byteOffset: Int)

    /// Returns the position of a row's first byte; 0 if the rows do not come from a document.
    ///
    /// - Parameters:
    ///   - document: the document that the rows come from; nil if every row has a checkpoint.
    ///   - place: the last position found. It is updated, so that rows in ascending order cost a single pass
    ///     in total.
    /// - Complexity: O(log c + r) for c checkpoints and r bytes of the rows since the last one, or since
    ///   `place`.
    func byteOffset(_ row: Int, in document: UnsafeBufferPointer<UInt8>?, after place: inout Place?) -> Int {
        guard let checkpoint = checkpoint(before: row) else { return 0 }
        guard let document, let base = document.baseAddress else { return checkpoint.byteOffset }
        var start: Place = (checkpoint.row, checkpoint.byteOffset)
        if let place, start.row...row ~= place.row { start = place }
        var scanner = JSONScanner(end: base + document.count, lineFeedIsSpace: true)
        var position = base + start.byteOffset
        for _ in start.row..<row {
            // These rows have been read before, so a value exists.
            guard let value = scanner.scanValue(position, depth: 0) else { break }
            position = scanner.skipSpace(value.next)
            if position < scanner.end, position.pointee == 0x2c { position = scanner.skipSpace(position + 1) }
        }
        place = (row, position - base)
        return position - base
    }

    private func checkpoint(before row: Int) -> Checkpoint? {
        let next = (0..<checkpoints.count).partitioningIndex { checkpoints[$0].row > row }
        return next > 0 ? checkpoints[next - 1] : nil
    }
}
