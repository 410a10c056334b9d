// The keys of the sections stand beside those of the report, and synthesized conformances leave out the keys
// of values that do not exist.

extension Report: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, dateRange, warnings, previous, state
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract and a period that ends before it
    ///   begins.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(Self.schemaVersion, forKey: .schemaVersion)
        self.init(
            period: try container.decode(ReportPeriod.self, forKey: .dateRange),
            sections: try ReportSections(from: decoder),
            warnings: try container.decode([ReportWarning].self, forKey: .warnings),
            previous: try container.decodeIfPresent(ReportSections.self, forKey: .previous))
    }

    /// Writes the same keys and values as ``json(layout:)``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(period, forKey: .dateRange)
        try sections.encode(to: encoder)
        try container.encode(warnings, forKey: .warnings)
        try container.encode(previous, forKey: .previous)
        try container.encode(state, forKey: .state)
    }
}

extension ReportPeriod: Codable {
    private enum CodingKeys: String, CodingKey {
        case from, to
    }

    /// Reads the first and the last day.
    ///
    /// - Throws: `DecodingError`, also when the last day is before the first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            try self.init(
                from: try container.decode(CivilDate.self, forKey: .from),
                to: try container.decode(CivilDate.self, forKey: .to))
        } catch let error as ReportPeriodError {
            throw DecodingError.dataCorruptedError(
                forKey: .to, in: container, debugDescription: error.description)
        }
    }

    /// Writes the first and the last day.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
    }
}

extension CoachReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case total, responseRate, meanResponsiveness, bySchool
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            total: try container.decode(Int.self, forKey: .total),
            responseRate: try container.decode(Double.self, forKey: .responseRate),
            meanResponsiveness: try container.decodeIfPresent(Double.self, forKey: .meanResponsiveness),
            bySchool: try container.decode(Int.self, forKey: .bySchool))
    }

    /// Writes every key; a mean that does not exist is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(total, forKey: .total)
        try container.encode(responseRate, forKey: .responseRate)
        try container.encode(meanResponsiveness, forKey: .meanResponsiveness)
        try container.encode(bySchool, forKey: .bySchool)
    }
}

extension ReportWarning: Codable {
    private enum CodingKeys: String, CodingKey {
        case table, reason
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            table: try container.decodeIfPresent(String.self, forKey: .table),
            reason: try container.decode(String.self, forKey: .reason))
    }

    /// Writes every key; the table of a warning about the whole report is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(table, forKey: .table)
        try container.encode(reason, forKey: .reason)
    }
}
