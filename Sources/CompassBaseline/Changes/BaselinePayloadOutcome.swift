/// Why a payload is invalid.
public enum BaselinePayloadFault: String, Hashable, Sendable {
    /// The member is missing or null.
    case missing
    /// The member is not an object, or not a text.
    case wrongType
    /// The id is an empty text.
    case emptyText
    /// The type is not one of the three.
    case unknownType
    /// The change belongs to another table.
    case otherTable
    /// The commit time is not an instant.
    case badTimestamp
}

/// The result of applying a realtime payload.
public enum BaselinePayloadOutcome: Hashable, Sendable {
    /// The store now matches the payload.
    case applied
    /// The store matches the payload, but a payload with exactly this commit time had been applied to this id
    /// before: either the same one again, or another change of the same transaction.
    case duplicate
    /// A payload with a later commit time had been applied to this id. Nothing has changed.
    ///
    /// - Parameter lastCommitTime: microseconds since 1970-01-01T00:00:00Z.
    case ignoredAsOlder(lastCommitTime: Int64)
    /// The post to delete did not exist. No row has changed, but the time of the deletion is remembered.
    case unknownID
    /// The record cannot become a row: its id is unknown and it lacks a required field, or a required field
    /// that it has cannot be read. Nothing has changed.
    case incomplete(field: String, reason: BaselineReason)
    /// The payload lacks a member that every payload has. Nothing has changed.
    case malformed(field: String, reason: BaselinePayloadFault)
}
