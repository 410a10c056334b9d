#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Raw memory for columns.
///
/// Columns bypass `Array` for three reasons: a block can be shrunk in place when loading is done, grown
/// without a copy where the C library can move pages, and placed on huge pages. The last one matters because
/// the first access to a 4 KiB page costs as much as parsing several kilobytes of JSON.
enum ColumnMemory {
    private static let hugePageByteCount: UInt = 2 << 20
    /// The minimum size of a block that is advised to use huge pages: smaller ones contain no whole one, those from
    /// 4 MiB on at least one. A column of a million 32-bit numbers is just below 4 MiB.
    static let hugePageThreshold = Int(hugePageByteCount)

    /// Allocates `byteCount` bytes (at least one), aligned for every element type that columns use.
    static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard let memory = malloc(max(byteCount, 1)) else { outOfMemory(byteCount) }
        adviseHugePages(memory, byteCount: byteCount)
        return memory
    }

    /// Allocates `byteCount` zero bytes (at least eight).
    ///
    /// Blocks of medium size are written rather than taken from `calloc`: jemalloc returns the pages of a recycled
    /// block to the system to have them zero, which interrupts every other processor, and each page is faulted in
    /// again. Measured with `compass-bench live --size 1m`: 70,000 page faults a second. Smaller blocks are zeroed by
    /// every allocator itself, and larger ones may not be accessed at all.
    static func allocateZeros(byteCount: Int) -> UnsafeMutableRawPointer {
        let byteCount = max(byteCount, 8)
        if byteCount >= writtenThreshold, byteCount < hugePageThreshold {
            let memory = allocateOutOfLine(byteCount: byteCount)
            memset(memory, 0, byteCount)
            return memory
        }
        guard let memory = calloc(byteCount, 1) else { outOfMemory(byteCount) }
        return memory
    }

    /// Writes zeros.
    static func clear(_ memory: UnsafeMutableRawPointer, byteCount: Int) { memset(memory, 0, byteCount) }

    /// The size from which jemalloc gives blocks pages of their own.
    private static let writtenThreshold = 1 << 14

    /// Not inlined, since the compiler turns `malloc` and `memset` into `calloc`.
    @inline(never)
    private static func allocateOutOfLine(byteCount: Int) -> UnsafeMutableRawPointer {
        allocate(byteCount: byteCount)
    }

    /// Changes the size of a block and keeps its first `min(old, new)` bytes.
    static func reallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) -> UnsafeMutableRawPointer {
        guard let moved = realloc(memory, max(byteCount, 1)) else { outOfMemory(byteCount) }
        adviseHugePages(moved, byteCount: byteCount)
        return moved
    }

    static func deallocate(_ memory: UnsafeMutableRawPointer) { free(memory) }

    /// Asks for huge pages wherever a block has a part of one, and so also for what it shares with its neighbors: a
    /// page is huge only if the whole of it is advised. jemalloc's blocks begin at any small page; with advice for
    /// their own pages alone, building an index of 1,000,000 intervals took a tenth longer (`timeline.build`).
    ///
    /// Contents and protection of the neighbors remain as they are, and so do pages that were accessed before. The
    /// advice stays with the addresses when the block is freed.
    static func adviseHugePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux) || os(Android)
            guard byteCount >= hugePageThreshold else { return }
            let (address, inPage) = (UInt(bitPattern: memory), hugePageByteCount - 1)
            let start = address & ~inPage
            let end = (address + UInt(byteCount) + inPage) & ~inPage
            // Only advice: where it is refused, ordinary pages are used. Addresses that are not mapped are an error for
            // the system, which advises all others.
            _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), 14 /* MADV_HUGEPAGE */)
        #endif
    }

    /// Running out of memory ends the process, as it does for the standard library's collections.
    private static func outOfMemory(_ byteCount: Int) -> Never {
        preconditionFailure("out of memory: \(byteCount) bytes for a column")
    }
}
