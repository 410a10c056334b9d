#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Reads and writes files with the C library's streams.
enum DatasetFile {
    private static let bufferByteCount = 1 << 18

    /// Creates a folder and the folders above it where they do not exist.
    static func makeDirectory(_ path: String) throws(DatasetError) {
        var parent = ""
        for (index, name) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            parent += (index == 0 ? "" : "/") + name
            guard !parent.isEmpty, mkdir(parent, 0o777) != 0, errno != EEXIST else { continue }
            let code = errno
            // Some folders above the first one that can be created may not be writable.
            guard access(parent, F_OK) == 0 else { throw .file(path: path, reason: reason(code)) }
        }
    }

    /// Writes a file through `body`, which is passed a function that appends bytes. A reader never sees a
    /// partial file: the bytes are first written under a temporary name.
    static func write(
        to path: String,
        _ body: ((UnsafeRawBufferPointer) throws(DatasetError) -> Void) throws(DatasetError) -> Void
    ) throws(DatasetError) {
        let partialPath = path + ".partial"
        guard let stream = fopen(partialPath, "wb") else {
            throw .file(path: path, reason: reason(errno))
        }
        do {
            try body { (chunk: UnsafeRawBufferPointer) throws(DatasetError) in
                guard fwrite(chunk.baseAddress, 1, chunk.count, stream) == chunk.count else {
                    throw failure(path)
                }
            }
        } catch {
            fclose(stream)
            remove(partialPath)
            throw error
        }
        guard fclose(stream) == 0 else {
            let error = failure(path)
            remove(partialPath)
            throw error
        }
        guard rename(partialPath, path) == 0 else {
            let code = errno
            remove(partialPath)
            throw .file(path: path, reason: reason(code))
        }
    }

    static func writeAll(_ bytes: [UInt8], to path: String) throws(DatasetError) {
        try write(to: path) { (append) throws(DatasetError) in
            // A buffer's closure rethrows untyped errors, hence the detour over a result.
            let result = bytes.withUnsafeBytes { buffer in
                Result { () throws(DatasetError) in try append(buffer) }
            }
            try result.get()
        }
    }

    /// Reads a file in chunks.
    static func read(
        _ path: String, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(DatasetError) {
        guard let stream = fopen(path, "rb") else {
            let code = errno
            throw code == ENOENT ? .missing(path: path) : .unreadable(path: path, reason: reason(code))
        }
        defer { fclose(stream) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferByteCount, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = fread(buffer.baseAddress, 1, bufferByteCount, stream)
            guard ferror(stream) == 0 else { throw .unreadable(path: path, reason: reason(errno)) }
            guard count > 0 else { return }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    static func readAll(_ path: String) throws(DatasetError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { chunk in bytes.append(contentsOf: chunk) }
        return bytes
    }

    private static func failure(_ path: String) -> DatasetError {
        .unwritable(path: path, reason: reason(errno))
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
