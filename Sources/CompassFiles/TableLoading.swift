import CompassKernel
import CompassProgram
import CompassSynthesis

/// The loading of one table, and its cost.
package struct TableLoading {
    /// The document's path, or "standard input"; of a table file also the table's name.
    package let source: String
    package let report: IngestReport
    /// The size of the document, or of the table's sections in a file.
    package let byteCount: Int
    package let nanos: Int64
    /// The number of rows of a table in a table file, which was opened and not read; nil if it was read. Changes
    /// that were saved with it are not in the report.
    package var storedRowCount: Int?
    /// Whether the table is one of a table file.
    package var isStored: Bool { storedRowCount != nil }

    package init(
        source: String, report: IngestReport, byteCount: Int, nanos: Int64, storedRowCount: Int? = nil
    ) {
        self.source = source
        self.report = report
        self.byteCount = byteCount
        self.nanos = nanos
        self.storedRowCount = storedRowCount
    }

    /// The reading speed, rounded.
    package var megabytesPerSecond: Int { Int((Double(byteCount) * 1_000 / Double(max(1, nanos))).rounded()) }

    /// Loads a table from its file.
    package static func measured<Table: LoadableTable>(
        _ type: Table.Type, _ file: DocumentFile, _ options: LoadOptions
    ) throws(Failure) -> (Table, TableLoading) {
        do throws(ReadError) {
            return try timed(type, file, options)
        } catch {
            throw Failure(error, source: file.path)
        }
    }

    /// Loads a table.
    ///
    /// - Parameter source: the document's name in messages.
    package static func measured<Table>(
        _ source: String, byteCount: Int,
        _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(Failure) -> (Table, TableLoading) {
        let start = OperatingSystem.monotonicNanos()
        do throws(LoadError) {
            let (table, report) = try load()
            let nanos = OperatingSystem.monotonicNanos() - start
            return (table, TableLoading(source: source, report: report, byteCount: byteCount, nanos: nanos))
        } catch {
            throw Failure(error, source: source)
        }
    }

    /// Loads a table from its file, for callers that continue without it.
    package static func timed<Table: LoadableTable>(
        _ type: Table.Type, _ file: DocumentFile, _ options: LoadOptions
    ) throws(ReadError) -> (Table, TableLoading) {
        var sharedOptions = options
        if options.cache != nil {
            sharedOptions.maxProblems = CachedReading.problemLimit(ofTable: file.table.rawValue)
        }
        let start = OperatingSystem.monotonicNanos()
        let (table, fullReport, byteCount) = try Table.load(file, options: sharedOptions)
        let nanos = OperatingSystem.monotonicNanos() - start
        let report = fullReport.limited(to: options.maxProblems)
        return (
            table, TableLoading(source: file.path, report: report, byteCount: byteCount, nanos: nanos)
        )
    }
}

extension TableLoading {
    /// Opens a table of a file; nil when the file does not have it.
    package static func measured<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable, of file: StoredTables, _ options: LoadOptions
    ) throws(Failure) -> (Table, TableLoading)? {
        let start = OperatingSystem.monotonicNanos()
        do throws(TableFileError) {
            guard let rows = try type.read(from: file, options: options) else { return nil }
            let nanos = OperatingSystem.monotonicNanos() - start
            let report = file.report(of: table.rawValue, rowCount: rows.storedRowCount)
            let loading = TableLoading(
                source: "\(file.path): \(table.rawValue)", report: report.limited(to: options.maxProblems),
                byteCount: file.byteCount(of: table.rawValue), nanos: nanos,
                storedRowCount: rows.storedRowCount)
            return (rows, loading)
        } catch {
            throw Failure(error)
        }
    }
}

extension [TableLoading] {
    /// Prints to standard error what the page omits, and where to learn more.
    ///
    /// - Parameter includesValues: whether to also count unreadable values from which figures are computed.
    package func printNotes(includesValues: Bool = false) {
        for loading in self {
            let (skipped, unread) = (loading.report.skipped, includesValues ? loading.report.warnings : 0)
            var parts: [String] = []
            if skipped > 0 {
                parts.append((skipped == 1 ? "1 row was" : "\(skipped) rows were") + " skipped")
            }
            if unread > 0 {
                parts.append(DisplayText.counted(unread, "value", "values") + " could not be read")
            }
            guard !parts.isEmpty else { continue }
            let facts = parts.joined(separator: ", ")
            StandardError.writeLine("Note: \(loading.source): \(facts); 'compass inspect' reports why.")
        }
    }
}
