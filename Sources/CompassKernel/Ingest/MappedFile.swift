#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The bytes of a file, mapped into memory for reading during this value's lifetime.
///
/// As with every mapped file, if the file shrinks while it is mapped, reading the lost part ends the process;
/// if it is written to, the bytes read may be old or new. A file that cannot be mapped (a pipe) is read into
/// memory instead.
struct MappedFile: ~Copyable {
    private let memory: UnsafeMutableRawPointer?
    private let byteCount: Int
    private let isMapped: Bool

    /// Maps the file at `path`.
    static func mapping(_ path: String) throws(LoadError) -> MappedFile {
        // Not `open(path, …)`, which copies the path into an array: the bytes that a load allocates would
        // then depend on the file's location.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw error(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw error(path, EISDIR) }
        let byteCount = Int(status.st_size)
        // Files that the system generates on reading report a size of zero.
        guard status.st_mode & S_IFMT == S_IFREG, byteCount > 0 else {
            let (memory, byteCount) = try readAll(descriptor, path: path)
            return MappedFile(memory: memory, byteCount: byteCount, isMapped: false)
        }
        let mapped = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { throw error(path, errno) }
        _ = madvise(mapped, byteCount, MADV_SEQUENTIAL)
        return MappedFile(memory: mapped, byteCount: byteCount, isMapped: true)
    }

    deinit {
        guard let memory else { return }
        if isMapped { munmap(memory, byteCount) } else { ColumnMemory.deallocate(memory) }
    }

    /// Calls `body` with the file's bytes.
    func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(LoadError) -> Result
    ) throws(LoadError) -> Result {
        // SAFETY: the memory lives as long as this value, which the call borrows.
        try body(
            UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: byteCount))
    }

    private static func readAll(
        _ descriptor: Int32, path: String
    ) throws(LoadError) -> (UnsafeMutableRawPointer?, Int) {
        var bytes = GrowableColumn<UInt8>(capacity: 1 << 16)
        while true {
            var result = 0
            bytes.append(upTo: 1 << 16) { target in
                result = read(descriptor, target, 1 << 16)
                return max(result, 0)
            }
            if result < 0, errno != EINTR { throw error(path, errno) }
            if result == 0 { break }
        }
        return bytes.takeMemory()
    }

    private static func error(_ path: String, _ code: Int32) -> LoadError {
        code == ENOENT
            ? .missingFile(path: path)
            : .unreadableFile(path: path, reason: String(cString: strerror(code)))
    }
}
