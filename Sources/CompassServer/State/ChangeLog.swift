import CompassKernel
import CompassProgram

/// The changes of a data directory's posts, one realtime payload on a line, in the order in which they were
/// made.
///
/// A change counts as made once its line is on the disk; one that could not be written leaves no trace.
struct ChangeLog: Sendable {
    private let file: any ChangeLogFile
    /// Whether the end of the file is in doubt: writing has failed, and what was written could not be
    /// removed.
    private var isBroken = false
    private var lastCommitMicros = Int64.min

    init(_ file: any ChangeLogFile) { self.file = file }

    /// Reads all changes, and removes what a power loss left of an unfinished last line.
    ///
    /// - Parameter report: called with each thing that is wrong, for the user.
    mutating func read(
        _ report: (String) -> Void
    ) throws(OperatingSystem.CallFailure) -> LoggedChanges {
        let bytes = try file.readAll()
        let changes = LoggedChanges(bytes)
        if changes.wholeByteCount < bytes.count {
            try file.truncate(to: changes.wholeByteCount)
            try file.synchronize()
            report(
                "\(DirectoryLogFile.name): the last line was not written to its end, and was removed "
                    + "(\(bytes.count - changes.wholeByteCount) bytes)")
        } else if changes.lacksLineBreak {
            try file.append([UInt8(ascii: "\n")])
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
        if isBroken {
            throw APIError(503, "\(DirectoryLogFile.name) cannot be written any more; restart the server")
        }
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
                : APIError(
                    503, "\(DirectoryLogFile.name) cannot be written: \(error.reason); nothing was changed")
        }
    }
}
