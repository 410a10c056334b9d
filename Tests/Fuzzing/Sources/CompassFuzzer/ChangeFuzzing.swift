import CompassBaseline

@testable import CompassKernel

/// Batches of a sync and realtime payloads that may be anything, one after the other.
///
/// An input is a list of documents with the byte 0xFF, which no text has, between them. The first byte of each
/// says what it is: `m` a batch, `n` a batch of lines, `r` payloads, `c` the order to compact.
enum ChangeFuzzing {
    private static let start = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T12:00:00Z","post_url":"u/a","school_id":"s",
        "notes":"call","flagged_for_review":true,"sentiment":"positive"},
        {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z","post_url":"u/b","coach_id":"k"},
        {"id":"c","platform":"twitter","post_date":"2026-02-11T12:00:00Z","post_content":"camp"}]
        """

    /// Applies the documents to a small table and to the oracle, and compares what is left.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        do {
            var table = try PostTable.load(json: start.utf8).table
            table.compactionPolicy.minimum = 0
            var store = BaselinePostStore(try BaselineLoader.posts(Array(start.utf8)).posts.rows)
            for document in bytes.split(separator: 0xff) {
                apply(Array(document.dropFirst()), kind: document.first ?? 0, &table, &store)
                requireEqual(table.checkInvariants(), [], "violated invariants")
                requireEqual(table.count, store.count, "posts")
            }
            table.compact()
            requireEqual(table.checkInvariants(), [], "violated invariants after compaction")
            PostComparison(kernel: table, baseline: store.posts).run()
        } catch {
            fatalError("\(error)")
        }
    }

    private static func apply(
        _ document: [UInt8], kind: UInt8, _ table: inout PostTable, _ store: inout BaselinePostStore
    ) {
        switch kind {
        case UInt8(ascii: "m"): merge(document, .json, &table, &store)
        case UInt8(ascii: "n"): merge(document, .ndjson, &table, &store)
        case UInt8(ascii: "r"): applyPayloads(document, &table, &store)
        case UInt8(ascii: "c"): table.compact()
        default: break
        }
    }

    private static func merge(
        _ document: [UInt8], _ format: DocumentFormat, _ table: inout PostTable,
        _ store: inout BaselinePostStore
    ) {
        let before = table.count
        let kernel = Result { () throws(MergeError) in
            format == .json ? try table.merge(json: document) : try table.merge(ndjson: document)
        }
        let baseline = Result { () throws(BaselineDocumentError) in
            try store.merge(document, format: format == .json ? .json : .ndjson)
        }
        switch (kernel, baseline) {
        case (.success(let result), .success(let expected)):
            requireEqual(
                [result.newCount, result.report.rows, result.report.skipped],
                [expected.newPosts, expected.rows, expected.skipped], "new posts, rows, skipped")
        case (.failure, .failure): requireEqual(table.count, before, "posts after a refused batch")
        default: fatalError("batch: \(kernel), but expected \(baseline)")
        }
    }

    /// The oracle knows one payload at a time; of arrays only the kernel's own rules are checked.
    private static func applyPayloads(
        _ document: [UInt8], _ table: inout PostTable, _ store: inout BaselinePostStore
    ) {
        var changed = table
        let kernel = Result { () throws(RealtimeError) in try changed.apply(realtime: document) }
        guard document.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            return requireEqual(changed.checkInvariants(), [], "violated invariants after payloads")
        }
        if case .failure(.unreadable(.malformedDocument(let error))) = kernel,
            case .nestingTooDeep = error.reason
        {
            return
        }
        table = changed
        let baseline = Result { () throws(BaselineDocumentError) in try store.applyPayload(document) }
        switch (kernel, baseline) {
        case (.failure(.unreadable), .failure), (.failure(.malformedPayload), .success(.malformed)): break
        case (.success, .success(.malformed)): fatalError("payload: \(kernel), but expected \(baseline)")
        case (.success(let result), .success): requireEqual(result.outcomes.count, 1, "outcomes")
        default: fatalError("payload: \(kernel), but expected \(baseline)")
        }
    }
}
