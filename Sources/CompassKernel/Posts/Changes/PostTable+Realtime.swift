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
    /// A post that is not known was changed, and the payload lacks a field that a new one needs.
    case incomplete(id: String, missingField: String)
}

/// What became of the payloads of one document.
public struct RealtimeResult: Hashable, Sendable {
    /// One for each payload, in their order.
    public let outcomes: [RealtimeOutcome]
    /// Values that were unreadable and count as null, or were repaired; `row` is the payload's number.
    public let problems: [IngestProblem]
}

extension PostTable {
    /// Applies what the server announces about rows of `social_media_posts`: one payload, or an array of
    /// them, each `{"type": "INSERT" | "UPDATE" | "DELETE", "record": {…}, "old_record": {…},
    /// "commit_timestamp": …}`.
    ///
    /// Payloads may come twice and out of order: one whose `commit_timestamp` is before that of the last
    /// applied one for its id changes nothing, also after a deletion; so does an update with the very time of
    /// its post's deletion. Without a `commit_timestamp` a payload counts as newest and leaves the last known
    /// time as it was. Fields that an update leaves out stay as they are; an update of a post that is not
    /// known inserts it when it is whole. Local changes and merged batches have no commit time.
    ///
    /// - Parameter json: one object, or an array of objects, which are applied in their order.
    /// - Returns: what became of each payload, and which of their values could not be read.
    /// - Throws: ``RealtimeError``; the table is unchanged then, whichever payload was at fault.
    /// - Complexity: as for ``merge(json:options:)``.
    @discardableResult
    public mutating func apply(
        realtime json: some Collection<UInt8>
    ) throws(RealtimeError) -> RealtimeResult {
        let payloads = try PostTable.payloads(json)
        prepareForChanges()
        var edits = PostEdits()
        var history = self.history
        var outcomes: [RealtimeOutcome] = []
        do throws(PostChangeError) {
            for payload in payloads {
                outcomes.append(try edits.stage(payload, over: self, &history))
            }
            try commit(edits)
        } catch { throw .refused(error) }
        self.history = history
        return RealtimeResult(outcomes: outcomes, problems: payloads.flatMap(\.problems))
    }

    /// Forgets deletions that realtime payloads announced before a time, so that they need no memory.
    ///
    /// A payload that is even older and comes later may bring such a post back.
    ///
    /// - Complexity: O(h) for h posts that payloads were applied to.
    public mutating func forgetDeletions(before time: Timestamp) {
        history.forgetDeletions(before: time.micros)
    }

    private static func payloads(
        _ json: some Collection<UInt8>
    ) throws(RealtimeError) -> [RealtimePayload] {
        let bytes = Array(json)
        let isObject = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        let array = isObject ? [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")] : bytes
        var builder = RealtimePayloadBuilder(options: LoadOptions())
        var firstSkipped: IngestProblem?
        do throws(LoadError) {
            try DocumentBytes.with(array) { bytes throws(LoadError) in
                var reader = TableReader<RealtimePayloadBuilder>(
                    document: bytes, format: .json, options: LoadOptions())
                try reader.read()
                if reader.log.skipped > 0 { firstSkipped = reader.log.problems.first }
                builder = reader.takeBuilder()
            }
        } catch { throw .unreadable(isObject ? error.shifted(by: -1) : error) }
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
        _ payload: RealtimePayload, over table: PostTable, _ history: inout ChangeHistory
    ) throws(PostChangeError) -> RealtimeOutcome {
        guard let patch = payload.patch else {
            return stageDeletion(of: ByteText(payload.oldId ?? ""), payload, over: table, &history)
        }
        let id = ByteText(patch.values.id)
        if let last = history.lastCommit(of: id, after: payload) {
            return .ignoredAsOlder(id: id.string, lastCommit: last)
        }
        let isKnown = post(id, over: table) != nil
        if let oldId = payload.oldId.map(ByteText.init), oldId != id {
            // The row has got another id: what it was called before is gone.
            _ = stageDeletion(of: oldId, payload, over: table, &history)
        }
        if let field = try stage(patch, over: table) {
            return .incomplete(id: id.string, missingField: "\(PostField.names[field])")
        }
        history.note(id, payload.commitMicros, isDeleted: false)
        return isKnown ? .updated(id: id.string) : .inserted(id: id.string)
    }

    private mutating func stageDeletion(
        of id: ByteText, _ payload: RealtimePayload, over table: PostTable, _ history: inout ChangeHistory
    ) -> RealtimeOutcome {
        if let last = history.lastCommit(of: id, after: payload) {
            return .ignoredAsOlder(id: id.string, lastCommit: last)
        }
        let isKnown = post(id, over: table) != nil
        if isKnown { remove(id, over: table) }
        history.note(id, payload.commitMicros, isDeleted: true)
        return isKnown ? .deleted(id: id.string) : .alreadyGone(id: id.string)
    }
}

extension ChangeHistory {
    /// The time of the last applied change of `id`, when the payload is older; nil when it may be applied.
    fileprivate func lastCommit(of id: ByteText, after payload: RealtimePayload) -> Timestamp? {
        guard let last = self[id], let micros = payload.commitMicros else { return nil }
        // One transaction may change a row and delete it, and its payloads may come in another order.
        let isUndoneByDeletion = last.isDeleted && payload.kind == .update && micros == last.micros
        return micros < last.micros || isUndoneByDeletion ? Timestamp(micros: last.micros) : nil
    }

    fileprivate mutating func note(_ id: ByteText, _ micros: Int64?, isDeleted: Bool) {
        if let micros {
            self[id] = Entry(micros: micros, isDeleted: isDeleted)
        } else {
            self[id]?.isDeleted = isDeleted
        }
    }
}

extension LoadError {
    /// The same error in a document that begins `-byteCount` bytes later.
    fileprivate func shifted(by byteCount: Int) -> LoadError {
        guard case .malformedDocument(var error) = self else { return self }
        error.byteOffset += byteCount
        if error.line == 1 { error.column += byteCount }
        return .malformedDocument(error)
    }
}
