import CompassBaseline

@testable import CompassKernel

/// Arbitrary batches of a sync, realtime payloads and local changes, one after another.
///
/// An input is a list of documents separated by the byte 0xFF, which no text contains. The first byte of each
/// is its kind: `m` a batch, `n` a batch of lines, `b` a batch that is reverted at once, `r` payloads,
/// `c` a compaction. `f` flags and `e` unflags the post whose id follows, `o` gives it notes, `d` deletes
/// it, and `u` reverts the last of these four.
struct ChangeFuzzing {
    private static let start = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T12:00:00Z","post_url":"u/a","school_id":"s",
        "notes":"call","flagged_for_review":true,"sentiment":"positive"},
        {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z","post_url":"u/b","coach_id":"k"},
        {"id":"c","platform":"twitter","post_date":"2026-02-11T12:00:00Z","post_content":"camp"}]
        """

    private var table: PostTable
    private var store: BaselinePostStore
    /// The inverses of the local changes, on both sides.
    private var undos: [(PostChange, BaselineLocalChange)] = []

    private init() throws {
        table = try PostTable.load(json: Self.start.utf8).table
        table.parts.compactionPolicy.minimum = 0
        store = BaselinePostStore(try BaselineLoader.posts(Array(Self.start.utf8)).posts.rows)
    }

    /// Applies the documents to a small table and to the oracle, and compares the results.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        do {
            var fuzzing = try ChangeFuzzing()
            for document in bytes.split(separator: 0xff) {
                fuzzing.apply(Array(document.dropFirst()), kind: document.first ?? 0)
                fuzzing.compareRows()
            }
            fuzzing.comparePages()
            fuzzing.table.compact()
            requireEqual(fuzzing.table.checkInvariants(), [], "violated invariants after compaction")
            fuzzing.comparePages()
        } catch {
            fatalError("\(error)")
        }
    }

    private func compareRows() {
        requireEqual(table.checkInvariants(), [], "violated invariants")
        PostComparison(kernel: table, baseline: store.posts).compareRows()
    }

    private func comparePages() { PostComparison(kernel: table, baseline: store.posts).run() }

    private mutating func apply(_ document: [UInt8], kind: UInt8) {
        let text = String(decoding: document, as: UTF8.self)
        let id = BaselineText(text)
        switch kind {
        case UInt8(ascii: "m"): merge(document, .json)
        case UInt8(ascii: "n"): merge(document, .ndjson)
        case UInt8(ascii: "b"): mergeAndTakeBack(document)
        case UInt8(ascii: "r"): applyPayloads(document)
        case UInt8(ascii: "c"): table.compact()
        case UInt8(ascii: "f"): change(.flag(text, true), .setFlag(id: id, true))
        case UInt8(ascii: "e"): change(.flag(text, false), .setFlag(id: id, false))
        case UInt8(ascii: "o"): change(.notes(text, "noted"), .setNotes(id: id, "noted"))
        case UInt8(ascii: "d"): change(.remove(text), .remove(id: id))
        case UInt8(ascii: "u"): if let (undo, expected) = undos.popLast() { change(undo, expected) }
        default: break
        }
    }

    private mutating func change(_ change: PostChange, _ expected: BaselineLocalChange) {
        let kernel = Result { () throws(PostChangeError) in try table.apply(change) }
        switch (kernel, store.apply(expected)) {
        case (.success(let undo), let expectedUndo?): undos.append((undo, expectedUndo))
        case (.failure, nil): break
        case (_, let expectedUndo): fatalError("\(change): \(kernel), but expected \(expectedUndo as Any)")
        }
    }

    @discardableResult
    private mutating func merge(_ document: [UInt8], _ format: DocumentFormat) -> PostChange? {
        let kernel = Result { () throws(PostChangeError) in
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
            return result.inverse
        case (.failure, .failure): return nil
        default: fatalError("batch: \(kernel), but expected \(baseline)")
        }
    }

    private mutating func mergeAndTakeBack(_ document: [UInt8]) {
        let before = store
        guard let inverse = merge(document, .json) else { return }
        compareRows()
        do {
            try table.apply(inverse)
        } catch {
            fatalError("taking a batch back: \(error)")
        }
        store = before
    }

    private mutating func applyPayloads(_ document: [UInt8]) {
        let kernel = Result { () throws(PostChangeError) in try table.apply(realtime: document) }
        if case .failure(.unreadable(.malformedDocument(let error))) = kernel,
            case .nestingTooDeep = error.reason
        {
            return
        }
        let text = document.starts(with: [0xef, 0xbb, 0xbf]) ? document.dropFirst(3) : document[...]
        let isArray = text.first { $0 > 0x20 } == UInt8(ascii: "[")
        let baseline = Result { () throws(BaselineDocumentError) in
            isArray ? try store.applyPayloads(document) : [try store.applyPayload(document)]
        }
        switch (kernel, baseline) {
        case (.failure(.unreadable), .failure): break
        case (.failure(.malformedPayload(let payload, _, _)), .success(let expected)):
            guard case .malformed? = expected.last, expected.count == payload else {
                fatalError("payload: \(kernel), but expected \(expected)")
            }
        case (.success(let result), .success(let expected)):
            requireEqual(result.outcomes.count, expected.count, "outcomes")
            if case .malformed? = expected.last {
                fatalError("payload: \(kernel), but expected \(expected)")
            }
        default: fatalError("payload: \(kernel), but expected \(baseline)")
        }
    }
}
