/// Changes of rows after the feed was created. Without a limit per source, every result is then that of a feed
/// created from the current rows.
extension ActivityFeed {
    /// Adds an interaction at its position in the feed, or replaces the one with its id.
    ///
    /// A row that ``init(interactions:statusChanges:documents:schools:failures:limitPerSource:)`` left out
    /// because of its limit is shown once it is put.
    ///
    /// - Parameter interaction: a row that was added or changed since the tables were loaded.
    /// - Returns: whether the row was accepted: one with an empty id is not, nor any if the source has
    ///   already held its maximum of 2³⁰ rows at once. The feed is unchanged then.
    /// - Complexity: O(log n + c) for n events in c chunks of a few thousand. The first change of a kind
    ///   builds the index of ``prepareForChanges()``, and the first change after the feed was copied copies
    ///   the chunk, the list of chunks and the previously inserted rows.
    @discardableResult
    public mutating func put(_ interaction: Interaction) -> Bool {
        put(ActivityRow(interaction), of: .interaction)
    }

    /// Adds a change of status at its position in the feed, or replaces the one with its id.
    ///
    /// Otherwise the same as ``put(_:)-(Interaction)``.
    @discardableResult
    public mutating func put(_ statusChange: StatusChange) -> Bool {
        put(ActivityRow(statusChange), of: .schoolStatusChange)
    }

    /// Adds a document at its position in the feed, or replaces the one with its id.
    ///
    /// Otherwise the same as ``put(_:)-(Interaction)``.
    @discardableResult
    public mutating func put(_ document: Document) -> Bool { put(ActivityRow(document), of: .documentUpload) }

    /// Removes an event. Rows that were left out because of a limit do not take its place.
    ///
    /// - Parameter id: the id of the event, such as `interaction-42`.
    /// - Returns: whether there was such an event in the feed.
    /// - Complexity: as ``put(_:)-(Interaction)``.
    @discardableResult
    public mutating func remove(id: String) -> Bool {
        for type in ActivityType.bySource {
            let prefix = type.idPrefix.description.utf8
            guard id.utf8.starts(with: prefix) else { continue }
            let id = String(decoding: id.utf8.dropFirst(prefix.count), as: UTF8.self)
            let time = sources[type.source].find(id: id).micros
            let isRemoved = time.map { removeFromOrder(id, source: type.source, micros: $0) } ?? false
            sources[type.source].remove(id: id)
            return isRemoved
        }
        return false
    }

    /// Builds the indexes of known ids, which are otherwise built by the first change of each kind.
    ///
    /// - Complexity: O(n) for n rows of all tables; O(1) if already built.
    public func prepareForChanges() { for source in sources { source.loaded.preparedIndex() } }

    private mutating func put(_ row: ActivityRow, of type: ActivityType) -> Bool {
        let source = type.source
        guard !row.id.isEmpty, sources[source].count < ActivityEntry.maximumRankCount else { return false }
        let (known, time) = sources[source].find(id: row.id)
        if let time { removeFromOrder(row.id, source: source, micros: time) }
        let position = position(time: row.time.micros, source: source, id: row.id)
        let rank = sources[source].put(row, replacing: known)
        order.insert(ActivityEntry(source: source, rank: rank), at: position)
        return true
    }

    /// Removes the event of a row from the order; returns whether it was shown.
    @discardableResult
    private mutating func removeFromOrder(_ id: String, source: Int, micros time: Int64) -> Bool {
        let position = position(time: time, source: source, id: id)
        guard position < order.count else { return false }
        let (chunk, offset) = order.place(of: position)
        let entry = order.chunks[chunk][offset]
        var id = id
        let isShown = id.withUTF8 { id in
            entry.source == source && sources[source].compareIDs(entry.rank, with: id) == 0
        }
        if isShown { order.remove(at: position) }
        return isShown
    }

    /// Returns the number of events before a row with the given values.
    private func position(time: Int64, source: Int, id: String) -> Int {
        var id = id
        return id.withUTF8 { id in
            order.position { entry in
                let own = micros(entry)
                if own != time { return own < time }
                if entry.source != source { return entry.source > source }
                return sources[source].compareIDs(entry.rank, with: id) >= 0
            }
        }
    }
}
