/// When posts were last changed by realtime payloads, those that are deleted included.
struct ChangeHistory: Hashable, Sendable {
    /// Microseconds since 1970, by id.
    private(set) var lastCommits: [ByteText: Int64] = [:]

    /// Notes the times of applied changes.
    mutating func note(_ commits: StagedCommits) {
        lastCommits.merge(commits.lastCommits) { _, new in new }
    }

    /// Forgets the times before `micros` of ids that are not `kept`.
    mutating func forget(before micros: Int64, unless isKept: (ByteText) -> Bool) {
        lastCommits = lastCommits.filter { $0.value >= micros || isKept($0.key) }
    }

    /// The memory that ids and times occupy, in bytes, without the dictionary's own.
    var byteCount: Int { lastCommits.keys.reduce(0) { $0 + $1.string.utf8.count + 24 } }
}

/// Times of changes that are staged over those of a table: a dictionary of few, as copying that of all posts
/// would cost more than a change.
struct StagedCommits {
    private(set) var lastCommits: [ByteText: Int64] = [:]

    /// The time of the last applied change of `id` when `micros` is before it; nil when a change of that time
    /// may be applied. A change without a time may always be.
    func lastCommit(of id: ByteText, after micros: Int64?, over history: ChangeHistory) -> Int64? {
        guard let micros, let last = lastCommits[id] ?? history.lastCommits[id], micros < last else {
            return nil
        }
        return last
    }

    /// Notes that a change of `id` was applied; one without a time leaves the last known time as it was.
    mutating func note(_ id: ByteText, _ micros: Int64?) {
        if let micros { lastCommits[id] = micros }
    }

    /// Notes that a post is gone since another one has taken its URL.
    mutating func note(displaced id: ByteText?, _ micros: Int64?, over history: ChangeHistory) {
        guard let id, lastCommit(of: id, after: micros, over: history) == nil else { return }
        note(id, micros)
    }
}
