/// Reads posts from batches of foreign columns by the same rules as documents: rows without an id, a platform
/// or a time are skipped and reported, the last of several rows with the same id is kept, and so on.
///
/// Columns are found by their database names; missing columns count as null, others are ignored.
package struct ArrowPostReader: ~Copyable {
    private static let roles: [ArrowFieldRole] = (0..<PostField.names.count).map { field in
        switch field {
        case PostField.id, PostField.coachID, PostField.schoolID: .id
        case PostField.postDate, PostField.createdAt, PostField.updatedAt: .instant
        case PostField.isRecruitingRelated, PostField.flaggedForReview: .boolean
        default: .text
        }
    }
    private static let fieldCount = PostField.names.count
    /// The number of rows to read before memory is reserved for the rest.
    private static let sampleRowCount = 8192

    private var builder: PostColumnsBuilder
    private var log: ProblemLog
    private var rowCount = 0
    private let options: LoadOptions

    /// Returns whether a column of this name is read.
    package static func reads(column name: String) -> Bool {
        PostField.names.contains { name.utf8.elementsEqual($0.description.utf8) }
    }

    /// Creates a reader without rows.
    ///
    /// - Parameter options: the number of problems listed and of threads that may build the table, and when
    ///   the search index is built.
    package init(options: LoadOptions = LoadOptions()) {
        self.options = options
        builder = PostColumnsBuilder(maxTextBytes: options.maxTextBytes)
        log = ProblemLog(limit: options.maxProblems, fieldNames: PostField.names)
    }

    /// Reads the rows of a batch, all of which are copied.
    ///
    /// - Throws: ``ArrowError`` if a column has an unsupported type, if lengths, offsets and indices are
    ///   inconsistent, or if there are more rows or texts than a table can hold.
    /// - Complexity: O(n + b) for n rows with texts of b bytes.
    package mutating func read(_ batch: ArrowBatch) throws(ArrowError) {
        guard batch.rowCount >= 0, 0...ArrowColumn.maximumRowCount ~= batch.offset else {
            throw .malformed("the batch has \(batch.rowCount) rows from \(batch.offset) on")
        }
        guard batch.rowCount <= options.maxRows - rowCount else {
            throw .tooLarge("\(LoadError.tooManyRows(maximum: options.maxRows))")
        }
        let readers = try readers(of: batch)
        let block = ArrowFieldReader.rowsPerBlock
        let slots = UnsafeMutablePointer<FieldSlot>.allocate(capacity: Self.fieldCount * block)
        defer { slots.deallocate() }
        // A value without bytes may have any address.
        let anywhere = UnsafeRawPointer(slots).assumingMemoryBound(to: UInt8.self)
        let missing = FieldSlot(start: anywhere, count: 0, kind: .missing, hasEscapes: false)
        slots.initialize(repeating: missing, count: Self.fieldCount * block)
        for first in stride(from: 0, to: batch.rowCount, by: block) {
            if first == Self.sampleRowCount { reserve(forRest: batch.rowCount - first) }
            let rows = first..<min(first + block, batch.rowCount)
            // SAFETY: slots point into memory owned by the readers (for example numbers converted to texts)
            // until the rows are appended, which copies it.
            try withExtendedLifetime(readers) { () throws(ArrowError) in
                for (field, reader) in readers {
                    reader.read(rows, to: slots + field, stride: Self.fieldCount)
                    if let fault = reader.fault { throw fault }
                }
                append(rows, of: batch, slots)
            }
            if let failure = builder.failure { throw .tooLarge("\(failure)") }
        }
    }

    /// Reserves memory for the remaining `rest` rows of a batch if they at least double the number of rows
    /// read.
    ///
    /// In all other cases columns grow by half whenever they are full, so that many batches cost as much as
    /// one: memory reserved exactly for each batch would be moved once per batch.
    private mutating func reserve(forRest rest: Int) {
        guard builder.rowCount > 0, rest >= rowCount else { return }
        builder.reserve(factor: Double(rowCount + rest) / Double(rowCount))
    }

    /// The capacity, in rows, of the columns with one value per row.
    var reservedRowCount: Int { builder.timestamps.capacity }

    /// Appends rows whose values are stored in `slots` row by row.
    private mutating func append(
        _ rows: Range<Int>, of batch: ArrowBatch, _ slots: UnsafeMutablePointer<FieldSlot>
    ) {
        for (place, row) in rows.enumerated() {
            rowCount += 1
            log.begin(row: rowCount, byteOffset: 0)
            if let bits = batch.validity.address, !ArrowNumber.bit(bits, batch.offset + row) {
                log.skip(field: nil, "the row is null")
            } else {
                builder.append(RowFields(slots: slots + place * Self.fieldCount), log: &log)
            }
        }
    }

    /// Returns the table of all rows read, and a report on the rows that were skipped, replaced or loaded
    /// with warnings. The byte offsets of problems are 0.
    ///
    /// - Complexity: O(n) for n rows newest first, otherwise O(n log n).
    package consuming func finish() -> (table: PostTable, report: IngestReport) {
        let (log, rowCount, options) = (log, rowCount, options)
        let (table, report) = builder.finish(log, rows: rowCount, in: nil, options: options)
        return (table.searching(as: options), report)
    }

    /// Returns the keys of all rows read, by which shards find the rows that others replace.
    ///
    /// - Parameters:
    ///   - shard: the number of the shard.
    ///   - key: the key of the hashes, the same for all shards.
    /// - Complexity: O(n) for n rows.
    package consuming func finishKeys(shard: UInt32, key: RowHashKey) -> RowKeys {
        let places = log.places
        return RowKeys(shard: shard, rows: builder.rowKeys(places, key: key))
    }

    /// Returns the readers of the table's columns; of several columns with the same name the last one.
    private func readers(of batch: ArrowBatch) throws(ArrowError) -> [(field: Int, reader: ArrowFieldReader)]
    {
        let rows = batch.offset..<batch.offset + batch.rowCount
        var readers: [(field: Int, reader: ArrowFieldReader)] = []
        for (field, name) in PostField.names.enumerated() {
            guard
                let column = batch.columns.last(where: { $0.name.utf8.elementsEqual(name.description.utf8) })
            else { continue }
            readers.append((field, try ArrowFieldReader(column, rows: rows, role: Self.roles[field])))
        }
        return readers
    }
}
