import Foundation

/// The processor time of the calling thread, which does not advance while other programs run.
public enum ThreadTime {
    /// Seconds of processor time since the thread began.
    public static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Returns the shortest time that one of several calls took, in seconds, by the mean of batches.
    ///
    /// Other load on the machine makes calls slower, never faster.
    ///
    /// - Parameters:
    ///   - call: a call that works in the calling thread alone; its running numbers begin at 0.
    ///   - callsPerBatch: calls per batch; there are two to twenty batches.
    ///   - budgetSeconds: seconds after which no further batch is started.
    public static func fewestSeconds(
        of call: Call, callsPerBatch: Int = 1, budgetSeconds: Double
    ) throws -> Double {
        let start = seconds
        var fewest = Double.infinity
        for batch in 0..<20 {
            try call.prepare()
            let before = seconds
            if batch >= 2, before - start >= budgetSeconds { break }
            try call.run(batch * callsPerBatch..<(batch + 1) * callsPerBatch)
            fewest = min(fewest, (seconds - before) / Double(callsPerBatch))
        }
        return fewest
    }
}
