import CompassKernel
import CompassProgram

/// Reading a log that another program may write: it is neither locked nor repaired.
extension LoggedChanges {
    /// Reads the log at a place; without any change if there is none.
    ///
    /// The log of a table file is read before the file is opened. Whoever saves the file with the changes
    /// inside removes the log afterwards: who read it later could see neither.
    ///
    /// - Parameter report: called with what the user of the program should know.
    package static func reading(_ place: ChangeLogPlace, _ report: (String) -> Void) -> LoggedChanges {
        // Reading from a pipe would wait for its writer.
        guard OperatingSystem.isOrdinaryFile(place.path) else { return LoggedChanges([], of: place) }
        let changes: LoggedChanges
        do throws(OperatingSystem.CallFailure) {
            changes = LoggedChanges(try OperatingSystem.readFile(place.path), of: place)
        } catch {
            report("\(place.name): cannot be read, so that its changes are not shown: \(error.reason)")
            return LoggedChanges([], of: place)
        }
        if changes.tornByteCount > 0 { report(changes.tornMessage("ignored")) }
        return changes
    }

    /// Returns the changes if they are those of a table file; otherwise none.
    ///
    /// - Parameter generation: that of the file; nil for a directory.
    /// - Throws: ``Failure`` for the changes of a later generation, to which the file does not belong.
    package func current(
        in generation: UInt64?, _ report: (String) -> Void
    ) throws(Failure) -> LoggedChanges {
        if try areCurrent(in: generation) { return self }
        if let generation { report(outdatedMessage(generation)) }
        return LoggedChanges([], of: place)
    }
}

extension DataSource {
    /// The generation of a table file; nil for a directory.
    package var generation: UInt64? {
        if case .file(let file) = self { file.generation } else { nil }
    }

    /// Opens a data directory or a table file with the changes of posts that are kept in or beside it.
    ///
    /// - Parameters:
    ///   - command: the command that would read a single table from standard input; nil when there is none.
    ///   - report: called with what the user of the program should know.
    /// - Throws: ``Failure`` when there is no such folder or file, the file cannot be read, or the changes are
    ///   of a later file.
    package static func opening(
        _ path: String, orInputOf command: String? = nil,
        report: (String) -> Void = { StandardError.writeLine("Note: " + $0) }
    ) throws(Failure) -> (source: DataSource, changes: LoggedChanges) {
        let changes = LoggedChanges.reading(try ChangeLogPlace(of: path), report)
        let source = try DataSource(path, orInputOf: command)
        return (source, try changes.current(in: source.generation, report))
    }
}

extension LoggedChanges {
    /// Applies the changes to posts for a command, and prints which lines are no changes.
    package mutating func applyForCommand(to posts: inout PostTable?) {
        guard count > 0, posts != nil else { return }
        apply(to: &posts!)
        reportProblems { StandardError.writeLine("Note: " + $0) }
    }
}
