import BenchmarkHarness

/// The events of the pages: for how long each holds the main actor.
public enum PageEvents {
    /// The goal for each event at a hundred thousand posts, 99 in 100 of the longest turns, in nanoseconds.
    public static let limitNanoseconds = 4e6
    /// The prefix of their names.
    public static let prefix = "pages."
    /// The largest size at which they are measured: an app with more posts on a device is not to be expected.
    public static let largestSize = DatasetSize.hundredThousand

    static let all = FeedEvents.all + FeedListEvents.all + AnalyticsEvents.all + OtherPageEvents.all

    /// Names and descriptions.
    public static let descriptions: [(name: String, purpose: String)] = all.map { ($0.name, $0.purpose) }

    /// Returns the rows of the named events at a size; none above ``largestSize``, or where turns cannot
    /// be measured.
    ///
    /// The caller is on the main thread.
    ///
    /// - Throws: ``CheckFailure`` if a page does not show the kernel's results.
    public static func measure(
        _ names: Set<String>, _ inputs: WorkloadInputs, _ size: DatasetSize, isQuick: Bool,
        progress: (String) -> Void
    ) throws -> [WorkloadResult] {
        guard size <= largestSize, MainActorTurns.isAvailable else { return [] }
        nonisolated(unsafe) let (inputs, progress) = (inputs, progress)
        return try MainActorTurns.withTurns { turns in
            let stages = PageStages(inputs, size, turns)
            return try all.filter { names.contains($0.name) }.map { event in
                progress("measuring \(event.name) at \(size.rawValue)")
                do { return try event.measure(stages, isQuick: isQuick) } catch let failure as CheckFailure {
                    throw CheckFailure("\(event.name): \(failure.description)")
                }
            }
        }
    }
}
