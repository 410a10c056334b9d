/// Why a payload is none.
public enum BaselinePayloadFault: String, Hashable, Sendable {
    /// The member is missing or null.
    case missing
    /// The member is no object, or no text.
    case wrongType
    /// The id is an empty text.
    case emptyText
    /// The type is none of the three.
    case unknownType
    /// The change is one of another table.
    case otherTable
    /// The commit time is no instant.
    case badTimestamp
}

/// What became of a realtime payload.
public enum BaselinePayloadOutcome: Hashable, Sendable {
    /// The store now says what the payload says.
    case applied
    /// The same, but a payload of exactly this commit time had been applied to this id before: it is the same one
    /// once more, or another change of the same transaction.
    case duplicate
    /// A payload of a later commit time had been applied to this id. Nothing has changed.
    ///
    /// - Parameter lastCommitTime: microseconds since 1970-01-01T00:00:00Z.
    case ignoredAsOlder(lastCommitTime: Int64)
    /// The post to delete was not there. No row has changed, but the time of the deletion is remembered.
    case unknownID
    /// The record cannot be a row: its id is unknown and it lacks a needed field, or a needed field that it has
    /// cannot be read. Nothing has changed.
    case incomplete(field: String, reason: BaselineReason)
    /// The payload lacks what every payload has. Nothing has changed.
    case malformed(field: String, reason: BaselinePayloadFault)
}
