import AllocationCounter

/// What the allocator did during a call.
public struct AllocationCount: Hashable, Sendable {
    /// Blocks allocated; one that was resized counts once more.
    public var allocations: Int
    /// Bytes of these blocks, as large as the allocator made them.
    public var allocatedBytes: Int
    /// Bytes allocated during the call and still there at its end, less older ones that it freed.
    public var liveBytes: Int
    /// The most that ``liveBytes`` was at any time of the call.
    public var peakLiveBytes: Int

    /// Whether this platform can count: Linux with the GNU C library.
    public static var isAvailable: Bool { allocation_counter_is_available() }

    /// Counts what `body` allocates, and what other threads allocate meanwhile.
    ///
    /// The result lives when counting ends, so that its own memory is live memory.
    ///
    /// - Returns: the result, and the counts; nil where the platform cannot count.
    public static func during<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, count: AllocationCount?) {
        allocation_counter_start()
        defer { _ = allocation_counter_stop() }
        let result = try body()
        let counts = allocation_counter_stop()
        return (result, isAvailable ? AllocationCount(counts) : nil)
    }

    private init(_ counts: allocation_counts) {
        allocations = Int(counts.allocations)
        allocatedBytes = Int(counts.allocated_bytes)
        liveBytes = Int(counts.live_bytes)
        peakLiveBytes = Int(counts.peak_live_bytes)
    }
}
