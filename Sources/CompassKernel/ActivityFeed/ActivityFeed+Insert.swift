extension ActivityFeed {
    /// Puts an interaction in its place.
    ///
    /// - Parameter interaction: a row that has come since the tables were loaded.
    /// - Returns: whether it is new: a row with an id that its table has already, shown or not, changes
    ///   nothing, nor does one with an empty id, nor one above the 2³⁰ that a source can hold.
    /// - Complexity: O(log n + c) for n events in c chunks of a few thousand. The first insert of a kind
    ///   needs what ``prepareForInserts()`` builds, and the first one after the feed was copied copies the
    ///   chunk, the list of chunks and the rows that were inserted before.
    @discardableResult
    public mutating func insert(_ interaction: Interaction) -> Bool {
        insert(ActivityRow(interaction), of: .interaction)
    }

    /// Puts a change of status in its place.
    ///
    /// As ``insert(_:)-(Interaction)`` otherwise.
    @discardableResult
    public mutating func insert(_ statusChange: StatusChange) -> Bool {
        insert(ActivityRow(statusChange), of: .schoolStatusChange)
    }

    /// Puts a document in its place.
    ///
    /// As ``insert(_:)-(Interaction)`` otherwise.
    @discardableResult
    public mutating func insert(_ document: Document) -> Bool {
        insert(ActivityRow(document), of: .documentUpload)
    }

    /// Builds what tells known ids from new ones, which else the first insert of each kind does.
    ///
    /// - Complexity: O(n) for n rows of all tables; O(1) when it is built.
    public func prepareForInserts() {
        for source in sources { source.loaded.preparedIndex() }
    }

    private mutating func insert(_ row: ActivityRow, of type: ActivityType) -> Bool {
        let source = type.source
        guard !row.id.isEmpty, !sources[source].contains(id: row.id),
            sources[source].count < ActivityEntry.mostRanks
        else { return false }
        var id = row.id
        let position = id.withUTF8 { id in
            order.position { isBehind($0, time: row.time.micros, source: source, id: id) }
        }
        order.insert(ActivityEntry(source: source, rank: sources[source].append(row)), at: position)
        return true
    }

    /// Whether an event stands behind the one of a row.
    private func isBehind(
        _ entry: ActivityEntry, time: Int64, source: Int, id: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let own = micros(entry)
        if own != time { return own < time }
        if entry.source != source { return entry.source > source }
        return sources[source].compareIds(entry.rank, with: id) > 0
    }
}
