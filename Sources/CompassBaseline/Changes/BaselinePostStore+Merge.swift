/// The result of merging the rows of a batch.
public struct BaselineMergeReport: Hashable, Sendable {
    /// The number of rows in the batch.
    public let rows: Int
    /// The number of rows that could not be applied, each with its problem.
    public let skipped: Int
    /// The number of posts that exist after the batch and had neither their id nor their address in the store
    /// before it.
    public let newPosts: Int
    /// The rows that a later row of the batch replaced, in their order.
    public let replacements: [BaselineReplacement]
    /// The rows that were skipped and the fields that were read as null, in the order of the rows.
    public let problems: [BaselineProblem]

    /// The message that a page shows after a sync.
    public var message: String {
        switch newPosts {
        case 0: "No new posts found. You're up to date!"
        case 1: "Synced 1 new post"
        default: "Synced \(newPosts) new posts"
        }
    }
}

extension BaselinePostStore {
    /// Merges a sync batch, one row after the other.
    ///
    /// A row with a known id changes the columns that it contains; a null is a value. Any other row must be
    /// complete. In both cases a post with the row's address under another id is removed. A row with a known
    /// id is also skipped when a required field in it is null or unreadable.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - format: its format.
    /// - Throws: `BaselineDocumentError` when the document is malformed; then nothing has changed.
    public mutating func merge(
        _ bytes: [UInt8], format: BaselineLoader.Format = .json
    ) throws(BaselineDocumentError) -> BaselineMergeReport {
        let documentRows =
            switch format {
            case .json: try DocumentRows.array(bytes)
            case .ndjson: try DocumentRows.lines(bytes)
            }
        let before = self
        var problems: [BaselineProblem] = []
        var rowsInEffect: [BaselineText: Int] = [:]
        var replacements: [BaselineReplacement] = []
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
                let row = try BaselinePartialPost(&fields)
                let post = try row.post(changing: self[row.id])
                let owner = post.postURL.flatMap { id(withURL: $0) }
                for (id, rule) in [(Optional(post.id), BaselineReplacement.Rule.id), (owner, .postURL)] {
                    guard let id, let replaced = rowsInEffect.removeValue(forKey: id) else { continue }
                    replacements.append(
                        BaselineReplacement(
                            row: replaced + 1, byteOffset: documentRows[replaced].byteOffset, id: id,
                            rule: rule, byRow: index + 1))
                }
                rowsInEffect[post.id] = index
                put(post)
                for warning in fields.warnings { note(warning.field, warning.reason, .warning) }
            } catch {
                note(error.field, error.reason, .error)
            }
        }
        let newPosts = unorderedRows.count { post in
            before[post.id] == nil && post.postURL.flatMap { before.id(withURL: $0) } == nil
        }
        return BaselineMergeReport(
            rows: documentRows.count, skipped: problems.count { $0.severity == .error }, newPosts: newPosts,
            replacements: replacements.sorted { $0.row < $1.row }, problems: problems)
    }
}
