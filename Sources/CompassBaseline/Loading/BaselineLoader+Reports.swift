extension BaselineLoader {
    /// Loads `coaches`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func coaches(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineCoach>, report: BaselineIngestReport) {
        try load("coaches", bytes, format)
    }

    /// Loads `documents`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func documents(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineDocument>, report: BaselineIngestReport
    ) {
        try load("documents", bytes, format)
    }

    /// Loads `performance_metrics`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func metrics(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineMetric>, report: BaselineIngestReport) {
        try load("performance_metrics", bytes, format)
    }
}

extension BaselineCoach: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        schoolID = fields.id("school_id")
        firstName = fields.text("first_name")
        lastName = fields.text("last_name")
        role = fields.text("role")
        responsivenessScore = fields.number("responsiveness_score")
    }
}

extension BaselineDocument: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        type = try fields.requiredText("type")
        time = try fields.requiredInstant("created_at")
        title = fields.text("title")
        schoolID = fields.id("school_id")
    }
}

extension BaselineMetric: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        type = try fields.requiredText("metric_type")
        time = try fields.requiredDate("recorded_date", elseInstant: "created_at")
        value = fields.number("value")
        unit = fields.text("unit")
    }
}
