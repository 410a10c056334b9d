#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Memory that columns share and do not write to: a mapped file, or a copy of one.
///
/// Columns that refer to it keep it alive. Pages of a mapped file are read when they are first accessed, and
/// the system may take them away again. If another process shortens the file, accessing what is lost ends the
/// process; replacing the file by another one does no harm.
final class MappedRegion: @unchecked Sendable {
    // Sendable: the bytes are written before the region is returned, and never afterwards.
    private let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Maps the first `byteCount` bytes of a file, at least one; nil with `errno` set if that fails.
    init?(mapping descriptor: Int32, byteCount: Int) {
        // Not MADV_SEQUENTIAL: columns are read in any order, and again.
        let mapped = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        base = mapped
        self.byteCount = byteCount
    }

    /// Creates a region of `byteCount` bytes, at least one, which `fill` writes; nil with `errno` set if
    /// there is no memory, or `fill` returns false.
    init?(byteCount: Int, fill: (UnsafeMutableRawPointer) -> Bool) {
        // Pages of its own, so that the start has the alignment of a mapped file.
        let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        guard fill(mapped) else {
            let code = errno
            munmap(mapped, byteCount)
            errno = code
            return nil
        }
        mprotect(mapped, byteCount, PROT_READ)
        base = mapped
        self.byteCount = byteCount
    }

    #if canImport(Darwin)
        private static let anonymous = MAP_ANON
    #else
        private static let anonymous = MAP_ANONYMOUS
    #endif

    deinit { munmap(base, byteCount) }

    /// Calls `body` with all bytes.
    func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }

    /// Returns the address of a byte, for columns that keep the region alive.
    func address(of byteOffset: Int) -> UnsafeMutableRawPointer {
        precondition(byteOffset >= 0 && byteOffset <= byteCount, "outside of a mapped file")
        return base + byteOffset
    }
}
