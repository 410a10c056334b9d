extension IngestProblem {
    private enum CodingKeys: String, CodingKey {
        case row, byteOffset, field, reason, severity
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            row: try container.decode(Int.self, forKey: .row),
            byteOffset: try container.decode(Int.self, forKey: .byteOffset),
            field: try container.decodeIfPresent(String.self, forKey: .field),
            reason: try container.decode(String.self, forKey: .reason),
            severity: try container.decode(Severity.self, forKey: .severity))
    }

    /// Writes every key; a problem without a field has a null one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row, forKey: .row)
        try container.encode(byteOffset, forKey: .byteOffset)
        try container.encode(field, forKey: .field)
        try container.encode(reason, forKey: .reason)
        try container.encode(severity, forKey: .severity)
    }
}
