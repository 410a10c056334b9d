/// The bounds of what can be undone.
enum UndoLimits {
    /// How many changes can be undone.
    static let maximumCount = 100
    /// How long a change can be undone.
    static let maximumAge = Duration.seconds(600)
}

/// The inverses of the last changes, by the numbers that undo them.
struct UndoHistory<Inverse: Sendable>: Sendable {
    private struct Entry {
        let number: UInt64
        let time: Duration
        let postID: String
        let change: Inverse
    }

    private var entries: [Entry] = []

    /// The change with a number; nil if it is too old or was taken.
    func change(_ number: UInt64, at time: Duration) -> (postID: String, change: Inverse)? {
        guard let entry = entries.first(where: { $0.number == number }),
            time - entry.time <= UndoLimits.maximumAge
        else { return nil }
        return (entry.postID, entry.change)
    }

    mutating func remove(_ number: UInt64) { entries.removeAll { $0.number == number } }

    mutating func append(_ number: UInt64, _ change: Inverse, ofPost id: String, at time: Duration) {
        entries.removeAll { time - $0.time > UndoLimits.maximumAge }
        entries.append(Entry(number: number, time: time, postID: id, change: change))
        if entries.count > UndoLimits.maximumCount {
            entries.removeFirst(entries.count - UndoLimits.maximumCount)
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that measures the time since this call.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}

/// The bounds of syncs.
enum SyncLimits {
    /// The time between two syncs.
    static let interval = Duration.seconds(10)
}
