import BenchmarkHarness
import Foundation

/// What the system requires at least to write a file, and to read one: the measure of saving, verifying and loading.
enum WholeFile {
    /// Writes bytes to a new file, synchronizes it, and gives it the name of another one.
    static func replace(_ path: String, by bytes: Data) throws {
        let temporary = path + ".copy"
        let descriptor = Foundation.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try CheckFailure.unless(descriptor >= 0, "\(temporary) cannot be created")
        defer { close(descriptor) }
        var isWritten = true
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty, isWritten {
                let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
                let count = write(descriptor, part.baseAddress, part.count)
                isWritten = count > 0
                rest = rest.dropFirst(max(count, 0))
            }
        }
        let isReplaced = isWritten && fsync(descriptor) == 0 && rename(temporary, path) == 0
        try CheckFailure.unless(isReplaced, "\(path) cannot be replaced")
    }

    /// Returns the size of a file.
    static func byteCount(_ path: String) throws -> Int {
        var status = stat()
        try CheckFailure.unless(stat(path, &status) == 0, "\(path) cannot be read")
        return Int(status.st_size)
    }

    /// Lets the system forget the content of a file where it can.
    static func dropFromCache(_ path: String) throws {
        #if os(Linux)
            let descriptor = Foundation.open(path, O_RDONLY)
            try CheckFailure.unless(descriptor >= 0, "\(path) cannot be read")
            defer { close(descriptor) }
            posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED))
        #endif
    }

    /// Maps a file anew and returns the sum of its words.
    static func sum(_ path: String) throws -> UInt64 { try withBytes(of: path, sum) }

    /// Maps a file anew, copies its first bytes into new memory, and returns the sum of the words after them.
    ///
    /// The last byte of the copy is added, so that the copy is not optimized away.
    static func sum(_ path: String, afterCopying byteCount: Int) throws -> UInt64 {
        try withBytes(of: path) { bytes in
            madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_SEQUENTIAL)
            let first = bytes.prefix(byteCount / vectorByteCount * vectorByteCount)
            let copy = HugePages(byteCount: first.count)
            copy.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: first))
            let rest = UnsafeRawBufferPointer(rebasing: bytes[first.endIndex...])
            return withExtendedLifetime(copy) { sum(rest) &+ UInt64(copy.bytes.last ?? 0) }
        }
    }

    private static let vectorByteCount = MemoryLayout<SIMD8<UInt64>>.size

    private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let words = UnsafeRawBufferPointer(
            rebasing: bytes.prefix(bytes.count / vectorByteCount * vectorByteCount))
        return words.withMemoryRebound(to: SIMD8<UInt64>.self) { words in
            words.reduce(SIMD8<UInt64>()) { $0 &+ $1 }.wrappedSum()
        }
    }

    private static func withBytes<Result>(
        of path: String, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let byteCount = try byteCount(path)
        let descriptor = Foundation.open(path, O_RDONLY)
        try CheckFailure.unless(descriptor >= 0, "\(path) cannot be read")
        defer { close(descriptor) }
        guard let base = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else {
            throw CheckFailure("\(path) cannot be mapped")
        }
        defer { munmap(base, byteCount) }
        return try body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}
