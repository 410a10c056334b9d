extension BaselinePostStore {
    /// Applies a payload of a realtime feed.
    ///
    /// Payloads are ordered per id by commit time: a payload older than the last one applied to its id is
    /// ignored, even after the post was deleted. One with the same time is applied. One without a time counts
    /// as the newest and leaves the last known time unchanged; so do sync batches and an app's own changes.
    ///
    /// * `INSERT` and `UPDATE` change the columns that the record contains when its id is known; otherwise
    ///   the record must be complete. As in a batch, another post with the same address is removed; the
    ///   commit time counts as that of its deletion, unless a later one is known.
    /// * `UPDATE` with another id in `old_record`: the old id is deleted, as by a `DELETE` of the same time,
    ///   and the post continues under the new one; columns that the record lacks are carried over. Both ids
    ///   have their own last known times, and the outcome is that of the new one.
    /// * `DELETE` of an unknown id changes no row, but its time is remembered, so that a late insertion does
    ///   not restore the post.
    ///
    /// A payload that cannot be applied leaves the last known time unchanged.
    ///
    /// - Parameter bytes: a JSON object.
    /// - Throws: `BaselineDocumentError` when the bytes are not a JSON object; then nothing has changed.
    public mutating func applyPayload(_ bytes: [UInt8]) throws(BaselineDocumentError)
        -> BaselinePayloadOutcome
    {
        applyPayload(of: try DocumentRows.object(bytes))
    }

    /// Applies an array of payloads in order; none of them when one is malformed.
    ///
    /// - Parameter bytes: a JSON array.
    /// - Returns: the outcome of each payload, up to the malformed one if there is one.
    /// - Throws: `BaselineDocumentError` when the bytes are not a JSON array; then nothing has changed.
    public mutating func applyPayloads(
        _ bytes: [UInt8]
    ) throws(BaselineDocumentError) -> [BaselinePayloadOutcome] {
        var changed = self
        var outcomes: [BaselinePayloadOutcome] = []
        for row in try DocumentRows.array(bytes) {
            guard let members = row.members else {
                return outcomes + [.malformed(field: "payload", reason: .wrongType)]
            }
            outcomes.append(changed.applyPayload(of: members))
            if case .malformed = outcomes[outcomes.count - 1] { return outcomes }
        }
        self = changed
        return outcomes
    }

    private mutating func applyPayload(of members: [BaselineText: JSONNode]) -> BaselinePayloadOutcome {
        do throws(BaselinePayload.Malformed) {
            let payload = try BaselinePayload(members)
            switch payload.change {
            case .remove(let id):
                return delete(id, at: payload.commitTime)
            case .upsert(let row, let oldID):
                return upsert(row, movedFrom: oldID, at: payload.commitTime)
            case .unusable(let error):
                return .incomplete(field: error.field, reason: error.reason)
            }
        } catch {
            return .malformed(field: error.field, reason: error.reason)
        }
    }

    /// Forgets last known times before the given time, of ids that have no post (any more).
    ///
    /// - Parameter time: microseconds since 1970-01-01T00:00:00Z; equal times are kept.
    public mutating func forgetDeletions(before time: Int64) {
        commitTimes = commitTimes.filter { id, commitTime in commitTime >= time || self[id] != nil }
        payloadNumbers = payloadNumbers.filter { id, _ in commitTimes[id] != nil }
    }

    /// The ids without a post that have a remembered commit time.
    public var rememberedDeletions: [BaselineText: Int64] {
        commitTimes.filter { id, _ in self[id] == nil }
    }

    /// Returns the commit time of the last payload that was applied to an id.
    public func lastCommitTime(of id: BaselineText) -> Int64? {
        commitTimes[id]
    }

    private mutating func delete(_ id: BaselineText, at time: Int64?) -> BaselinePayloadOutcome {
        let outcome: BaselinePayloadOutcome =
            switch timing(of: time, for: id) {
            case .older(let last): .ignoredAsOlder(lastCommitTime: last)
            case .equal: .duplicate
            case .newer: self[id] == nil ? .unknownID : .applied
            }
        if case .ignoredAsOlder = outcome { return outcome }
        remove(id)
        note(time, of: id)
        return outcome
    }

    private mutating func upsert(
        _ row: BaselinePartialPost, movedFrom oldID: BaselineText?, at time: Int64?
    ) -> BaselinePayloadOutcome {
        // The post that is deleted under the old id continues under the new one.
        var movedPost: BaselinePost?
        if let oldID, !timing(of: time, for: oldID).isOlder { movedPost = self[oldID] }

        let timing = timing(of: time, for: row.id)
        if case .older(let last) = timing {
            if let oldID { _ = delete(oldID, at: time) }
            return .ignoredAsOlder(lastCommitTime: last)
        }
        do throws(RowFields.Unusable) {
            let post = try row.post(changing: movedPost ?? self[row.id])
            if let oldID { _ = delete(oldID, at: time) }
            noteDisplacement(by: post, at: time)
            put(post)
            note(time, of: row.id)
            return timing == .equal ? .duplicate : .applied
        } catch {
            return .incomplete(field: error.field, reason: error.reason)
        }
    }

    /// Notes that another post with the same address was removed at that time, so that earlier payloads no
    /// longer apply to it.
    private mutating func noteDisplacement(by post: BaselinePost, at time: Int64?) {
        guard let time, let displaced = post.postURL.flatMap({ id(withURL: $0) }), displaced != post.id else {
            return
        }
        if !timing(of: time, for: displaced).isOlder { note(time, of: displaced) }
    }

    private mutating func note(_ time: Int64?, of id: BaselineText) {
        guard let time else { return }
        payloadCount += 1
        commitTimes[id] = time
        payloadNumbers[id] = payloadCount
    }

    /// A commit time compared with the last known one of an id.
    private enum Timing: Equatable {
        case older(than: Int64)
        case equal
        /// The time is newer, or one of the two is not known.
        case newer

        var isOlder: Bool {
            if case .older = self { true } else { false }
        }
    }

    private func timing(of time: Int64?, for id: BaselineText) -> Timing {
        guard let time, let last = commitTimes[id] else { return .newer }
        if time == last { return .equal }
        return time < last ? .older(than: last) : .newer
    }
}
