/// Where the rows of a builder stand in their document: a checkpoint for every 64 of them, and one after every
/// skipped row, so that the rows from a checkpoint to the next follow each other in the document.
///
/// A document whose second row is skipped, its rows at bytes 1, 11, 21 and 31, has the checkpoints
/// `(row 0, document row 1, byte 1)` and `(row 1, document row 3, byte 21)`: row 2 is document row 4, and begins where
/// the first row after byte 21 ends.
///
/// Places are asked for only where rows are replaced, which is rare. Until then they cost next to nothing.
struct RowPlaces {
    struct Checkpoint {
        /// The row's number in the builder, from 0.
        var row: Int
        /// The row's number in the document, from 1.
        var documentRow: Int
        /// The position of the row's first byte in the document.
        var byteOffset: Int
    }

    /// Rows from one checkpoint to the next at most. Not tuned: a report lists 100 rows by default.
    static let interval = 64

    /// Ascending by row.
    private var checkpoints: [Checkpoint] = []

    mutating func append(_ checkpoint: Checkpoint) {
        // The row before was skipped.
        if let last = checkpoints.last, last.row == checkpoint.row { checkpoints.removeLast() }
        checkpoints.append(checkpoint)
    }

    /// Takes over the places of rows that come later, numbered from the start of their own part.
    mutating func append(_ later: RowPlaces, rowsBefore: Int, documentRowsBefore: Int) {
        for var checkpoint in later.checkpoints {
            checkpoint.row += rowsBefore
            checkpoint.documentRow += documentRowsBefore
            append(checkpoint)
        }
    }

    mutating func removeAll() { checkpoints.removeAll(keepingCapacity: true) }

    /// The number in the document of a builder's row, from 1.
    ///
    /// - Complexity: O(log c) for c checkpoints.
    func documentRow(_ row: Int) -> Int {
        guard let checkpoint = checkpoint(before: row) else { return row + 1 }
        return checkpoint.documentRow + row - checkpoint.row
    }

    /// A row and the position of its first byte.
    typealias Place = (row: Int, byteOffset: Int)

    /// The position of a row's first byte; 0 where rows come from no document.
    ///
    /// - Parameters:
    ///   - document: where rows come from.
    ///   - place: the last place that was found. It is updated, so that rows in ascending order cost one pass together.
    /// - Complexity: O(log c + r) for c checkpoints and r bytes of the rows since the last one, or since `place`.
    func byteOffset(
        _ row: Int, in document: UnsafeBufferPointer<UInt8>?, after place: inout Place?
    ) -> Int {
        guard let checkpoint = checkpoint(before: row), let document, let base = document.baseAddress else {
            return 0
        }
        var start: Place = (checkpoint.row, checkpoint.byteOffset)
        if let place, start.row...row ~= place.row { start = place }
        var scanner = JSONScanner(end: base + document.count, lineFeedIsSpace: true)
        var position = base + start.byteOffset
        for _ in start.row..<row {
            // These rows have been read once, so that there is a value.
            guard let value = scanner.scanValue(position, depth: 0) else { break }
            position = scanner.skipSpace(value.next)
            if position < scanner.end, position.pointee == 0x2c { position = scanner.skipSpace(position + 1) }
        }
        place = (row, position - base)
        return position - base
    }

    private func checkpoint(before row: Int) -> Checkpoint? {
        var (low, high) = (0, checkpoints.count)
        while low < high {
            let middle = (low + high) / 2
            if checkpoints[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? checkpoints[low - 1] : nil
    }
}
