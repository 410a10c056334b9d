import CompassFiles
import CompassKernel
import CompassProgram

/// The changes of the posts of a data directory or a table file, one realtime payload on a line, in the order
/// in which they were made.
///
/// A change counts as made once its line is on the disk; one that could not be written leaves no trace.
struct ChangeLog: Sendable {
    private let file: any ChangeLogFile
    private let place: ChangeLogPlace
    /// The generation of the table file to which the changes apply; nil for a directory.
    private let generation: UInt64?
    /// Whether the end of the file is in doubt: writing has failed, and what was written could not be
    /// removed.
    private var isBroken = false
    private var lastCommitMicros = Int64.min

    /// Begins to write a log. One without any line, or with the changes of an earlier generation, which are
    /// inside the table file, is begun anew.
    ///
    /// - Parameters:
    ///   - generation: that of the table file; nil for a directory.
    ///   - report: called with each thing that is wrong, for the user.
    /// - Throws: ``Failure`` if the changes are those of a later generation, or the log cannot be written.
    init(
        _ file: any ChangeLogFile, at place: ChangeLogPlace, generation: UInt64?, _ report: (String) -> Void
    ) throws(Failure) {
        self.file = file
        self.place = place
        self.generation = generation
        guard let generation else { return }
        let changes = try Self.writing(place) { () throws(OperatingSystem.CallFailure) in
            LoggedChanges(try file.readAll(), of: place)
        }
        let isCurrent = try changes.areCurrent(in: generation)
        if isCurrent, changes.generation != nil { return }
        if !isCurrent { report(changes.outdatedMessage(generation)) }
        try Self.writing(place) { () throws(OperatingSystem.CallFailure) in
            try file.truncate(to: 0)
            try file.synchronize()
            try file.append(LoggedChanges.heading(generation))
            try file.synchronize()
        }
    }

    private static func writing<Result>(
        _ place: ChangeLogPlace, _ body: () throws(OperatingSystem.CallFailure) -> Result
    ) throws(Failure) -> Result {
        do throws(OperatingSystem.CallFailure) { return try body() } catch {
            throw Failure(.cannotCreate, "\(place.path): cannot be read and written: \(error.reason)")
        }
    }

    /// Reads all changes, and removes what a power loss left of an unfinished last line.
    ///
    /// - Parameter report: called with each thing that is wrong, for the user.
    mutating func read(
        _ report: (String) -> Void
    ) throws(OperatingSystem.CallFailure) -> LoggedChanges {
        let changes = LoggedChanges(try file.readAll(), of: place)
        guard changes.generation == generation else {
            // Somebody else has written to it, in spite of the lock.
            isBroken = true
            report("\(place.name): is not the log that this server has begun; restart it")
            return LoggedChanges([], of: place)
        }
        if changes.tornByteCount > 0 {
            try file.truncate(to: changes.wholeByteCount)
            try file.synchronize()
            report(changes.tornMessage("removed"))
        } else if changes.lacksLineBreak {
            try file.append([UInt8(ascii: "\n")])
            // Without it, the next line would make this one, whose change is shown from now on, unreadable.
            try file.synchronize()
        }
        if let last = changes.lastCommit { lastCommitMicros = max(lastCommitMicros, last.micros) }
        return changes
    }

    /// Returns a commit time that is later than all before, also if the clock was set back.
    mutating func nextCommit(_ now: Timestamp) -> Timestamp {
        lastCommitMicros = max(now.micros, lastCommitMicros == .max ? .max : lastCommitMicros + 1)
        return Timestamp(micros: lastCommitMicros)
    }

    /// Appends lines, and returns once they are on the disk: all of them, or none.
    ///
    /// - Throws: 507 when the disk is full, 503 when it cannot be written.
    mutating func append(_ lines: [UInt8]) throws(APIError) {
        if lines.isEmpty { return }
        if isBroken { throw APIError(503, "\(place.name) cannot be written any more; restart the server") }
        var byteCount: Int?
        do throws(OperatingSystem.CallFailure) {
            byteCount = try file.byteCount()
            try file.append(lines)
            try file.synchronize()
        } catch {
            if let byteCount {
                do throws(OperatingSystem.CallFailure) {
                    try file.truncate(to: byteCount)
                    try file.synchronize()
                } catch { isBroken = true }
            }
            throw error.isDiskFull
                ? APIError(507, "the disk is full: nothing was changed")
                : APIError(503, "\(place.name) cannot be written: \(error.reason); nothing was changed")
        }
    }
}
