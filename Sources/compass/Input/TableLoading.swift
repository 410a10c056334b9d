import CompassKernel

/// One table's way into memory, and what it cost.
struct TableLoading {
    let source: String
    let report: IngestReport
    let byteCount: Int
    let nanos: Int64

    /// The speed of reading, rounded.
    var megabytesPerSecond: Int { Int((Double(byteCount) * 1_000 / Double(max(1, nanos))).rounded()) }

    /// Loads a table from its file.
    static func measured<Table>(
        _ file: TableFile, _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(Failure) -> (Table, TableLoading) {
        try measured(file.path, byteCount: OperatingSystem.byteCount(ofFile: file.path) ?? 0, load)
    }

    /// Loads a table.
    ///
    /// - Parameter source: what messages call its document.
    static func measured<Table>(
        _ source: String, byteCount: Int,
        _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(Failure) -> (Table, TableLoading) {
        do throws(LoadError) {
            return try timed(source, byteCount: byteCount, load)
        } catch {
            throw Failure(error, source: source)
        }
    }

    /// Loads a table, for who goes on without it.
    static func timed<Table>(
        _ source: String, byteCount: Int,
        _ load: () throws(LoadError) -> (table: Table, report: IngestReport)
    ) throws(LoadError) -> (Table, TableLoading) {
        let start = OperatingSystem.monotonicNanos()
        let (table, report) = try load()
        let nanos = OperatingSystem.monotonicNanos() - start
        return (table, TableLoading(source: source, report: report, byteCount: byteCount, nanos: nanos))
    }
}

extension [TableLoading] {
    /// Prints to standard error what the page leaves out, and where to learn more.
    ///
    /// - Parameter includesValues: whether to count values that could not be read, too: those of which figures
    ///   are made.
    func printNotes(includesValues: Bool = false) {
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
