/// Loads tables from JSON arrays of rows, or from lines of rows (NDJSON), and reports on every row.
///
/// It is the test oracle of loading: it first builds a tree of the whole document, and is slow.
public enum BaselineLoader {
    /// The two formats of a document.
    public enum Format: Hashable, Sendable {
        /// A JSON array of objects.
        case json
        /// One JSON object per line; blank lines are ignored.
        case ndjson
    }

    /// Loads `social_media_posts`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func posts(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (posts: BaselinePosts, report: BaselineIngestReport) {
        let (posts, report) = loadRows(
            "social_media_posts", try rows(bytes, format),
            read: { (fields) throws(RowFields.Unusable) in try BaselinePost(&fields) },
            keys: { post in [post.id, post.postURL] })
        return (BaselinePosts(posts.map(\.row)), report)
    }

    /// Loads `schools`.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    public static func schools(
        _ bytes: [UInt8], format: Format = .json
    ) throws(BaselineDocumentError) -> (schools: BaselineSchools, report: BaselineIngestReport) {
        let (schools, report) = loadRows(
            "schools", try rows(bytes, format),
            read: { (fields) throws(RowFields.Unusable) in try BaselineSchool(&fields) },
            keys: { school in [school.id] })
        return (BaselineSchools(schools.map(\.row)), report)
    }

    /// Loads a table whose rows are identified by their id alone.
    ///
    /// - Parameters:
    ///   - table: the table's name.
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed.
    static func load<Record: BaselineRecord>(
        _ table: String, _ bytes: [UInt8], _ format: Format
    ) throws(BaselineDocumentError) -> (table: BaselineTable<Record>, report: BaselineIngestReport) {
        let (rows, report) = loadRows(
            table, try self.rows(bytes, format),
            read: { (fields) throws(RowFields.Unusable) in try Record(&fields) },
            keys: { record in [record.id] })
        return (BaselineTable(rows: rows.map(\.row), documentRows: rows.map(\.number)), report)
    }

    private static func rows(
        _ bytes: [UInt8], _ format: Format
    ) throws(BaselineDocumentError) -> [DocumentRow] {
        switch format {
        case .json: try DocumentRows.array(bytes)
        case .ndjson: try DocumentRows.lines(bytes)
        }
    }

    /// Reads rows, each with its number from 1; of rows that share a key in the same place the last one is
    /// kept.
    private static func loadRows<Row>(
        _ table: String, _ documentRows: [DocumentRow],
        read: (inout RowFields) throws(RowFields.Unusable) -> Row, keys: (Row) -> [BaselineText?]
    ) -> (rows: [(number: Int, row: Row)], report: BaselineIngestReport) {
        var rows: [(number: Int, row: Row)] = []
        var problems: [BaselineProblem] = []
        for (index, documentRow) in documentRows.enumerated() {
            func note(_ field: String?, _ reason: BaselineReason, _ severity: BaselineProblem.Severity) {
                problems.append(
                    BaselineProblem(
                        row: index + 1, byteOffset: documentRow.byteOffset, field: field, reason: reason,
                        severity: severity))
            }
            guard let members = documentRow.members else {
                note(nil, .notAnObject, .error)
                continue
            }
            var fields = RowFields(members: members)
            do throws(RowFields.Unusable) {
                rows.append((number: index + 1, row: try read(&fields)))
                for warning in fields.warnings {
                    note(warning.field, warning.reason, .warning)
                }
            } catch {
                note(error.field, error.reason, .error)
            }
        }
        let replacers = firstLaterRows(rows.map { (number: $0.number, keys: keys($0.row)) })
        let kept = rows.filter { replacers[$0.number] == nil }
        let replacements = rows.compactMap { number, row -> BaselineReplacement? in
            guard let replacer = replacers[number], let id = keys(row)[0] else { return nil }
            return BaselineReplacement(
                row: number, byteOffset: documentRows[number - 1].byteOffset, id: id, rule: replacer.rule,
                byRow: replacer.number)
        }
        let skipped = problems.count { $0.severity == .error }
        let report = BaselineIngestReport(
            table: table, rows: documentRows.count, loaded: kept.count, skipped: skipped,
            replaced: rows.count - kept.count, warnings: problems.count - skipped,
            replacements: replacements, problems: problems)
        return (kept, report)
    }

    /// Returns, by row number, the first later row that shares a key with it. The id is the first key of each
    /// row.
    private static func firstLaterRows(
        _ rows: [(number: Int, keys: [BaselineText?])]
    ) -> [Int: (number: Int, rule: BaselineReplacement.Rule)] {
        var nextRow: [RowKey: Int] = [:]
        var replacers: [Int: (number: Int, rule: BaselineReplacement.Rule)] = [:]
        for row in rows.reversed() {
            let rowKeys = row.keys.enumerated().compactMap { place, text in
                text.map { RowKey(place: place, text: $0) }
            }
            // When two keys match the same row, the id takes precedence.
            let met = rowKeys.compactMap { key in nextRow[key].map { (number: $0, place: key.place) } }
            if let first = met.min(by: { ($0.number, $0.place) < ($1.number, $1.place) }) {
                replacers[row.number] = (first.number, first.place == 0 ? .id : .postURL)
            }
            for key in rowKeys { nextRow[key] = row.number }
        }
        return replacers
    }
}

/// A unique key of a row: a text, and which of the row's keys it is.
private struct RowKey: Hashable {
    let place: Int
    let text: BaselineText
}

extension BaselinePost {
    /// Reads a row: required fields first, then the optional ones in the order of the table's columns.
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        platform = try fields.requiredPlatform("platform")
        postDate = try fields.requiredInstant("post_date")
        coachID = fields.id("coach_id")
        schoolID = fields.id("school_id")
        postURL = fields.nonEmptyText("post_url")
        postContent = fields.text("post_content")
        authorHandle = fields.text("author_handle")
        authorName = fields.text("author_name")
        isRecruitingRelated = fields.bool("is_recruiting_related")
        flaggedForReview = fields.bool("flagged_for_review")
        sentiment = fields.sentiment("sentiment")
        notes = fields.text("notes")
        createdAt = fields.instant("created_at")
        updatedAt = fields.instant("updated_at")
    }
}

extension BaselineSchool {
    /// Reads a row: required fields first, then the optional ones in the order of the table's columns.
    init(_ fields: inout RowFields) throws(RowFields.Unusable) {
        id = try fields.requiredID("id")
        name = try fields.requiredText("name")
        status = fields.text("status")
        division = fields.text("division")
    }
}
