/// Working memory for one query, on the stack if it fits.
///
/// `withUnsafeTemporaryAllocation` takes more than 1 KiB from the heap. A query must not allocate except for
/// its result, but requires a counter for each of several hundred schools.
enum StackScratch {
    /// The maximum number of counters on the stack; more come from the heap.
    static let stackCapacity = 4096

    /// Calls `body` with `count` counters, initialized to zero.
    @inline(__always)
    static func withCounters<Result>(
        _ count: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Result
    ) -> Result {
        if count <= 512 { return withStorage(KiB2(), count, body) }
        if count <= 2048 { return withStorage(KiB8(), count, body) }
        if count <= stackCapacity { return withStorage(KiB16(), count, body) }
        let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: count)
        return body(memory)
    }

    /// Does the same without a copy of `body` for each place of the memory, for use within another call.
    @inline(never)
    static func withInnerCounters<Result>(
        _ count: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Result
    ) -> Result {
        // Most filters name no coach; no memory is to be cleared for them.
        if count == 0 {
            var none: UInt32 = 0
            return body(&none)
        }
        return withCounters(count) { body($0) }
    }

    @inline(__always)
    private static func withStorage<Storage: BitwiseCopyable, Result>(
        _ zero: Storage, _ count: Int, _ body: (UnsafeMutablePointer<UInt32>) -> Result
    ) -> Result {
        var storage = zero
        return withUnsafeMutableBytes(of: &storage) { bytes in
            // SAFETY: the storage holds at least `count` counters and is aligned for 64-bit words.
            body(bytes.baseAddress!.bindMemory(to: UInt32.self, capacity: count))
        }
    }

    private typealias Bytes128 = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
        UInt64, UInt64, UInt64, UInt64
    )

    private struct KiB1: BitwiseCopyable {
        private var bytes: (Bytes128, Bytes128, Bytes128, Bytes128, Bytes128, Bytes128, Bytes128, Bytes128)

        init() {
            let zero: Bytes128 = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            bytes = (zero, zero, zero, zero, zero, zero, zero, zero)
        }
    }

    private struct KiB2: BitwiseCopyable {
        private var kibibytes = (KiB1(), KiB1())
    }

    private struct KiB8: BitwiseCopyable {
        private var kibibytes = (KiB2(), KiB2(), KiB2(), KiB2())
    }

    private struct KiB16: BitwiseCopyable {
        private var kibibytes = (KiB8(), KiB8())
    }
}
