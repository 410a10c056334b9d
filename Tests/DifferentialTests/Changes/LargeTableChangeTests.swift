import CompassBaseline
import XCTest

@testable import CompassKernel

/// Changes of tables with several blocks of every kind of running count, made while the posts are bound to
/// their schools' names.
final class LargeTableChangeTests: XCTestCase {
    private static let operationsPerRound = 400

    func testChangesAcrossTheBlocksOfRunningCounts() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(1) {
            let sequence = try LargeTableSequence(random: random.forRound(round))
            do {
                for _ in 0..<Self.operationsPerRound { try sequence.step() }
            } catch {
                XCTFail(
                    """
                    COMPASS_TEST_SEED=\(random.seed), round \(round), operation \(sequence.operations) \
                    (\(sequence.operation)): \(error)
                    """)
                return
            }
        }
    }
}

/// About 17,500 posts of 37 schools, and some that are added later.
private final class LargeTableSequence {
    /// Enough for two blocks of the cube, of 8,192 rows each, also when some are deleted.
    private static let postCount = 17_500
    private static let schoolCount = 37
    /// How many operations pass between two comparisons.
    private static let comparisonInterval = 200

    /// The oracle; its table stands in for that of `social` except during an operation.
    private var pair: ChangePair
    private var social: SocialPosts
    private var changes: RandomChanges
    private var texts: RowTexts
    private var undos: [(PostChange, [BaselineLocalChange])] = []
    private(set) var operations = 0
    /// The last one, for messages.
    private(set) var operation = "load"

    init(random: SeededRandom) throws {
        var changes = RandomChanges(idCount: Self.postCount + 500, timesPerDay: 2000, random: random)
        while changes.schools.count < Self.schoolCount { changes.addSchool() }
        let posts = changes.ids.prefix(Self.postCount).enumerated().map { index, id in
            var post = changes.post(id: id)
            post.postURL = post.postURL.map { _ in BaselineText("https://x.example/\(index)") }
            return post
        }
        var texts = RowTexts()
        social = try PostTable.load(json: texts.document(of: posts)).table.bound(to: Self.directory.get())
        pair = try ChangePair([], policy: CompactionPolicy())
        pair.store = BaselinePostStore(posts)
        self.changes = changes
        self.texts = texts
    }

    /// Names of most schools, including those that are added later.
    private static let directory = Result {
        let rows = (0..<60).filter { $0 % 5 != 4 }.map { #"{"id":"s\#($0)","name":"School \#(97 - $0)"}"# }
        return try SchoolDirectory.load(json: "[\(rows.joined(separator: ","))]".utf8).table
    }

    func step() throws {
        operations += 1
        if operations % 60 == 0 { changes.addSchool() }
        let kind = changes.random.int(0...99)
        try social.update { table in
            swap(&table, &pair.table)
            defer { swap(&table, &pair.table) }
            switch kind {
            case 0...85: try changeLocally()
            case 86...89: try undo()
            case 90...92: try put()
            case 93...95: try merge()
            default: try applyPayloads()
            }
        }
        try pair.require(
            social.posts.count == pair.store.count,
            "\(social.posts.count) posts, wanted \(pair.store.count)")
        if operations.isMultiple(of: Self.comparisonInterval) { try compare() }
    }

    private func changeLocally() throws {
        let (change, expected) = changes.localChange()
        operation = "\(change)"
        // In place, because copying the oracle costs more than the change.
        if let undo = pair.store.apply(expected) {
            undos.append((try pair.table.apply(change), [undo]))
        } else {
            _ = try pair.apply(change, [expected])
        }
    }

    private func undo() throws {
        guard let (change, expected) = undos.popLast() else { return }
        operation = "undo \(change)"
        _ = try pair.apply(change, expected)
    }

    private func put() throws {
        let post = changes.post()
        operation = "put \(post)"
        _ = try pair.put(post)
    }

    private func merge() throws {
        let (document, format) = changes.batch()
        operation = "merge \(String(decoding: document, as: UTF8.self))"
        _ = try pair.merge(document, format)
    }

    private func applyPayloads() throws {
        let payloads = changes.payloads()
        operation = "payloads \(payloads)"
        try pair.apply(payloads: payloads)
    }

    /// Compares all rows and results with those of a table loaded with the oracle's posts.
    func compare() throws {
        let fresh = try PostTable.load(json: texts.document(of: pair.store.unorderedRows)).table
        let (found, wanted) = (social.posts.allRows, fresh.allRows)
        if found != wanted {
            let rows = zip(found, wanted).first { $0 != $1 }
            try pair.require(false, "\(found.count) posts, of which \(rows as Any) differ")
        }
        let violations = social.posts.checkInvariants()
        try pair.require(violations.isEmpty, "\(violations)")
        var filters = Array(TableAnswers.filters(using: &changes.random).prefix(3))
        filters.append(.schools(["s7", "s20", changes.random.element(changes.schools).string]))
        let differences = TableAnswers(social, filters, zone: .utc, feedPages: 3).differences(
            from: TableAnswers(
                fresh.bound(to: try Self.directory.get()), filters, zone: .utc, feedPages: 3))
        try pair.require(
            differences.isEmpty, "answers to \(filters): \(differences.joined(separator: "\n"))")
    }
}

/// Rows as JSON; most are the same from one document to the next.
private struct RowTexts {
    private var texts: [BaselineText: (post: BaselinePost, text: [UInt8])] = [:]

    mutating func document(of posts: [BaselinePost]) -> [UInt8] {
        var document = Array("[".utf8)
        for post in posts {
            if document.count > 1 { document.append(UInt8(ascii: ",")) }
            document += text(of: post)
        }
        document.append(UInt8(ascii: "]"))
        return document
    }

    private mutating func text(of post: BaselinePost) -> [UInt8] {
        if let known = texts[post.id], known.post == post { return known.text }
        let text = Array(BaselinePosts([post]).tableJSON.dropFirst().dropLast())
        texts[post.id] = (post, text)
        return text
    }
}
