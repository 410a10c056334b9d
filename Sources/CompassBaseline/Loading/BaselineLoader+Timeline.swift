extension BaselineLoader {
    /// Loads `events`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func events(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineEvent>, report: BaselineIngestReport) {
        try load("events", bytes, format)
    }

    /// Loads `interactions`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func interactions(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineInteraction>, report: BaselineIngestReport
    ) {
        try load("interactions", bytes, format)
    }

    /// Loads `offers`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func offers(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (table: BaselineTable<BaselineOffer>, report: BaselineIngestReport) {
        try load("offers", bytes, format)
    }

    /// Loads `school_status_history`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func statusChanges(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (
        table: BaselineTable<BaselineStatusChange>, report: BaselineIngestReport
    ) {
        try load("school_status_history", bytes, format)
    }
}

extension BaselineEvent: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        name = try fields.requiredText("name")
        start = try fields.requiredDate("start_date")
        end = try fields.readableDate("end_date")
        type = fields.text("type")
        schoolID = fields.id("school_id")
    }
}

extension BaselineInteraction: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        type = try fields.requiredText("type")
        time = try fields.requiredInstant("occurred_at", else: "created_at")
        schoolID = fields.id("school_id")
        coachID = fields.id("coach_id")
        direction = fields.text("direction")
        subject = fields.text("subject")
        content = fields.text("content")
        sentiment = fields.sentiment("sentiment")
    }
}

extension BaselineOffer: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        type = try fields.requiredText("offer_type")
        time = try fields.requiredDate("offer_date", elseInstant: "created_at")
        schoolID = fields.id("school_id")
        status = fields.text("status")
    }
}

extension BaselineStatusChange: BaselineRecord {
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        newStatus = try fields.requiredText("new_status")
        time = try fields.requiredInstant("changed_at")
        schoolID = fields.id("school_id")
        previousStatus = fields.text("previous_status")
        notes = fields.text("notes")
    }
}
