/// A mapped document that is cut into runs of whole rows, each of which is loaded by itself.
///
/// It is for documents whose rows do not fit into memory: of the document, only the pages that are being read
/// are there. Lines are cut where they end, the rows of an array where a scan of them finds that one ends, so
/// that no text that looks like a row misleads it.
package final class CutDocument: @unchecked Sendable {
    // Sendable: the bytes are only read; what changes is used by `next` alone, whose callers take turns.
    private let file: MappedFile
    private let format: DocumentFormat
    /// Where the next run of lines begins.
    private var position = 0
    /// Where the next row of an array begins; nil before the first and after the last one.
    private var place: RowCursor.Place?
    private var isAtStart = true

    /// The size of the document.
    package let byteCount: Int

    /// Maps a file.
    package init(_ path: String, _ format: DocumentFormat) throws(LoadError) {
        file = try MappedFile.mapping(path)
        byteCount = try file.withBytes { bytes throws(LoadError) in bytes.count }
        self.format = format
    }

    /// Returns the first bytes.
    package func prefix(_ count: Int) throws(LoadError) -> [UInt8] {
        try file.withBytes { bytes throws(LoadError) in Array(bytes.prefix(count)) }
    }

    /// Returns the bytes of the next run of rows, of at least the given size unless it is the last one; nil
    /// after that. The first one may be empty.
    ///
    /// - Throws: ``LoadError`` if an array is malformed; lines are checked when they are loaded.
    /// - Complexity: O(r) for a row of r bytes of lines; O(b) for b bytes of an array.
    package func next(byteCount: Int) throws(LoadError) -> Range<Int>? {
        defer { isAtStart = false }
        return try file.withBytes { bytes throws(LoadError) in
            switch format {
            case .ndjson: nextLines(of: bytes, byteCount)
            case .json: try nextElements(of: bytes, byteCount)
            }
        }
    }

    private func nextLines(of bytes: UnsafeBufferPointer<UInt8>, _ byteCount: Int) -> Range<Int>? {
        guard position < bytes.count, let base = bytes.baseAddress else { return isAtStart ? 0..<0 : nil }
        // With the line break before it, a byte order mark within the document remains the error that it is.
        let start = max(position - 1, 0)
        let wanted = min(position + max(byteCount, 1), bytes.count)
        // SAFETY: `wanted` is at least 1 and at most the number of bytes.
        let lineBreak = ByteSearch.first(0x0a, from: base + (wanted - 1), to: base + bytes.count)
        position = min(lineBreak - base + 1, bytes.count)
        return start..<position
    }

    private func nextElements(
        of bytes: UnsafeBufferPointer<UInt8>, _ byteCount: Int
    ) throws(LoadError) -> Range<Int>? {
        guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else {
            return isAtStart ? 0..<0 : nil
        }
        var rows: RowCursor
        if isAtStart {
            do throws(LoadError) {
                rows = try RowCursor(bytes)
            } catch {
                throw Self.error(of: bytes) ?? error
            }
        } else if let place {
            rows = RowCursor(bytes, at: place)
        } else {
            return nil
        }
        var run: Range<Int>?
        while run.map({ $0.count < byteCount }) ?? true, let row = try rows.next(),
            let start = row.bytes.baseAddress
        {
            let end = start - base + row.bytes.count
            run = (run?.lowerBound ?? start - base)..<end
        }
        place = rows.place
        return run ?? (isAtStart ? 0..<0 : nil)
    }

    /// Returns the error of loading a document that does not begin as an array of rows.
    private static func error(of document: UnsafeBufferPointer<UInt8>) -> LoadError? {
        do throws(LoadError) {
            _ = try PostTable.load(json: document, options: LoadOptions(maxProblems: 0))
            return nil
        } catch {
            return error
        }
    }

    /// Loads a run of rows that ``next(byteCount:)`` has returned.
    ///
    /// - Throws: ``LoadError``, positions counted in the whole document.
    /// - Complexity: O(b) for b bytes.
    package func load<Table: LoadableTable>(
        _ type: Table.Type, _ run: Range<Int>, options: LoadOptions
    ) throws(LoadError) -> (table: Table, report: IngestReport) {
        try file.withBytes { bytes throws(LoadError) in
            let rows = UnsafeBufferPointer(rebasing: bytes[run])
            switch format {
            case .json:
                // An empty document, unlike an array without rows, is no array.
                if bytes.isEmpty { return try Table.load(json: rows, options: options) }
                return try Table.load(json: Self.array(of: rows), options: options)
            case .ndjson:
                do throws(LoadError) {
                    return try Table.load(ndjson: rows, options: options)
                } catch {
                    throw error.moved(
                        byteCount: run.lowerBound, lineCount: bytes[..<run.lowerBound].count { $0 == 0x0a })
                }
            }
        }
    }

    /// Returns an array of rows with commas between them.
    private static func array(of rows: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: rows.count + 2) { array, count in
            array.initializeElement(at: 0, to: UInt8(ascii: "["))
            _ = UnsafeMutableBufferPointer(rebasing: array[1...]).update(fromContentsOf: rows)
            array.initializeElement(at: rows.count + 1, to: UInt8(ascii: "]"))
            count = rows.count + 2
        }
    }
}

extension LoadError {
    /// Returns the error with positions in a document of which only a part was loaded.
    ///
    /// - Parameters:
    ///   - byteCount: the number of bytes before that part.
    ///   - lineCount: the number of line breaks in them.
    package func moved(byteCount: Int, lineCount: Int) -> LoadError {
        guard case .malformedDocument(var error) = self else { return self }
        error.byteOffset += byteCount
        error.line += lineCount
        return .malformedDocument(error)
    }
}
