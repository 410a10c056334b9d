import CompassKernel
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

/// A change log on a disk, locked against other writers as long as it is open.
package final class LockedLogFile: ChangeLogFile {
    /// What the log is opened for, as messages name it.
    package enum Purpose: Sendable {
        /// Changes are appended.
        case serving
        /// Its changes are saved in its table file.
        case saving

        fileprivate var need: String {
            switch self {
            case .serving: "cannot be written, as --allow-changes requires"
            case .saving: "cannot be written, as it must be while its table file is saved"
            }
        }

        fileprivate var advice: String {
            switch self {
            case .serving:
                "another server writes it; stop that one, or start this one without --allow-changes"
            case .saving: "a server writes it, or another command saves the file; stop that one first"
            }
        }
    }

    private let place: ChangeLogPlace
    private let descriptor: Int32

    /// Opens a log, and creates it for this user alone if there is none.
    ///
    /// - Throws: ``Failure`` if it cannot be written, or another program writes it.
    package init(_ place: ChangeLogPlace, for purpose: Purpose) throws(Failure) {
        self.place = place
        // Several attempts, because a program that has saved the table file removes the log before it lets
        // go of the lock.
        for _ in 0..<16 {
            let descriptor = try Self.open(place, purpose)
            do throws(Failure) { try Self.lock(descriptor, place, purpose) } catch {
                close(descriptor)
                throw error
            }
            if Self.isFile(descriptor, at: place.path) {
                self.descriptor = descriptor
                // The name of a new file is not on the disk before its folder is.
                place.synchronizeFolder()
                return
            }
            close(descriptor)
        }
        throw Failure(.cannotCreate, "\(place.path): is removed again and again by other programs")
    }

    deinit { close(descriptor) }

    private static func open(_ place: ChangeLogPlace, _ purpose: Purpose) throws(Failure) -> Int32 {
        // Without O_NONBLOCK, opening a pipe of this name would wait for its reader. A link could lead to any
        // file of the user, whose last line would be cut.
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
        #if canImport(Darwin)
            let descriptor = Darwin.open(place.path, flags, 0o600)
        #elseif canImport(Glibc)
            let descriptor = Glibc.open(place.path, flags, 0o600)
        #elseif canImport(Musl)
            let descriptor = Musl.open(place.path, flags, 0o600)
        #else
            let descriptor = Android.open(place.path, flags, 0o600)
        #endif
        guard descriptor >= 0 else {
            throw Failure(
                .cannotCreate,
                "\(place.path): \(purpose.need): " + OperatingSystem.CallFailure(code: errno).reason)
        }
        return descriptor
    }

    private static func lock(
        _ descriptor: Int32, _ place: ChangeLogPlace, _ purpose: Purpose
    ) throws(Failure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, UInt32(status.st_mode) & 0o170000 == 0o100000 else {
            throw Failure(.cannotCreate, "\(place.path) is not an ordinary file")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw Failure(
                .cannotCreate,
                code == EWOULDBLOCK
                    ? "\(place.path): \(purpose.advice)"
                    : "\(place.path): cannot be locked: " + OperatingSystem.CallFailure(code: code).reason)
        }
    }

    /// Whether a path leads to an open file.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_dev == named.st_dev
            && own.st_ino == named.st_ino
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
        FileOperation.note(.append(bytes, path: place.path))
    }

    package func synchronize() throws(OperatingSystem.CallFailure) {
        #if canImport(Darwin)
            // There, fsync leaves the bytes in the disk's own memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw OperatingSystem.CallFailure(code: errno) }
        FileOperation.note(.synchronize(path: place.path))
    }

    package func truncate(to byteCount: Int) throws(OperatingSystem.CallFailure) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw OperatingSystem.CallFailure(code: errno)
        }
        FileOperation.note(.truncate(byteCount: byteCount, path: place.path))
    }

    /// Removes the file; the lock remains until the log is closed.
    package func remove() throws(OperatingSystem.CallFailure) {
        guard unlink(place.path) == 0 else { throw OperatingSystem.CallFailure(code: errno) }
        FileOperation.note(.remove(path: place.path))
        place.synchronizeFolder()
    }
}

extension OperatingSystem.CallFailure {
    /// Whether there was no space for the bytes.
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}
