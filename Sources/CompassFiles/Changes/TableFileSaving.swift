import CompassKernel
import CompassProgram

/// Saves table files beside which changes may be kept.
package enum TableFileSaving {
    /// What was saved.
    package struct Outcome: Sendable, Hashable {
        /// The generation of the new file.
        package let generation: UInt64
        /// The number of changes that were kept beside the file, and are inside now.
        package let changeCount: Int

        package init(generation: UInt64, changeCount: Int) {
            self.generation = generation
            self.changeCount = changeCount
        }
    }

    /// Saves a table file, with the changes inside that are kept beside it, and removes their log.
    ///
    /// The new file has the next generation. Should the program end before it has removed the log, whoever
    /// reads the log next sees that its changes are inside. No server can accept changes of the file
    /// meanwhile, and while one does, the file cannot be saved.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which need not exist.
    ///   - searchIndex: whether to write the search index of posts as well.
    ///   - report: called with what the user of the program should know.
    ///   - observer: called with what was done so far by writing the file.
    ///   - content: returns the tables. It is called when nobody else can save the file any more, so that it
    ///     may read the file that is to be replaced.
    /// - Throws: ``Failure`` if the file cannot be written, or is in use; the file and the log are unchanged
    ///   then.
    @discardableResult
    package static func save(
        to path: String, searchIndex: Bool = true,
        report: (String) -> Void = { StandardError.writeLine("Note: " + $0) },
        observer: ((TableFile.SaveEvent) -> Void)? = nil,
        _ content: () throws(Failure) -> TableFile
    ) throws(Failure) -> Outcome {
        let place = ChangeLogPlace(tableFile: path)
        let log = try LockedLogFile(place, for: .saving)
        var isFinished = false
        var isEmpty = false
        // A log that was created for its lock.
        defer { if !isFinished, isEmpty { try? log.remove() } }
        var changes: LoggedChanges
        do throws(OperatingSystem.CallFailure) {
            changes = LoggedChanges(try log.readAll(), of: place)
        } catch {
            throw Failure(.noInput, "\(place.path): cannot be read: \(error.reason)")
        }
        isEmpty = changes.byteCount == 0
        if isEmpty { UnfinishedFiles.add(file: place.path) }
        defer { if isEmpty { UnfinishedFiles.forget(file: place.path) } }
        let former = formerGeneration(path)
        let next = max(former ?? 0, changes.generation ?? 0) + 1
        if changes.tornByteCount > 0 { report(changes.tornMessage("ignored")) }
        changes = try changes.current(in: former, report)
        var file = try content()
        try include(&changes, in: &file, report)
        // A file that replaces none, and has no log that could be taken for its own, is the first.
        file.generation = former == nil && changes.generation == nil && next == 1 ? 0 : next
        do throws(TableFileError) {
            try file.save(to: path, searchIndex: searchIndex, observer: observer)
        } catch {
            throw Failure(error)
        }
        isFinished = true
        // From here on the path may become that of another program's log, which an interruption must not remove.
        if isEmpty { UnfinishedFiles.forget(file: place.path) }
        do throws(OperatingSystem.CallFailure) { try log.remove() } catch {
            report("\(place.name): cannot be removed, and is not needed any more: \(error.reason)")
        }
        return Outcome(generation: file.generation, changeCount: changes.count)
    }

    /// The generation of the file that is replaced; nil if there is none that can be read.
    private static func formerGeneration(_ path: String) -> UInt64? {
        do throws(TableFileError) { return try StoredTables(path).generation } catch { return nil }
    }

    private static func include(
        _ changes: inout LoggedChanges, in file: inout TableFile, _ report: (String) -> Void
    ) throws(Failure) {
        guard changes.count > 0 else { return changes.reportProblems(report) }
        guard file.posts != nil else {
            throw Failure(
                .malformedData,
                "\(changes.place.path): the changes of posts cannot be saved, because there are no posts; "
                    + "move the log away to save the file without them")
        }
        changes.apply(to: &file.posts!)
        changes.reportProblems(report)
        if changes.unusableCount > 0 {
            let counted = DisplayText.counted(changes.unusableCount, "change is", "changes are")
            report("\(changes.place.name): \(counted) of posts that the tables do not have")
        }
    }
}
