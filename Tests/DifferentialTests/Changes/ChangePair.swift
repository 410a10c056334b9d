import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// A table and the oracle of changes, which receive the same operations.
struct ChangePair {
    struct Disagreement: Error, CustomStringConvertible {
        let description: String
    }

    var table: PostTable
    var store: BaselinePostStore

    init(_ posts: [BaselinePost], policy: CompactionPolicy) throws {
        store = BaselinePostStore(posts)
        table = try Self.load(store, policy)
        table.parts.compactionPolicy = policy
    }

    func require(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw Disagreement(description: description()) }
    }

    // MARK: Local changes

    /// Makes a change on both sides; returns its inverse, nil when it is rejected.
    mutating func apply(
        _ change: PostChange, _ expected: [BaselineLocalChange]
    ) throws -> (PostChange, [BaselineLocalChange])? {
        var changed = store
        var inverse: [BaselineLocalChange] = []
        for step in expected {
            guard let undo = changed.apply(step) else {
                try refuse(change, because: step)
                return nil
            }
            inverse.insert(undo, at: 0)
        }
        let undo: PostChange
        do throws(PostChangeError) {
            undo = try table.apply(change)
        } catch {
            throw Disagreement(description: "\(change) was refused: \(error)")
        }
        store = changed
        return (undo, inverse)
    }

    /// Makes a change that fails at the given step, at its first one where that restores a post.
    private mutating func refuse(_ change: PostChange, because step: BaselineLocalChange) throws {
        let wanted: PostChangeError =
            switch step {
            case .setFlag(let id, _), .setNotes(let id, _), .remove(let id): .unknownPost(id: id.string)
            case .restore(let post, _):
                store.isPlaceFree(for: post)
                    ? .deletedMeanwhile(id: post.id.string) : .placeTaken(id: post.id.string)
            case .withdraw, .nothing: throw Disagreement(description: "the oracle refused \(step)")
            }
        do throws(PostChangeError) {
            _ = try table.apply(change)
        } catch {
            return try require(error == wanted, "\(error), wanted \(wanted)")
        }
        throw Disagreement(description: "\(change) was not refused: \(wanted)")
    }

    /// Puts a post on both sides; returns the inverse.
    mutating func put(_ post: BaselinePost) throws -> PostChange {
        _ = try store.merge(BaselinePosts([post]).tableJSON)
        return try table.apply(.put(Post(post)))
    }

    // MARK: Documents

    /// Merges a batch on both sides; returns the inverse, nil when the batch is malformed.
    mutating func merge(_ document: [UInt8], _ format: DocumentFormat) throws -> PostChange? {
        var changed = store
        let kernel = Result { () throws(PostChangeError) in
            format == .json ? try table.merge(json: document) : try table.merge(ndjson: document)
        }
        let oracle = Result { () throws(BaselineDocumentError) in
            try changed.merge(document, format: format == .json ? .json : .ndjson)
        }
        switch (kernel, oracle) {
        case (.success(let result), .success(let wanted)):
            store = changed
            try compare(result, wanted)
            return result.inverse
        case (.failure(.unreadable(.malformedDocument(let error))), .failure(let wanted)):
            try require(
                [error.byteOffset, error.line, error.column]
                    == [wanted.byteOffset, wanted.line, wanted.column], "\(error), wanted \(wanted)")
            return nil
        default: throw Disagreement(description: "\(kernel), wanted \(oracle)")
        }
    }

    private func compare(_ result: MergeResult, _ wanted: BaselineMergeReport) throws {
        let report = result.report
        try require(
            [report.rows, report.skipped, result.newCount] == [wanted.rows, wanted.skipped, wanted.newPosts]
                && result.message == wanted.message
                && report.rows - report.skipped - report.replaced == report.loaded
                && report.warnings == wanted.problems.count { $0.severity == .warning },
            "\(result), wanted \(wanted)")
        try require(
            report.replacements.map { BaselineReplacement($0) } == wanted.replacements,
            "\(report.replacements), wanted \(wanted.replacements)")
        try require(report.problems.count == wanted.problems.count, "\(report.problems), wanted \(wanted)")
        for (problem, wanted) in zip(report.problems, wanted.problems) {
            try require(
                problem.row == wanted.row && problem.byteOffset == wanted.byteOffset
                    && problem.field == wanted.field
                    && (problem.severity == .error) == (wanted.severity == .error),
                "\(problem), wanted \(wanted)")
        }
    }

    /// Applies payloads on both sides: to the oracle one by one, or not at all when one is malformed.
    mutating func apply(payloads: [String]) throws {
        let document = payloads.count == 1 ? payloads[0] : "[\(payloads.joined(separator: ", "))]"
        var changed = store
        var wanted: [(outcome: BaselinePayloadOutcome, before: BaselinePostStore)] = []
        for payload in payloads {
            let before = changed
            let outcome = try changed.applyPayload(Array(payload.utf8))
            if case .malformed(let field, _) = outcome {
                return try refuse(document, payload: wanted.count + 1, field: field)
            }
            wanted.append((outcome, before))
        }
        let result: RealtimeResult
        do throws(PostChangeError) {
            result = try table.apply(realtime: document.utf8)
        } catch {
            throw Disagreement(description: "\(document) was refused: \(error)")
        }
        store = changed
        try require(result.outcomes.count == wanted.count, "\(result.outcomes), wanted \(wanted)")
        for (found, wanted) in zip(result.outcomes, wanted) {
            let isKnown = { (id: String) in wanted.before[BaselineText(id)] != nil }
            try require(
                Self.agree(found, wanted.outcome, isKnown: isKnown), "\(found), wanted \(wanted.outcome)")
        }
    }

    private mutating func refuse(_ document: String, payload: Int, field: String) throws {
        do throws(PostChangeError) {
            _ = try table.apply(realtime: document.utf8)
        } catch {
            guard case .malformedPayload(payload, let found?, _) = error,
                field == found || field.hasPrefix(found + ".")
            else {
                throw Disagreement(description: "\(error), wanted \(field) of payload \(payload)")
            }
            return
        }
        throw Disagreement(description: "payload \(payload) of \(document) was not refused: \(field)")
    }

    private static func agree(
        _ found: RealtimeOutcome, _ wanted: BaselinePayloadOutcome, isKnown: (String) -> Bool
    ) -> Bool {
        switch (found, wanted) {
        case (.inserted(let id), .applied), (.inserted(let id), .duplicate): !isKnown(id)
        case (.updated(let id), .applied), (.updated(let id), .duplicate): isKnown(id)
        case (.deleted(let id), .applied), (.deleted(let id), .duplicate): isKnown(id)
        case (.alreadyGone(let id), .unknownID), (.alreadyGone(let id), .duplicate): !isKnown(id)
        case (.ignoredAsOlder(_, let last), .ignoredAsOlder(let wanted)): last.micros == wanted
        case (.unusable(_, let field, _), .incomplete(let wanted, _)): field == wanted
        default: false
        }
    }

    // MARK: Comparing

    func compareRows() throws {
        try require(table.count == store.count, "\(table.count) posts, wanted \(store.count)")
        let (found, wanted) = (table.allRows, store.rows)
        if found == wanted { return }
        let pair = zip(found, wanted).first { $0 != $1 }
        throw Disagreement(description: "\(found.count) posts, of which \(pair as Any) differ")
    }

    func compareInvariants() throws {
        let violations = table.checkInvariants()
        try require(violations.isEmpty, "\(violations)")
    }

    /// A table that was loaded with the oracle's posts.
    func freshTable() throws -> PostTable { try Self.load(store, table.compactionPolicy) }

    private static func load(_ store: BaselinePostStore, _ policy: CompactionPolicy) throws -> PostTable {
        var options = LoadOptions()
        options.maxTextBytes = policy.maximumTextBytes
        return try PostTable.load(json: store.posts.tableJSON, options: options).table
    }

    /// Compacts, and compares every column and index with a table that was loaded with the same posts.
    mutating func compactAndCompare() throws {
        table.compact()
        let differences = TableParts(table).differences(from: TableParts(try freshTable()))
        try require(differences.isEmpty, "after compaction: \(differences.joined(separator: "\n"))")
    }
}

extension Post {
    /// A post of the baseline.
    fileprivate init(_ post: BaselinePost) {
        self.init(
            id: post.id.string, platform: post.platform == .instagram ? .instagram : .twitter,
            postDate: Timestamp(micros: post.postDate), coachID: post.coachID?.string,
            schoolID: post.schoolID?.string, postURL: post.postURL?.string,
            postContent: post.postContent?.string, authorHandle: post.authorHandle?.string,
            authorName: post.authorName?.string, isRecruitingRelated: post.isRecruitingRelated,
            flaggedForReview: post.flaggedForReview,
            sentiment: post.sentiment.flatMap { Sentiment(rawValue: $0.rawValue) },
            notes: post.notes?.string, createdAt: post.createdAt.map { Timestamp(micros: $0) },
            updatedAt: post.updatedAt.map { Timestamp(micros: $0) })
    }
}
