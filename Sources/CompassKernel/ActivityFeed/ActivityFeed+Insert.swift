extension ActivityFeed {
    /// Inserts an interaction at its position in the feed.
    ///
    /// - Parameter interaction: a row that was added since the tables were loaded.
    /// - Returns: whether it was inserted. The feed is unchanged if the id is empty or already in the table,
    ///   shown or not, or if the source already holds its maximum of 2³⁰ rows.
    /// - Complexity: O(log n + c) for n events in c chunks of a few thousand. The first insert of a kind
    ///   builds the index of ``prepareForInserts()``, and the first insert after the feed was copied copies
    ///   the chunk, the list of chunks and the previously inserted rows.
    @discardableResult
    public mutating func insert(_ interaction: Interaction) -> Bool {
        insert(ActivityRow(interaction), of: .interaction)
    }

    /// Inserts a change of status at its position in the feed.
    ///
    /// Otherwise the same as ``insert(_:)-(Interaction)``.
    @discardableResult
    public mutating func insert(_ statusChange: StatusChange) -> Bool {
        insert(ActivityRow(statusChange), of: .schoolStatusChange)
    }

    /// Inserts a document at its position in the feed.
    ///
    /// Otherwise the same as ``insert(_:)-(Interaction)``.
    @discardableResult
    public mutating func insert(_ document: Document) -> Bool {
        insert(ActivityRow(document), of: .documentUpload)
    }

    /// Builds the indexes of known ids, which are otherwise built by the first insert of each kind.
    ///
    /// - Complexity: O(n) for n rows of all tables; O(1) if already built.
    public func prepareForInserts() {
        for source in sources { source.loaded.preparedIndex() }
    }

    private mutating func insert(_ row: ActivityRow, of type: ActivityType) -> Bool {
        let source = type.source
        guard !row.id.isEmpty, !sources[source].contains(id: row.id),
            sources[source].count < ActivityEntry.maximumRankCount
        else { return false }
        var id = row.id
        let position = id.withUTF8 { id in
            order.position { isAfter($0, time: row.time.micros, source: source, id: id) }
        }
        order.insert(ActivityEntry(source: source, rank: sources[source].append(row)), at: position)
        return true
    }

    /// Returns whether an event comes after the given row in the feed.
    private func isAfter(
        _ entry: ActivityEntry, time: Int64, source: Int, id: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let own = micros(entry)
        if own != time { return own < time }
        if entry.source != source { return entry.source > source }
        return sources[source].compareIDs(entry.rank, with: id) > 0
    }
}
