/// When posts were last changed by realtime payloads, those that are deleted included.
struct ChangeHistory: Hashable, Sendable {
    /// The last applied change of a post.
    struct Entry: Hashable, Sendable {
        /// When it was committed, in microseconds since 1970.
        let micros: Int64
        /// Which one it was of the documents of payloads that were applied, from 1.
        let documentNumber: Int
    }

    private(set) var entries: [ByteText: Entry] = [:]
    /// How many documents of payloads with times have been applied.
    private(set) var documentCount = 0

    /// Notes the times of applied changes.
    mutating func note(_ commits: StagedCommits) {
        if commits.lastCommits.isEmpty { return }
        documentCount += 1
        for (id, micros) in commits.lastCommits {
            entries[id] = Entry(micros: micros, documentNumber: documentCount)
        }
    }

    /// Whether a post was spoken of since the first `documentCount` documents.
    func hasNews(of id: ByteText, since documentCount: Int) -> Bool {
        entries[id].map { $0.documentNumber > documentCount } ?? false
    }

    /// Forgets the times before `micros` of ids that are not `kept`.
    mutating func forget(before micros: Int64, unless isKept: (ByteText) -> Bool) {
        entries = entries.filter { $0.value.micros >= micros || isKept($0.key) }
    }

    /// The memory that ids and times occupy, in bytes, without the dictionary's own.
    var byteCount: Int { entries.keys.reduce(0) { $0 + $1.string.utf8.count + 32 } }
}

/// Times of changes that are staged over those of a table: a dictionary of few, as copying that of all posts
/// would cost more than a change.
struct StagedCommits {
    private(set) var lastCommits: [ByteText: Int64] = [:]

    /// The time of the last applied change of `id` when `micros` is before it; nil when a change of that time
    /// may be applied. A change without a time may always be.
    func lastCommit(of id: ByteText, after micros: Int64?, over history: ChangeHistory) -> Int64? {
        guard let micros, let last = lastCommits[id] ?? history.entries[id]?.micros, micros < last else {
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
