/// Splits a document where rows begin or seem to begin, without reading the preceding bytes.
struct DocumentChunks: Sendable {
    typealias Position = UnsafePointer<UInt8>

    /// The positions where a chunk's first row is expected and where the next chunk begins.
    struct Bounds {
        let start: Position
        let limit: Position
    }

    /// The number of chunks; some may turn out to have no bounds.
    let count: Int
    // SAFETY: the document is only read, and outlives its reader.
    private nonisolated(unsafe) let start: Position
    private nonisolated(unsafe) let end: Position
    private let format: DocumentFormat
    private let byteCount: Int

    /// - Parameters:
    ///   - start: where the first row begins.
    ///   - byteCount: the minimum size of a chunk in a document that is not smaller, at least 1.
    init(start: Position, end: Position, format: DocumentFormat, byteCount: Int) {
        self.start = start
        self.end = end
        self.format = format
        count = max(1, (end - start) / max(byteCount, 1))
        // Chunks of one size, so that no thread has to wait for a larger last one.
        self.byteCount = max(1, (end - start) / count)
    }

    /// Returns the bounds of a chunk; nil if no row seems to begin in it, in which case it belongs to the
    /// previous chunk.
    ///
    /// - Complexity: O(r) for rows of r bytes.
    func bounds(of chunk: Int) -> Bounds? {
        guard let first = firstRow(of: chunk) else { return nil }
        for later in chunk + 1..<max(count, chunk + 1) {
            if let limit = firstRow(of: later) { return Bounds(start: first, limit: limit) }
        }
        return Bounds(start: first, limit: end)
    }

    /// Returns where the first row of a chunk seems to begin.
    private func firstRow(of chunk: Int) -> Position? {
        if chunk == 0 { return start }
        let from = start + chunk * byteCount
        let to = chunk + 1 < count ? from + byteCount : end
        return format == .ndjson ? lineStart(from: from, to: to) : rowStart(from: from, to: to)
    }

    private func lineStart(from: Position, to: Position) -> Position? {
        // A line that begins exactly at `from` belongs to this chunk.
        let next = ByteSearch.first(0x0a, from: from - 1, to: to) + 1
        return next < to ? next : nil
    }

    /// Returns the first `{"` that follows `},` with or without white space between them.
    private func rowStart(from: Position, to: Position) -> Position? {
        var position = from
        while true {
            position = ByteSearch.first(0x7d, from: position, to: to) + 1
            guard position < to else { return nil }
            var next = skipSpace(position, to: to)
            guard next < to, next.pointee == 0x2c else { continue }
            next = skipSpace(next + 1, to: to)
            if next + 1 < to, next[0] == 0x7b, next[1] == 0x22 { return next }
        }
    }

    private func skipSpace(_ start: Position, to end: Position) -> Position {
        var position = start
        while position < end, position.pointee <= 0x20 { position += 1 }
        return position
    }
}
