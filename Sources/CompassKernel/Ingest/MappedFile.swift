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
    /// The number of bytes of the memory before the first one that was requested: mappings begin at pages.
    private var precedingByteCount = 0
    /// The position in the file of the first byte.
    private(set) var byteOffset = 0
    /// Whether the first byte is the end of the line before the requested lines.
    private(set) var beginsWithLineBreak = false

    private init(memory: UnsafeMutableRawPointer?, byteCount: Int, isMapped: Bool) {
        self.memory = memory
        self.byteCount = byteCount
        self.isMapped = isMapped
    }

    /// Maps the file at `path`, or a part of it.
    ///
    /// - Parameter lines: the positions of the lines to map: those that begin within it, to their ends, with
    ///   the line break before them; nil for the whole file.
    static func mapping(_ path: String, lines: Range<Int>? = nil) throws(LoadError) -> MappedFile {
        // Not `open(path, …)`, which copies the path into an array: the bytes that a load allocates would
        // then depend on the file's location.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw error(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw error(path, EISDIR) }
        let byteCount = Int(status.st_size)
        if let lines {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .unreadableFile(path: path, reason: "only regular files can be read in parts")
            }
            return try mapping(lines, of: descriptor, byteCount: byteCount, path: path)
        }
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

    private static func mapping(
        _ lines: Range<Int>, of descriptor: Int32, byteCount: Int, path: String
    ) throws(LoadError) -> MappedFile {
        let firstLine = try lineStart(lines.lowerBound, of: descriptor, byteCount: byteCount, path: path)
        let end = try lineStart(lines.upperBound, of: descriptor, byteCount: byteCount, path: path)
        guard firstLine < end else { return MappedFile(memory: nil, byteCount: 0, isMapped: false) }
        // With the line break before it, a byte order mark within the document remains the error that it is.
        let start = max(firstLine - 1, 0)
        let pageStart = start - start % Int(sysconf(Int32(_SC_PAGESIZE)))
        let mapped = mmap(nil, end - pageStart, PROT_READ, MAP_PRIVATE, descriptor, off_t(pageStart))
        guard let mapped, mapped != MAP_FAILED else { throw error(path, errno) }
        _ = madvise(mapped, end - pageStart, MADV_SEQUENTIAL)
        var file = MappedFile(memory: mapped, byteCount: end - pageStart, isMapped: true)
        file.precedingByteCount = start - pageStart
        file.byteOffset = start
        file.beginsWithLineBreak = firstLine > 0
        return file
    }

    /// Returns the position of the first line that begins at or after a position; that of the file's end if
    /// there is none.
    private static func lineStart(
        _ position: Int, of descriptor: Int32, byteCount: Int, path: String
    ) throws(LoadError) -> Int {
        if position <= 0 { return 0 }
        let lineFeed: UInt8 = 0x0a
        // The line feed of the previous line may be just before.
        var next = position - 1
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while next < byteCount {
            let count = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(next))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw error(path, errno) }
            if count == 0 { break }
            if let found = buffer[..<count].firstIndex(of: lineFeed) { return next + found + 1 }
            next += count
        }
        return byteCount
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
            UnsafeBufferPointer(
                start: memory.map { ($0 + precedingByteCount).assumingMemoryBound(to: UInt8.self) },
                count: byteCount - precedingByteCount))
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
