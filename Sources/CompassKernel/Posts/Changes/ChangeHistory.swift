/// The times at which posts, including deleted ones, were last changed by realtime payloads.
struct ChangeHistory: Sendable {
    /// The last applied change of a post.
    struct Entry: Hashable, Sendable {
        /// The commit time in microseconds since 1970.
        let micros: Int64
        /// The number, from 1, of the applied document of payloads that contained it.
        let documentNumber: Int
    }

    private(set) var entries = LayeredDictionary<ByteText, Entry>()
    /// The number of applied documents that contained payloads with times.
    private(set) var documentCount = 0

    init() {}

    init(entries: LayeredDictionary<ByteText, Entry>, documentCount: Int) {
        self.entries = entries
        self.documentCount = documentCount
    }

    /// Records the times of applied changes.
    mutating func note(_ commits: StagedCommits) {
        if commits.lastCommits.isEmpty { return }
        documentCount += 1
        for (id, micros) in commits.lastCommits {
            entries.updateValue(Entry(micros: micros, documentNumber: documentCount), forKey: id)
        }
    }

    /// Returns whether a post was changed by a document after the first `documentCount` ones.
    func hasNews(of id: ByteText, since documentCount: Int) -> Bool {
        entries[id].map { $0.documentNumber > documentCount } ?? false
    }

    /// Removes the times before `micros` of ids that are not `kept`.
    mutating func forget(before micros: Int64, unless isKept: (ByteText) -> Bool) {
        entries.keep { id, entry in entry.micros >= micros || isKept(id) }
    }

    /// The memory that ids and times occupy, in bytes, without the overhead of the dictionary.
    var byteCount: Int { entries.values.keys.reduce(0) { $0 + $1.string.utf8.count + 32 } }
}

/// Times of staged changes, layered over those of a table: a small dictionary, because copying the times of
/// all posts would cost more than a change.
struct StagedCommits {
    private(set) var lastCommits: [ByteText: Int64] = [:]

    /// Returns the time of the last applied change of `id` if `micros` is before it; nil if a change at that
    /// time may be applied. A change without a time may always be applied.
    func lastCommit(of id: ByteText, after micros: Int64?, over history: ChangeHistory) -> Int64? {
        guard let micros, let last = lastCommits[id] ?? history.entries[id]?.micros, micros < last else {
            return nil
        }
        return last
    }

    /// Records that a change of `id` was applied; a change without a time keeps the last known time.
    mutating func note(_ id: ByteText, _ micros: Int64?) { if let micros { lastCommits[id] = micros } }

    /// Records that a post was removed because another one has taken its URL.
    mutating func note(displaced id: ByteText?, _ micros: Int64?, over history: ChangeHistory) {
        guard let id, lastCommit(of: id, after: micros, over: history) == nil else { return }
        note(id, micros)
    }
}
