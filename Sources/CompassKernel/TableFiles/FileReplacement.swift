#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A new file that takes the place of another one once it is complete.
///
/// It is written under another name in the same folder. Until ``commit()`` the old file is unchanged; if the
/// replacement is dropped, the new one is removed. A process that ends meanwhile leaves its file, which the
/// next replacement of the same target removes: files in use are locked.
final class FileReplacement {
    private let descriptor: Int32
    private let target: String
    /// Where the new file is until it is complete.
    let temporary: String
    private let folder: String
    private var isCommitted = false

    /// Creates the file that will replace the one at `path`, or become it.
    ///
    /// - Parameters:
    ///   - isPrivate: whether only this user may read it; otherwise as the user's settings and the replaced
    ///     file have it.
    ///   - willCreate: called with the path of the new file before it exists, so that whoever interrupts the
    ///     process at any time can remove it.
    init(
        of path: String, isPrivate: Bool = false, willCreate: (String) -> Void = { _ in }
    ) throws(TableFileError) {
        // A link remains a link, and what it refers to is replaced.
        let target = resolvedPath(path) ?? path
        // Bytes, because a combining scalar makes another character of the slash before it.
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let end = slash.map { target.utf8.index(after: $0) } ?? target.startIndex
        let name = String(target[end...])
        guard !name.isEmpty else {
            throw TableFileError(.unwritableFile, path: path, reason: "is a folder")
        }
        let folder = end == target.startIndex ? "./" : String(target[..<end])
        Self.removeAbandoned(of: name, in: folder)
        var status = stat()
        let exists = stat(target, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            throw TableFileError(.unwritableFile, path: path, reason: "is not a regular file")
        }
        let mode: mode_t = isPrivate ? 0o600 : 0o644
        // Several attempts, because another process may take the file for an abandoned one before it is
        // locked.
        for _ in 0..<16 {
            // Names of one length, so that equal saves allocate equal memory.
            let number = UInt64.random(in: 1 << 63...UInt64.max)
            let temporary = folder + Self.prefix(of: name) + String(number, radix: 36) + Self.suffix
            willCreate(temporary)
            let descriptor = temporary.withCString {
                open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            }
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw Self.error(path, errno) }
            FileOperation.note(.create(path: temporary))
            // Whoever has the lock took the file for an abandoned one, and is about to remove it. Where files
            // cannot be locked, abandoned ones are not removed.
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                _ = temporary.withCString { unlink($0) }
                close(descriptor)
                continue
            }
            var own = stat()
            guard fstat(descriptor, &own) == 0, own.st_nlink > 0 else {
                close(descriptor)
                continue
            }
            // A private file stays private; that others may write to it makes no sense for a file that is
            // only replaced.
            if exists, !isPrivate { _ = fchmod(descriptor, status.st_mode & 0o755) }
            self.descriptor = descriptor
            self.target = target
            self.temporary = temporary
            self.folder = folder
            return
        }
        throw TableFileError(.unwritableFile, path: path, reason: "no name is free for a temporary file")
    }

    deinit {
        if !isCommitted {
            _ = temporary.withCString { unlink($0) }
            FileOperation.note(.remove(path: temporary))
        }
        close(descriptor)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(TableFileError) {
        try ColumnBuffer(bytes).withBuffer { bytes throws(TableFileError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Appends bytes.
    ///
    /// - Parameter progress: called with the number of bytes that were appended by each part of the work.
    func write(
        _ bytes: UnsafeRawBufferPointer, progress: ((Int) -> Void)? = nil
    ) throws(TableFileError) {
        var rest = bytes
        while !rest.isEmpty {
            // Darwin refuses more than 2 GiB at once, and progress is shown in smaller steps.
            let count = min(rest.count, progress == nil ? 1 << 30 : 1 << 24)
            #if canImport(Darwin)
                let written = Darwin.write(descriptor, rest.baseAddress, count)
            #elseif canImport(Glibc)
                let written = Glibc.write(descriptor, rest.baseAddress, count)
            #elseif canImport(Musl)
                let written = Musl.write(descriptor, rest.baseAddress, count)
            #else
                let written = Android.write(descriptor, rest.baseAddress, count)
            #endif
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.writeError(target, written == 0 ? EIO : errno) }
            FileOperation.note(.append(Array(rest[..<written]), path: temporary))
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            progress?(written)
        }
    }

    /// Sees to it that all bytes are on the disk, and gives the file its name.
    func commit() throws(TableFileError) {
        guard Self.synchronize(descriptor) else { throw Self.writeError(target, errno) }
        FileOperation.note(.synchronize(path: temporary))
        let (target, temporary) = (self.target, self.temporary)
        guard temporary.withCString({ old in target.withCString { rename(old, $0) } }) == 0 else {
            throw Self.error(target, errno)
        }
        isCommitted = true
        FileOperation.note(.rename(path: temporary, newPath: target))
        // The name is in the folder. Some file systems cannot synchronize one, and need not.
        let folder = self.folder.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard folder >= 0 else { return }
        let isDone = fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS
        let code = errno
        close(folder)
        if !isDone {
            var error = Self.writeError(target, code)
            error.isReplaced = true
            throw error
        }
        FileOperation.note(.synchronizeFolder(path: self.folder))
    }

    private static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // `fsync` leaves the bytes in the cache of the disk. Not every file system knows this one.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        while fsync(descriptor) != 0 { if errno != EINTR { return false } }
        return true
    }

    private static func prefix(of name: String) -> String { ".\(name)." }
    static let suffix = ".partial"

    /// Removes the files of replacements that were never completed.
    private static func removeAbandoned(of name: String, in folder: String) {
        let prefix = prefix(of: name)
        for found in names(in: folder) {
            guard found.hasPrefix(prefix), found.hasSuffix(suffix),
                found.utf8.count > prefix.utf8.count + suffix.utf8.count
            else {
                continue
            }
            removeIfAbandoned(folder + found)
        }
    }

    /// Returns the names of the files in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
                })
        }
        return names
    }

    /// Removes the file of a replacement that no process is writing any more.
    static func removeIfAbandoned(_ path: String) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        _ = path.withCString { unlink($0) }
    }

    private static func error(_ path: String, _ code: Int32) -> TableFileError {
        TableFileError(
            .unwritableFile, path: path, reason: "cannot be written: " + String(cString: strerror(code)))
    }

    private static func writeError(_ path: String, _ code: Int32) -> TableFileError {
        var error = error(path, code)
        error.isWriteFailure = true
        return error
    }
}
