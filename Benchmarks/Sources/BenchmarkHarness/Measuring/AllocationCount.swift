import AllocationCounter

/// What the allocator did during a call.
public struct AllocationCount: Hashable, Sendable {
    /// Blocks allocated; one that was moved counts once more.
    public var allocations: Int
    /// Bytes of these blocks, as large as the allocator made them.
    public var allocatedBytes: Int
    /// Bytes allocated during the call and still there at its end, less older ones that it freed.
    public var liveBytes: Int
    /// The most that ``liveBytes`` was at any time of the call.
    public var peakLiveBytes: Int

    /// Whether the process's allocator can count.
    public static var isAvailable: Bool { allocation_counter_is_available() }

    /// Whose allocations are counted.
    public enum Threads: Hashable, Sendable {
        /// Those of the calling thread: exact, whatever other threads do meanwhile.
        case calling
        /// Those of all threads of the process.
        case all
    }

    /// Counts what is allocated during a call, which is slowed down by that; calls must not overlap.
    ///
    /// The result lives when counting ends, so that its own memory is live memory.
    ///
    /// - Parameters:
    ///   - threads: whose allocations are counted.
    ///   - body: the call.
    /// - Returns: the result, and the counts; nil where the allocator cannot count.
    public static func during<Result, Failure: Error>(
        in threads: Threads = .calling, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, count: AllocationCount?) {
        guard allocation_counter_start(threads == .all) else { return (try body(), nil) }
        let outcome: Swift.Result<Result, Failure>
        do { outcome = .success(try body()) } catch { outcome = .failure(error) }
        let counts = allocation_counter_stop()
        return (try outcome.get(), AllocationCount(counts))
    }

    private init(_ counts: allocation_counts) {
        allocations = Int(counts.allocations)
        allocatedBytes = Int(counts.allocated_bytes)
        liveBytes = Int(counts.live_bytes)
        peakLiveBytes = Int(counts.peak_live_bytes)
    }
}
