/// The result of one realtime payload.
public enum RealtimeOutcome: Hashable, Sendable {
    /// A new post was added.
    case inserted(id: String)
    /// A known post has the payload's values, possibly unchanged.
    case updated(id: String)
    /// The post was removed.
    case deleted(id: String)
    /// An unknown post was deleted: there was nothing to do.
    case alreadyGone(id: String)
    /// A later change of this post has already been applied.
    case ignoredAsOlder(id: String, lastCommit: Timestamp)
    /// The record is not a valid row: a required field is unreadable, or is missing and the post is unknown.
    case unusable(id: String, field: String, reason: String)
}

/// The results of the payloads of one document.
public struct RealtimeResult: Hashable, KeyedValue {
    /// One outcome for each payload, in order.
    public let outcomes: [RealtimeOutcome]
    /// Unreadable values, which count as null, and repaired ones; `row` is the payload's number.
    public let problems: [IngestProblem]

    /// Writes the members in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("outcomes", value?.outcomes)
        writer.list("problems", value?.problems)
    }
}

extension RealtimeOutcome: KeyedValue {
    /// Writes the case name as `outcome`, the id, and the values that only some cases have, null for the
    /// others.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        var (name, postID, field, reason): (String?, String?, String?, String?)
        var lastCommit: Timestamp?
        switch value {
        case .inserted(let id): (name, postID) = ("inserted", id)
        case .updated(let id): (name, postID) = ("updated", id)
        case .deleted(let id): (name, postID) = ("deleted", id)
        case .alreadyGone(let id): (name, postID) = ("alreadyGone", id)
        case .ignoredAsOlder(let id, let time): (name, postID, lastCommit) = ("ignoredAsOlder", id, time)
        case .unusable(let id, let column, let why):
            (name, postID, field, reason) = ("unusable", id, column, why)
        case nil: break
        }
        writer.member("outcome", name)
        writer.member("id", postID)
        writer.member("lastCommit", lastCommit.map { ZonedTimestamp($0, in: .utc) })
        writer.member("field", field)
        writer.member("reason", reason)
    }
}

extension PostTable {
    /// Applies the server's notifications about rows of `social_media_posts`: one payload, or an array of
    /// them, each `{"type": "INSERT" | "UPDATE" | "DELETE", "record": {…}, "old_record": {…},
    /// "commit_timestamp": …}`.
    ///
    /// Payloads may be duplicated and out of order: a payload whose `commit_timestamp` is before that of the
    /// last one applied to its id changes nothing, also after a deletion. A payload without a
    /// `commit_timestamp` counts as newest and keeps the last known time. Fields missing from an update are
    /// unchanged; an update of an unknown post inserts it if it is complete. A row whose id has changed
    /// (`old_record` has the old one) continues under the new one. A post whose URL is taken by another one
    /// is removed as of that payload's time. Payloads with equal times are applied in the order of arrival.
    /// Local changes and merged batches have no commit time.
    ///
    /// - Parameter json: one object, or an array of objects, which are applied in order.
    /// - Returns: the result of each payload, and the values that could not be read.
    /// - Throws: ``PostChangeError``; the table is unchanged then, whichever payload was at fault.
    /// - Complexity: as for ``apply(_:)``, plus O(b) for b bytes.
    @discardableResult
    public mutating func apply(
        realtime json: some Collection<UInt8>
    ) throws(PostChangeError) -> RealtimeResult {
        let payloads = try PostTable.payloads(json)
        advanceKeys(forChangesOf: payloads.count)
        var edits = PostEdits()
        var commits = StagedCommits()
        var outcomes: [RealtimeOutcome] = []
        for payload in payloads { outcomes.append(try edits.stage(payload, over: self, &commits)) }
        try commit(edits)
        parts.history.note(commits)
        return RealtimeResult(outcomes: outcomes, problems: payloads.flatMap(\.problems))
    }

    /// Discards the times at which removed posts were last changed, if they are before `time`, to free
    /// memory.
    ///
    /// An even older payload that arrives later may restore such a post.
    ///
    /// - Complexity: O(h) for h posts that payloads were applied to, plus that of ``prepareForChanges()``.
    public mutating func forgetDeletions(before time: Timestamp) {
        prepareForChanges()
        let table = self
        parts.history.forget(before: time.micros) { table.place(ofID: $0.string) != nil }
    }

    private static func payloads(
        _ json: some Collection<UInt8>
    ) throws(PostChangeError) -> [RealtimePayload] {
        var firstSkipped: IngestProblem?
        let builder: RealtimePayloadBuilder
        do throws(LoadError) {
            builder = try DocumentBytes.with(json) { bytes throws(LoadError) in
                var reader = TableReader(
                    document: bytes, format: .json, options: LoadOptions(), builder: RealtimePayloadBuilder())
                try reader.readObjectOrArray()
                if reader.log.skipped > 0 { firstSkipped = reader.log.problems.first }
                return reader.takeBuilder()
            }
        } catch { throw .unreadable(error) }
        if let firstSkipped {
            throw .malformedPayload(payload: firstSkipped.row, field: nil, reason: firstSkipped.reason)
        }
        if let error = builder.error { throw error }
        return builder.payloads
    }
}

extension PostEdits {
    /// Stages a payload and records its time.
    fileprivate mutating func stage(
        _ payload: RealtimePayload, over table: PostTable, _ commits: inout StagedCommits
    ) throws(PostChangeError) -> RealtimeOutcome {
        switch payload.change {
        case .remove(let id):
            return stageDeletion(of: ByteText(id), at: payload.commitMicros, over: table, &commits)
        case .upsert(let patch, let oldID):
            return try stage(patch, oldID: oldID, at: payload.commitMicros, over: table, &commits)
        case .unusable(let id, let field, let reason):
            return .unusable(id: id, field: field, reason: reason)
        }
    }

    /// - Parameter oldID: the row's previous id, if it has changed.
    private mutating func stage(
        _ patch: PostPatch, oldID: String?, at micros: Int64?, over table: PostTable,
        _ commits: inout StagedCommits
    ) throws(PostChangeError) -> RealtimeOutcome {
        let id = ByteText(patch.values.id)
        let oldID = oldID.map(ByteText.init)
        // The post with the old id continues under the new one.
        let moved = oldID.flatMap { oldID in
            let isNewest = commits.lastCommit(of: oldID, after: micros, over: table.history) == nil
            return isNewest ? post(oldID, over: table) : nil
        }
        if let last = commits.lastCommit(of: id, after: micros, over: table.history) {
            if let oldID { _ = stageDeletion(of: oldID, at: micros, over: table, &commits) }
            return .ignoredAsOlder(id: id.string, lastCommit: Timestamp(micros: last))
        }
        let known = post(id, over: table)
        let base = moved ?? known
        if base == nil, let field = patch.missingField {
            let reason = "is missing, and the post is not known"
            return .unusable(id: id.string, field: "\(PostField.names[field])", reason: reason)
        }
        if let oldID { _ = stageDeletion(of: oldID, at: micros, over: table, &commits) }
        let new = base.map { patch.applied(to: $0) } ?? patch.values
        commits.note(displaced: try put(new, over: table), micros, over: table.history)
        commits.note(id, micros)
        return known == nil ? .inserted(id: id.string) : .updated(id: id.string)
    }

    private mutating func stageDeletion(
        of id: ByteText, at micros: Int64?, over table: PostTable, _ commits: inout StagedCommits
    ) -> RealtimeOutcome {
        if let last = commits.lastCommit(of: id, after: micros, over: table.history) {
            return .ignoredAsOlder(id: id.string, lastCommit: Timestamp(micros: last))
        }
        let isKnown = hasPost(id, over: table)
        if isKnown { remove(id, over: table) }
        commits.note(id, micros)
        return isKnown ? .deleted(id: id.string) : .alreadyGone(id: id.string)
    }
}
