/// What became of one realtime payload.
public enum RealtimeOutcome: Hashable, Sendable {
    /// A new post is there.
    case inserted(id: String)
    /// A known post has the payload's values, which it may have had before.
    case updated(id: String)
    /// The post is gone.
    case deleted(id: String)
    /// A post that is not known was deleted: there was nothing to do.
    case alreadyGone(id: String)
    /// A later change of this post has been applied before.
    case ignoredAsOlder(id: String, lastCommit: Timestamp)
    /// The record cannot be a row: a needed field cannot be read, or is missing and the post is not known.
    case unusable(id: String, field: String, reason: String)
}

/// What became of the payloads of one document.
public struct RealtimeResult: Hashable, Sendable {
    /// One for each payload, in their order.
    public let outcomes: [RealtimeOutcome]
    /// Values that were unreadable and count as null, or were repaired; `row` is the payload's number.
    public let problems: [IngestProblem]
}

extension RealtimeResult: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: RealtimeResult?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.schemaVersion(JSONSchema.version)
        writer.list("outcomes", value?.outcomes)
        writer.list("problems", value?.problems)
    }
}

extension RealtimeOutcome: KeyedValue {
    /// The name of the case as `outcome`, the id, and what some cases have besides, null for the others.
    public static func writeMembers(
        of value: RealtimeOutcome?, to writer: inout some MemberWriter & ~Copyable
    ) {
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
    /// Applies what the server announces about rows of `social_media_posts`: one payload, or an array of
    /// them, each `{"type": "INSERT" | "UPDATE" | "DELETE", "record": {…}, "old_record": {…},
    /// "commit_timestamp": …}`.
    ///
    /// Payloads may come twice and out of order: one whose `commit_timestamp` is before that of the last
    /// applied one for its id changes nothing, also after a deletion. Without a `commit_timestamp` a payload
    /// counts as newest and leaves the last known time as it was. Fields that an update leaves out stay as
    /// they are; an update of a post that is not known inserts it when it is whole. A row that has got another
    /// id (`old_record` has the old one) goes on under the new one. A post whose URL another one takes is gone
    /// since that payload's time. Payloads of the very same time are applied in the order in which they come.
    /// Local changes and merged batches have no commit time.
    ///
    /// - Parameter json: one object, or an array of objects, which are applied in their order.
    /// - Returns: what became of each payload, and which of their values could not be read.
    /// - Throws: ``RealtimeError``; the table is unchanged then, whichever payload was at fault.
    /// - Complexity: as for ``merge(json:options:)``: one pass over what is counted when posts come, whether one
    ///   or many, so apply payloads together that come together.
    @discardableResult
    public mutating func apply(
        realtime json: some Collection<UInt8>
    ) throws(RealtimeError) -> RealtimeResult {
        let payloads = try PostTable.payloads(json)
        prepareForChanges()
        var edits = PostEdits()
        var commits = StagedCommits()
        var outcomes: [RealtimeOutcome] = []
        do throws(PostChangeError) {
            for payload in payloads {
                outcomes.append(try edits.stage(payload, over: self, &commits))
            }
            try commit(edits)
        } catch { throw .refused(error) }
        history.note(commits)
        return RealtimeResult(outcomes: outcomes, problems: payloads.flatMap(\.problems))
    }

    /// Forgets when posts that are gone were last changed, if that was before a time, so that they need no
    /// memory.
    ///
    /// A payload that is even older and comes later may bring such a post back.
    ///
    /// - Complexity: O(h) for h posts that payloads were applied to.
    public mutating func forgetDeletions(before time: Timestamp) {
        prepareForChanges()
        let table = self
        history.forget(before: time.micros) { table.row(ofId: $0.string) != nil }
    }

    private static func payloads(
        _ json: some Collection<UInt8>
    ) throws(RealtimeError) -> [RealtimePayload] {
        let options = LoadOptions(threads: 1)
        var builder = RealtimePayloadBuilder(options: options)
        var firstSkipped: IngestProblem?
        do throws(LoadError) {
            try DocumentBytes.with(json) { bytes throws(LoadError) in
                var reader = TableReader<RealtimePayloadBuilder>(
                    document: bytes, format: .json, options: options)
                try reader.readObjectOrArray()
                if reader.log.skipped > 0 { firstSkipped = reader.log.problems.first }
                builder = reader.takeBuilder()
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
    /// Stages a payload and notes its time.
    fileprivate mutating func stage(
        _ payload: RealtimePayload, over table: PostTable, _ commits: inout StagedCommits
    ) throws(PostChangeError) -> RealtimeOutcome {
        switch payload.change {
        case .delete(let id):
            return stageDeletion(of: ByteText(id), at: payload.commitMicros, over: table, &commits)
        case .upsert(let patch, let oldId):
            return try stage(patch, oldId: oldId, at: payload.commitMicros, over: table, &commits)
        case .unusable(let id, let field, let reason):
            return .unusable(id: id, field: field, reason: reason)
        }
    }

    /// - Parameter oldId: what the row was called before, where it has got another id.
    private mutating func stage(
        _ patch: PostPatch, oldId: String?, at micros: Int64?, over table: PostTable,
        _ commits: inout StagedCommits
    ) throws(PostChangeError) -> RealtimeOutcome {
        let id = ByteText(patch.values.id)
        let oldId = oldId.map(ByteText.init)
        // What goes under the old id lives on under the new one.
        let moved = oldId.flatMap { oldId in
            let isNewest = commits.lastCommit(of: oldId, after: micros, over: table.history) == nil
            return isNewest ? post(oldId, over: table) : nil
        }
        if let last = commits.lastCommit(of: id, after: micros, over: table.history) {
            if let oldId { _ = stageDeletion(of: oldId, at: micros, over: table, &commits) }
            return .ignoredAsOlder(id: id.string, lastCommit: Timestamp(micros: last))
        }
        let known = post(id, over: table)
        guard let base = moved ?? known else {
            if let field = patch.missingField {
                let reason = "is missing, and the post is not known"
                return .unusable(id: id.string, field: "\(PostField.names[field])", reason: reason)
            }
            if let oldId { _ = stageDeletion(of: oldId, at: micros, over: table, &commits) }
            commits.note(displaced: try put(patch.values, over: table), micros, over: table.history)
            commits.note(id, micros)
            return .inserted(id: id.string)
        }
        if let oldId { _ = stageDeletion(of: oldId, at: micros, over: table, &commits) }
        commits.note(
            displaced: try put(patch.applied(to: base), over: table), micros, over: table.history)
        commits.note(id, micros)
        return known == nil ? .inserted(id: id.string) : .updated(id: id.string)
    }

    private mutating func stageDeletion(
        of id: ByteText, at micros: Int64?, over table: PostTable, _ commits: inout StagedCommits
    ) -> RealtimeOutcome {
        if let last = commits.lastCommit(of: id, after: micros, over: table.history) {
            return .ignoredAsOlder(id: id.string, lastCommit: Timestamp(micros: last))
        }
        let isKnown = post(id, over: table) != nil
        if isKnown { remove(id, over: table) }
        commits.note(id, micros)
        return isKnown ? .deleted(id: id.string) : .alreadyGone(id: id.string)
    }
}
