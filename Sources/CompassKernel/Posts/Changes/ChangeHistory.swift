/// When posts were last changed by realtime payloads, those that are deleted included.
struct ChangeHistory: Hashable, Sendable {
    /// Microseconds since 1970, by id.
    private(set) var lastCommits: [ByteText: Int64] = [:]

    /// The time of the last applied change of `id` when `micros` is before it; nil when a change of that time
    /// may be applied. A change without a time may always be.
    func lastCommit(of id: ByteText, after micros: Int64?) -> Int64? {
        guard let micros, let last = lastCommits[id], micros < last else { return nil }
        return last
    }

    /// Notes that a change of `id` was applied; one without a time leaves the last known time as it was.
    mutating func note(_ id: ByteText, _ micros: Int64?) {
        if let micros { lastCommits[id] = micros }
    }

    /// Forgets the times before `micros` of ids that are not `kept`.
    mutating func forget(before micros: Int64, unless isKept: (ByteText) -> Bool) {
        lastCommits = lastCommits.filter { $0.value >= micros || isKept($0.key) }
    }
}
