import CompassProgram

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The file of a change log; tests have their own.
package protocol ChangeLogFile: Sendable {
    func byteCount() throws(OperatingSystem.CallFailure) -> Int
    func readAll() throws(OperatingSystem.CallFailure) -> [UInt8]
    /// Appends bytes, some of them if it fails.
    func append(_ bytes: [UInt8]) throws(OperatingSystem.CallFailure)
    /// Returns once what was appended would survive a loss of power.
    func synchronize() throws(OperatingSystem.CallFailure)
    func truncate(to byteCount: Int) throws(OperatingSystem.CallFailure)
}

/// The log of a data directory on its disk, locked against other writers as long as it is open.
package final class DirectoryLogFile: ChangeLogFile {
    /// The name of the file in a data directory.
    package static let name = "changes.ndjson"

    private let path: String
    private let descriptor: Int32

    /// Opens the log of a directory, and creates it for this user alone if there is none.
    ///
    /// - Throws: ``Failure`` if it cannot be written, or another program writes it.
    package init(directory: String) throws(Failure) {
        path = (directory.hasSuffix("/") ? directory : directory + "/") + Self.name
        // Without O_NONBLOCK, opening a pipe of this name would wait for its reader. A link could lead to any
        // file of the user, whose last line would be cut.
        descriptor = open(
            path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw Failure(
                .cannotCreate,
                "\(path): cannot be written, as --allow-changes requires: "
                    + OperatingSystem.CallFailure(code: errno).reason)
        }
        do throws(Failure) { try lock(directory) } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private func lock(_ directory: String) throws(Failure) {
        guard OperatingSystem.isOrdinaryFile(path) else {
            throw Failure(.cannotCreate, "\(path) is not an ordinary file")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw Failure(
                .cannotCreate,
                code == EWOULDBLOCK
                    ? "\(path): another server writes it; stop that one, or start this one without --allow-changes"
                    : "\(path): cannot be locked: " + OperatingSystem.CallFailure(code: code).reason)
        }
        // The name of a new file is not on the disk before its folder is.
        let folder = open(directory, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    package func byteCount() throws(OperatingSystem.CallFailure) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw OperatingSystem.CallFailure(code: errno) }
        return Int(status.st_size)
    }

    package func readAll() throws(OperatingSystem.CallFailure) -> [UInt8] {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw OperatingSystem.CallFailure(code: errno) }
        return try OperatingSystem.readAll(descriptor)
    }

    package func append(_ bytes: [UInt8]) throws(OperatingSystem.CallFailure) {
        let descriptor = self.descriptor
        // The closure's error has no type of its own.
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(OperatingSystem.CallFailure) in
                try OperatingSystem.writeAll(bytes, to: descriptor)
            }
        }
        try outcome.get()
    }

    package func synchronize() throws(OperatingSystem.CallFailure) {
        #if canImport(Darwin)
            // There, fsync leaves the bytes in the disk's own memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw OperatingSystem.CallFailure(code: errno) }
    }

    package func truncate(to byteCount: Int) throws(OperatingSystem.CallFailure) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw OperatingSystem.CallFailure(code: errno)
        }
    }
}

extension OperatingSystem.CallFailure {
    /// Whether there was no space for the bytes.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
