import CompassKernel
import CompassPages
import CompassProgram
import CompassSupabase

/// A run of `compass pull`: one table after the other, each in its place once it is complete.
final class Pull {
    /// Changes are read from this long before the server's last time on: a transaction may have taken so long.
    private static let overlapMicros: Int64 = 60_000_000

    private let options: PullOptions
    private let url: String
    private let source: SupabaseSource
    private let failures: SourceFailure
    private let directory: PullDirectory
    /// What is in the directory: the manifest of the pull before, and then table by table of this one.
    private var manifest: PullManifest

    /// - Throws: ``Failure`` when the arguments, the secrets or the directory do not permit a pull.
    init(_ options: PullOptions) throws {
        self.options = options
        url = try options.address.url
        let secrets = try Secrets(options.service)
        var configuration = SupabaseConfiguration(rest: url, apiKey: secrets.apiKey)
        configuration.schema = options.service.schema
        source = SupabaseSource(
            configuration, session: FixedSession(secrets.token.map { SessionToken($0) }))
        failures = SourceFailure(url: url, hasKey: secrets.apiKey != nil, hasToken: secrets.token != nil)
        directory = try PullDirectory(options.directory, tables: options.tables)
        manifest = PullManifest(
            url: url, schema: options.service.schema, reader: secrets.readerFingerprint, time: Self.now)
        readPreviousManifest()
        tellOfOtherFiles()
    }

    /// Reads all tables; returns the manifest with those that were read now.
    func run() throws -> PullManifest {
        var pulled: [PullManifest.Table] = []
        for table in options.tables {
            do {
                pulled.append(try pull(table))
            } catch let error as SourceError {
                throw failures.failure(error, reading: table)
            }
        }
        return PullManifest(
            url: url, schema: options.service.schema, reader: manifest.reader, time: manifest.time,
            tables: pulled)
    }

    private static var now: String { Timestamp(micros: OperatingSystem.clockMicros()).description }

    private func readPreviousManifest() {
        let path = directory.join(PullManifest.fileName)
        do {
            guard let previous = try PullManifest.read(path) else { return }
            guard previous.url == url, previous.schema == options.service.schema else {
                let other = previous.schema.map { " (schema \($0))" } ?? ""
                return note("\(path) is of \(previous.url)\(other); all rows are read again")
            }
            guard previous.reader == manifest.reader else {
                return note(
                    "\(path) is of another user, or of one with other rights; all rows are read again")
            }
            manifest = previous
        } catch {
            let reason = (error as? PullManifest.Unusable)?.reason ?? "\(error)"
            note("\(path) cannot be used: \(reason); all rows are read again")
        }
    }

    /// Names the tables in the directory that stay, but are not of this service and reader.
    private func tellOfOtherFiles() {
        let names = directory.tableFiles { !options.tables.contains($0) && manifest.table($0) == nil }
        guard !names.isEmpty else { return }
        note(
            "\(names.joined(separator: ", ")) \(names.count == 1 ? "was" : "were") not pulled from \(url) as this user "
                + "and \(names.count == 1 ? "stays" : "stay"); pull without '--tables', or use another directory"
        )
    }

    private func note(_ text: String) { StandardError.writeLine("Note: \(text)") }

    // MARK: One table

    /// Reads a table, puts it in its place, and adds it to the manifest.
    private func pull(_ table: TableName) throws -> PullManifest.Table {
        let before = previous(table)
        if let before, !options.full, let asked = before.askedAt.flatMap({ try? Timestamp(parsing: $0) }),
            table.recordsUpdates, let outcome = try pullChanges(of: table, since: asked, before)
        {
            return outcome
        }
        return try pullAll(of: table, before)
    }

    /// Returns the entry of the pull before if the file is still as it was; tells if it is not.
    private func previous(_ table: TableName) -> PullManifest.Table? {
        guard let entry = manifest.table(table) else { return nil }
        guard entry.columns == table.columns else {
            note("\(table.rawValue) was pulled with other columns; all rows are read again")
            return nil
        }
        let path = directory.file(of: table)
        if entry.describes(fileAt: path) { return entry }
        note("\(path) is not as the last pull has left it; all rows are read again")
        return nil
    }

    private func pullAll(of table: TableName, _ before: PullManifest.Table?) throws -> PullManifest.Table {
        let path = directory.file(of: table)
        let (file, fetched, asked) = try read(table, .all)
        var (changed, deleted) = (file.rowCount, 0)
        if before != nil { (changed, deleted) = try RowMerge.differences(from: path, to: file.path) }
        return try publish(
            entry(table, of: file, fetched, changed, deleted, .all, asked: asked), file)
    }

    /// Reads what was changed since the pull before, and removes what was deleted.
    ///
    /// - Returns: nil if all rows are to be read again.
    private func pullChanges(
        of table: TableName, since asked: Timestamp, _ before: PullManifest.Table
    ) throws -> PullManifest.Table? {
        let path = directory.file(of: table)
        let start = Timestamp(micros: asked.micros - Self.overlapMicros)
        let source = source
        // Before the changes: a row that is inserted later must not stand in for one that was deleted.
        let count = try Waiting.result { try await source.count(of: RowRequest(table)) }
        let (changes, fetchedChanges, askedNow) = try read(table, .changedSince(start))
        var fetched = fetchedChanges
        var (file, changed) = try RowMerge.merging(changes.path, into: path, writing: path)
        var deleted = 0
        if count != file.rowCount {
            let (ids, _, _) = try read(table, .ids)
            let (rest, removed, unknown) = try RowMerge.keeping(ids.path, of: file.path, writing: path)
            guard unknown.count <= RowMerge.maximumUnknownIDs else { return nil }
            (file, deleted) = (rest, removed)
            if !unknown.isEmpty {
                // Rows that were added with an earlier time, or that only now may be read.
                let (added, addedCount, _) = try read(table, .only(unknown))
                let merged = try RowMerge.merging(added.path, into: file.path, writing: path)
                file = merged.file
                changed += merged.changedCount
                fetched += addedCount
            }
        }
        return try publish(
            entry(table, of: file, fetched, changed, deleted, .changes, asked: askedNow), file)
    }

    private func entry(
        _ table: TableName, of file: RowFile, _ fetched: Int, _ changed: Int, _ deleted: Int,
        _ reading: PullManifest.Reading, asked: Timestamp?
    ) -> PullManifest.Table {
        PullManifest.Table(
            table: table.rawValue, file: table.rawValue + ".json", rows: file.rowCount, fetched: fetched,
            changed: changed, deleted: deleted, reading: reading, askedAt: asked?.description,
            columns: table.columns, byteCount: file.byteCount, sha256: file.sha256)
    }

    /// Moves the table and the manifest with it to their places, both or none when interrupted.
    private func publish(_ entry: PullManifest.Table, _ file: RowFile) throws(Failure) -> PullManifest.Table {
        manifest.time = Self.now
        manifest.put(entry)
        try UnfinishedFiles.withoutInterruption { () throws(Failure) in
            try file.publish()
            try manifest.write(directory.join(PullManifest.fileName))
        }
        return entry
    }

    // MARK: Requests

    /// Reads rows into a file beside the table's.
    ///
    /// - Returns: the file, the number of rows that were received, and the server's time of the first response.
    private func read(
        _ table: TableName, _ rows: RowSelection
    ) throws -> (file: RowFile, fetchedCount: Int, asked: Timestamp?) {
        let pages = WaitingPages(source, RowRequest(table, rows))
        var progress = PullProgress(table)
        defer { progress.clear() }
        var writer: RowFileWriter?
        var attempt = 1
        var fetchedCount = 0
        var asked: Timestamp?
        while let page = try pages.next() {
            if writer == nil {
                asked = page.serverTime
                try directory.create()
            }
            let current: RowFileWriter
            if let writer, page.attempt == attempt {
                current = writer
            } else {
                // Pages of an earlier attempt are void.
                current = try RowFileWriter(directory.file(of: table))
                (writer, attempt) = (current, page.attempt)
            }
            fetchedCount += try current.append(page: page.json)
            progress.show(current.rowCount, of: page.total)
        }
        let complete = try writer ?? RowFileWriter(directory.file(of: table))
        return (try complete.finish(), fetchedCount, asked)
    }
}
