import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// After long sequences of changes, a table has the oracle's posts and results.
final class ChangeDifferentialTests: XCTestCase {
    private static let operationsPerRound = 500

    /// At least 100,000 operations unless the environment asks for fewer or more.
    func testLongSequencesOfChanges() throws {
        let random = SeededRandom()
        let zones = [ZoneOffsets.utc, try ZoneOffsets(identifier: "America/New_York")]
        for round in 0..<SeededRandom.rounds(204) {
            var sequence = try ChangeSequence(
                random: random.forRound(round), size: [0, 5, 20, 8, 60, 3, 15, 300][round % 8],
                eager: round % 3 != 0, zone: zones[round % 2])
            do {
                for _ in 0..<Self.operationsPerRound { try sequence.step() }
                try sequence.finish()
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

/// One table under many changes, each compared with the oracle.
private struct ChangeSequence {
    private struct Snapshot {
        let table: PostTable
        let rows: [BaselinePost]
    }

    private var pair: ChangePair
    private var changes: RandomChanges
    private var undos: [(PostChange, [BaselineLocalChange])] = []
    private var snapshots: [Snapshot] = []
    private let zone: ZoneOffsets
    /// How many operations pass between two comparisons of all rows, on average.
    private let comparisonInterval: Int
    private(set) var operations = 0
    /// The last one, for messages.
    private(set) var operation = ""

    /// - Parameter eager: whether tombstones and dead records are removed continually.
    init(random: SeededRandom, size: Int, eager: Bool, zone: ZoneOffsets) throws {
        var changes = RandomChanges(idCount: size + 4, random: random)
        var policy = CompactionPolicy()
        if eager {
            policy.minimum = changes.random.element([0, 0, 3])
            policy.rowsPerChange = changes.random.element([2, 16, 40])
            policy.maximumLastLevelCount = changes.random.element([0, 1, 4, 64])
            policy.recordsPerDeadOne = changes.random.element([1, 4, 16])
            policy.recordsPerStep = changes.random.element([8, 4096])
        }
        let posts = (0..<size).map { _ in changes.post() }
        pair = try ChangePair(posts, policy: policy)
        pair.table.parts.searching.minimumBackgroundByteCount = 0
        self.changes = changes
        self.zone = zone
        comparisonInterval = 10 + size / 3
    }

    mutating func step() throws {
        operations += 1
        if changes.random.oneIn(100) {
            pair.table.searchIndexing = changes.random.element(SearchIndexing.allCases)
        }
        switch changes.random.int(0...99) {
        case 0...68: try changeLocally(count: 1)
        case 69...72: try changeLocally(count: changes.random.int(0...4))
        case 73...85: try undo()
        case 86...87: try put()
        case 88...90: try merge()
        case 91...95: try applyPayloads()
        case 96: forget()
        case 97: if changes.random.oneIn(2) { try compact() } else { mergeSomeChanges() }
        case 98: keepSnapshot()
        default: try checkSnapshot()
        }
        try pair.require(
            pair.table.count == pair.store.count, "\(pair.table.count) posts, wanted \(pair.store.count)")
        if changes.random.oneIn(comparisonInterval) { try pair.compareRows() }
        if changes.random.oneIn(4 * comparisonInterval) { try pair.compareInvariants() }
        if changes.random.oneIn(40 * comparisonInterval) { try compareAnswers() }
    }

    /// Compares everything once more.
    mutating func finish() throws {
        operation = "the end"
        try pair.compareRows()
        try pair.compareInvariants()
        try compareAnswers()
        while !snapshots.isEmpty { try checkSnapshot() }
        try compact()
    }

    private mutating func changeLocally(count: Int) throws {
        let pairs = (0..<count).map { _ in changes.localChange() }
        let change = count == 1 ? pairs[0].0 : PostChange.all(pairs.map(\.0))
        operation = "\(change)"
        let before = pair
        guard let undo = try pair.apply(change, pairs.map(\.1)) else { return }
        if count == 1 { undos.append(undo) } else { try undoAtOnce(undo.0, to: before) }
    }

    /// Reverts a change, immediately or after others.
    private mutating func undo() throws {
        guard !undos.isEmpty else { return }
        let last = undos.count - 1
        let (change, expected) = undos.remove(at: max(0, last - changes.random.int(0...2)))
        operation = "undo \(change)"
        if let redo = try pair.apply(change, expected) { undos.append(redo) }
    }

    /// Interrupts the merging of changes after any number of steps.
    private mutating func mergeSomeChanges() {
        operation = "merge changes"
        var steps = changes.random.int(0...30)
        pair.table.mergeChanges {
            steps -= 1
            return steps >= 0
        }
    }

    private mutating func put() throws {
        let post = changes.post()
        operation = "put \(post)"
        let before = pair
        try undoAtOnce(try pair.put(post), to: before)
    }

    private mutating func merge() throws {
        let (document, format) = changes.batch()
        operation = "merge \(String(decoding: document, as: UTF8.self))"
        let before = pair
        if let inverse = try pair.merge(document, format) { try undoAtOnce(inverse, to: before) }
    }

    /// Occasionally reverts the last change.
    private mutating func undoAtOnce(_ inverse: PostChange, to before: ChangePair) throws {
        guard changes.random.oneIn(4) else { return }
        let redo = try pair.table.apply(inverse)
        let changed = pair.store
        pair.store = before.store
        try pair.compareRows()
        guard changes.random.oneIn(2) else { return }
        try pair.table.apply(redo)
        pair.store = changed
        try pair.compareRows()
    }

    private mutating func applyPayloads() throws {
        let payloads = changes.payloads()
        operation = "payloads \(payloads)"
        try pair.apply(payloads: payloads)
    }

    private mutating func forget() {
        operation = "forget"
        let micros = RandomChanges.now + Int64(changes.random.int(0...30)) * 1_000_000
        pair.store.forgetDeletions(before: micros)
        pair.table.forgetDeletions(before: Timestamp(micros: micros))
    }

    private mutating func compact() throws {
        operation = "compact"
        try pair.compactAndCompare()
    }

    private mutating func keepSnapshot() {
        operation = "keep a snapshot"
        snapshots.append(Snapshot(table: pair.table, rows: pair.store.rows))
    }

    private mutating func checkSnapshot() throws {
        operation = "look at a snapshot"
        guard !snapshots.isEmpty else { return }
        let snapshot = snapshots.removeFirst()
        try pair.require(snapshot.table.allRows == snapshot.rows, "a snapshot has changed")
        try pair.require(snapshot.table.checkInvariants().isEmpty, "a snapshot is damaged")
    }

    private mutating func compareAnswers() throws {
        let filters = TableAnswers.filters(using: &changes.random)
        let found = try TableAnswers(pair.table, filters, zone: zone)
        let wanted = try TableAnswers(try pair.freshTable(), filters, zone: zone)
        let differences = found.differences(from: wanted)
        try pair.require(
            differences.isEmpty, "answers to \(filters): \(differences.joined(separator: "\n"))")
    }
}
