import AllocationCounter

/// The allocations of a call.
public struct AllocationCount: Hashable, Sendable {
    /// Blocks allocated; a resized block counts once more.
    public var allocations: Int
    /// Bytes of these blocks, as rounded up by the allocator.
    public var allocatedBytes: Int
    /// Bytes that the call allocated and did not free, less older ones that it freed.
    public var liveBytes: Int
    /// The peak of ``liveBytes`` during the call.
    public var peakLiveBytes: Int

    /// Whether this platform can count allocations: Linux.
    public static var isAvailable: Bool { allocation_counter_is_available() }

    /// The threads whose allocations are counted.
    public enum Threads: Hashable, Sendable {
        /// The calling thread: exact, independent of other threads.
        case calling
        /// All threads of the process.
        case all
    }

    /// Counts the allocations of a call; calls must not overlap.
    ///
    /// The result is still alive when counting ends, so its own memory counts as live.
    ///
    /// - Parameters:
    ///   - threads: the threads whose allocations are counted.
    ///   - body: the call.
    /// - Returns: the result and the counts; nil if the platform cannot count.
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
