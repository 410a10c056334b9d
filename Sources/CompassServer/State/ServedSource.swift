import CompassFiles
import CompassProgram

/// The data directory or the table file that a server shows, and the place of its change log.
struct ServedSource: Sendable {
    let path: String
    let log: ChangeLogPlace

    /// The tables as they were opened for one reading.
    struct Opening: Sendable {
        /// The tables, or why they cannot be read.
        let source: Result<DataSource, Failure>
        /// The changes of the log, for a server that does not write it; nil for the one that does.
        let changes: LoggedChanges?
    }

    /// - Throws: ``Failure`` if it cannot be determined what the path leads to.
    init(_ path: String) throws(Failure) {
        self.path = path
        log = try ChangeLogPlace(of: path)
    }

    /// Opens the tables for a server that does not write the log.
    ///
    /// - Parameter report: called with what the user of the program should know.
    func openForReading(_ report: (String) -> Void) -> Opening {
        // A link may lead to another file by now, whose changes are in another log.
        let place = (try? ChangeLogPlace(of: path)) ?? log
        let read = LoggedChanges.reading(place, report)
        do throws(Failure) {
            let source = try DataSource(path)
            return Opening(
                source: .success(source), changes: try read.current(in: source.generation, report))
        } catch {
            return Opening(source: .failure(error), changes: LoggedChanges([], of: place))
        }
    }

    /// Opens the tables for the server that writes the log.
    ///
    /// - Parameter generation: that of the table file whose changes the server keeps; nil for a directory.
    func openForWriting(_ generation: UInt64?) -> Opening {
        do throws(Failure) {
            let source = try DataSource(path)
            guard source.generation == generation, try ChangeLogPlace(of: path).path == log.path else {
                throw Failure(
                    .malformedData,
                    "\(path) was replaced by another one while this server keeps changes of it; restart the "
                        + "server to read that one")
            }
            return Opening(source: .success(source), changes: nil)
        } catch {
            return Opening(source: .failure(error), changes: nil)
        }
    }

    /// Returns a message without the path of the tables: where they are on this machine is not for the readers
    /// of a page.
    func publicMessage(_ failure: Failure) -> String {
        failure.message.replacing(log.path, with: log.name)
            .replacing(path, with: log.namesGeneration ? "the table file" : "the data directory")
    }
}
