/// The result of merging a batch of rows.
public struct MergeResult: Hashable, KeyedValue {
    /// The number of added posts, whose id and URL were both unknown before.
    public let newCount: Int
    /// A report as for loading a table; `loaded` counts the rows that are in effect.
    public let report: IngestReport
    /// The change that reverts the whole batch.
    public let inverse: PostChange

    /// The message that the page shows to the user.
    public var message: String { Self.message(newCount: newCount) }

    /// Returns the message about a number of added posts, such as one that the app's server reports.
    public static func message(newCount: Int) -> String {
        switch newCount {
        case 0: "No new posts found. You're up to date!"
        case 1: "Synced 1 new post"
        default: "Synced \(newCount) new posts"
        }
    }

    /// Writes the members of the report inline among those of the result.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("newCount", value?.newCount)
        writer.member("message", value?.message)
        IngestReport.writeMembers(of: value?.report, to: &writer)
    }
}

extension PostTable {
    /// Merges the rows of a sync, given as a JSON array of objects, as a sequence of upserts.
    ///
    /// A row with a known id changes that post. Columns that the row lacks are unchanged, so that a sync
    /// without flags and notes never clears them; an explicit null sets null. A row with a new id is a new
    /// post; it requires a platform and a readable `post_date`, and is skipped and reported without them. A
    /// row with the URL of another post replaces that post.
    ///
    /// - Parameters:
    ///   - json: the document's bytes.
    ///   - options: the maximum number of listed problems.
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: O(b + k · log n + s) for b bytes, k changed posts of n, and s schools and coaches, on
    ///   average; as long as ``prepareForChanges()`` has work left, also O(n), some milliseconds for a
    ///   million posts.
    @discardableResult
    public mutating func merge(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(PostChangeError) -> MergeResult {
        try merge(json, .json, options)
    }

    /// Merges the rows of a sync, one JSON object per line; otherwise like ``merge(json:options:)``.
    @discardableResult
    public mutating func merge(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(PostChangeError) -> MergeResult {
        try merge(ndjson, .ndjson, options)
    }

    private mutating func merge(
        _ document: some Collection<UInt8>, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(PostChangeError) -> MergeResult {
        let batch: PatchBatch
        do throws(LoadError) {
            batch = try DocumentBytes.with(document) { bytes throws(LoadError) in
                try PatchBatch(bytes, format, options)
            }
        } catch { throw .unreadable(error) }
        prepareKeys(batch.patches.map { $0.values.id }, batch.patches.compactMap { $0.values.postURL })
        defer { parts.keys?.endScan() }
        var log = batch.log
        var edits = PostEdits(reserving: batch.patches.count)
        var skipped: [(patch: PostPatch, field: Int)] = []
        var rows = RowsInEffect(reserving: batch.patches.count)
        for patch in batch.patches {
            switch try edits.stage(patch, over: self) {
            case .missing(let field): skipped.append((patch, field))
            case .staged(let displaced): rows.append(patch, displaced: displaced)
            }
        }
        log.skip(skipped)
        let newCount = edits.newCount
        // Only rows put posts; a post whose URL another row has taken is deleted, and does not count.
        let loaded = edits.remainingCount
        let inverse = edits.inverse(over: self)
        try commit(edits)
        var report = log.report(
            table: PostColumnsBuilder.tableName, rows: batch.rowCount, loaded: loaded)
        let maxProblems = Swift.max(0, options.maxProblems)
        report.problems = Array(report.problems.prefix(maxProblems))
        report.replacements = rows.firstReplacements(maxProblems)
        return MergeResult(newCount: newCount, report: report, inverse: inverse)
    }
}

extension PostEdits {
    /// The result of staging a row.
    fileprivate enum StagedRow {
        /// It is a new post and lacks a required field.
        case missing(field: Int)
        /// It is in effect; the post with the id `displaced`, which had its URL, is removed.
        case staged(displaced: ByteText?)
    }

    /// Stages a row of a document.
    fileprivate mutating func stage(
        _ patch: PostPatch, over table: PostTable
    ) throws(PostChangeError) -> StagedRow {
        if let old = post(ByteText(patch.values.id), over: table) {
            return .staged(displaced: try put(patch.applied(to: old), over: table))
        }
        if let field = patch.missingField { return .missing(field: field) }
        return .staged(displaced: try put(patch.values, over: table))
    }
}

/// The rows of a batch that are in effect, by post id, and the rows that later ones have replaced.
private struct RowsInEffect {
    private struct Position {
        let row: Int
        let byteOffset: Int
    }

    private var rows: [ByteText: Position] = [:]
    private var replacements: [IngestReplacement] = []

    init(reserving count: Int) { rows.reserveCapacity(count) }

    mutating func append(_ patch: PostPatch, displaced: ByteText?) {
        let id = ByteText(patch.values.id)
        let position = Position(row: patch.rowNumber, byteOffset: patch.rowByteOffset)
        if let replaced = rows.updateValue(position, forKey: id) { replace(replaced, id, .id, by: position) }
        if let displaced, let replaced = rows.removeValue(forKey: displaced) {
            replace(replaced, displaced, .postURL, by: position)
        }
    }

    private mutating func replace(
        _ replaced: Position, _ id: ByteText, _ rule: IngestReplacement.Rule, by position: Position
    ) {
        replacements.append(
            IngestReplacement(
                row: replaced.row, byteOffset: replaced.byteOffset, id: id.string, rule: rule,
                byRow: position.row))
    }

    /// Returns the first replaced rows in document order.
    func firstReplacements(_ limit: Int) -> [IngestReplacement] {
        Array(replacements.sorted { $0.row < $1.row }.prefix(limit))
    }
}

/// The rows of a batch, parsed and checked but not yet applied.
struct PatchBatch {
    let patches: [PostPatch]
    let log: ProblemLog
    /// The number of rows in the document, including skipped ones.
    let rowCount: Int

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(LoadError) {
        var options = options
        // Rows that are skipped only once the table is known count among the first problems, too.
        options.maxProblems = .max
        var reader = TableReader(
            document: bytes, format: format, options: options, builder: PostPatchBuilder())
        try reader.read()
        (log, rowCount) = (reader.log, reader.rowCount)
        patches = reader.takeBuilder().patches
    }
}

extension ProblemLog {
    /// Counts previously read rows as skipped, each because of a missing field; skipped rows have no
    /// warnings.
    mutating func skip(_ rows: [(patch: PostPatch, field: Int)]) {
        if rows.isEmpty { return }
        removeWarnings(
            rows.reduce(0) { $0 + $1.patch.warnings }, ofRows: Set(rows.map(\.patch.rowNumber)))
        for (patch, field) in rows {
            (rowNumber, rowByteOffset) = (patch.rowNumber, patch.rowByteOffset)
            skip(field: field, "is missing, and the post is not known")
        }
        sortByRow()
    }
}
