/// The reason why the UTC offsets of a time zone are not available.
public enum ZoneError: Error, Hashable, Sendable {
    /// The text is not a valid zone name: it is empty, absolute, leaves its folder or contains characters
    /// that do not occur in zone names.
    case invalidIdentifier(String)
    /// None of the time zone folders contains a zone of this name.
    case unknownZone(String)
    /// The zone's file exists, but its bytes cannot be read, for the reason given.
    case unreadable(identifier: String, reason: String)
    /// The zone's bytes are not valid TZif data (RFC 8536), for the reason given.
    case malformed(identifier: String, reason: String)
}

extension ZoneError: CustomStringConvertible {
    /// The reason in words, with the zone's name.
    public var description: String {
        switch self {
        case .invalidIdentifier(let identifier):
            "\"\(identifier)\" cannot be a time zone; a name like America/New_York is expected"
        case .unknownZone(let identifier): "unknown time zone \"\(identifier)\""
        case .unreadable(let identifier, let reason):
            "the file of time zone \"\(identifier)\" cannot be read: \(reason)"
        case .malformed(let identifier, let reason):
            "the data of time zone \"\(identifier)\" are malformed: \(reason)"
        }
    }
}
