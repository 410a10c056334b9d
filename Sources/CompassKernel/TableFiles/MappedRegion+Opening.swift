#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension MappedRegion {
    /// Maps the file at `path`, or reads it into memory.
    ///
    /// A file that others than its owner may write to is read, because what was verified could change.
    ///
    /// - Parameter copying: whether any file is read into memory: where it may be shortened by others, or is
    ///   on another machine that may be gone.
    static func opening(_ path: String, copying: Bool) throws(TableFileError) -> MappedRegion {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw error(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TableFileError(
                .unreadableFile, path: path,
                reason: status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file")
        }
        guard let byteCount = Int(exactly: status.st_size) else {
            throw TableFileError(.tooLarge, path: path, reason: "the file is too large for this machine")
        }
        guard byteCount > 0 else {
            throw TableFileError(.truncated, path: path, byteOffset: 0, reason: "the file is empty")
        }
        let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        if !copying, !isShared {
            guard let region = MappedRegion(mapping: descriptor, byteCount: byteCount) else {
                throw error(path, errno)
            }
            return region
        }
        guard
            let region = MappedRegion(
                byteCount: byteCount, fill: { fill($0, byteCount: byteCount, from: descriptor) })
        else { throw error(path, errno) }
        return region
    }

    /// Returns whether there is a regular file at `path` that begins with some bytes.
    static func begins(_ path: String, with beginning: [UInt8]) -> Bool {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        // Reading from a pipe would take its bytes away.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return count == bytes.count && bytes == beginning
    }

    /// Reads bytes of a file; those that it does not have any more remain zero.
    private static func fill(
        _ memory: UnsafeMutableRawPointer, byteCount: Int, from descriptor: Int32
    ) -> Bool {
        var done = 0
        while done < byteCount {
            // Darwin refuses more than 2 GiB at once.
            let count = read(descriptor, memory + done, min(byteCount - done, 1 << 30))
            if count < 0, errno == EINTR { continue }
            if count < 0 { return false }
            if count == 0 { break }
            done += count
        }
        return true
    }

    private static func error(_ path: String, _ code: Int32) -> TableFileError {
        code == ENOENT
            ? TableFileError(.missingFile, path: path, reason: "no such file")
            : TableFileError(
                .unreadableFile, path: path, reason: "cannot be read: " + String(cString: strerror(code)))
    }
}
