import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Rare events among many chunks of others appear on the same pages as in the baseline: those of a
/// source with few rows, and those that a selective search finds.
final class RareActivityTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    func testAFewRowsAmongManyChunksOfAnotherSource() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(3) {
            var random = random.forRound(round)
            let few = BaselineActivityType.allCases[round % 3]
            let many = random.element(BaselineActivityType.allCases.filter { $0 != few })
            var table = FewAmongMany(few, many, zone: zones[round % zones.count], using: &random)
            table.addMany(random.element([12_288, 12_289, 13_000, 17_000]), using: &random)
            let place = random.element(FewAmongMany.Place.allCases)
            table.addFew(random.element([1, 2, 5, 21, 70]), place, using: &random)
            let pair = try ActivityPair(table.rows, zone: table.zone)
            if random.oneIn(2) { pair.kernel.prepareForSearch(wholeText: random.oneIn(2)) }
            expectAgreement(
                pair, table, "COMPASS_TEST_SEED=\(random.seed), round \(round), \(few) \(place) in \(many)")
        }
    }

    func testPagesAfterChanges() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(3) {
            var random = random.forRound(round)
            let few = BaselineActivityType.allCases[round % 3]
            let many = random.element(BaselineActivityType.allCases.filter { $0 != few })
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round), \(few) in \(many)"
            var table = FewAmongMany(few, many, zone: zones[round % zones.count], using: &random)
            table.addMany(13_000, using: &random)
            // The table may have no such rows.
            table.addFew(random.element([0, 3, 21]), .anywhere, using: &random)
            var pair = try ActivityPair(table.rows, zone: table.zone)
            if random.oneIn(2) { pair.kernel.prepareForSearch(wholeText: random.oneIn(2)) }
            let copy = pair
            for number in 0..<24 {
                let row = table.row(
                    "new \(number)", of: random.oneIn(3) ? many : few, slot: random.int(-2...13_002),
                    hasWord: random.oneIn(3))
                XCTAssertEqual(pair.put(row), true, "\(name): \(row)")
            }
            // Enough at one instant to split a chunk.
            let slot = random.int(0...13_000)
            let crowd = (0..<(round % 3 == 0 ? 4_200 : 0)).map { number in
                table.row("crowd \(number)", of: many, slot: slot, hasWord: number % 1_000 == 0)
            }
            if let wrong = pair.apply(crowd.map { .put($0) }) { XCTFail("\(name): \(wrong)") }
            for prefix in ["doc-", "interaction-", "status-"] {
                for number in stride(from: 0, to: 24, by: 3) {
                    XCTAssertNotNil(pair.remove(id: "\(prefix)new \(number)"), name)
                }
            }
            XCTAssertEqual(pair.kernel.checkInvariants(), [], name)
            expectAgreement(pair, table, name)
            let filter = BaselineActivityFilter(type: few)
            copy.expectAgreement(ActivityQuery(filter: filter, now: table.now), "\(name), a copy from before")
        }
    }

    /// Compares the pages of the rare events, forward and at the end, both pages within a chunk and
    /// pages that span many chunks.
    private func expectAgreement(_ pair: ActivityPair, _ table: FewAmongMany, _ name: String) {
        let word = BaselineText(FewAmongMany.word.uppercased())
        let shownTexts = pair.baseline.preparedTexts()
        let wholeTexts = pair.baseline.preparedTexts(whole: true)
        for filter in [
            BaselineActivityFilter(type: table.few), .init(search: word),
            .init(type: table.few, search: word), .init(type: table.many, search: word),
            .init(search: word, searchesWholeText: true), .init(type: table.few, range: .quarter),
            .init(range: .quarter, search: word),
        ] {
            let all = pair.baseline.page(
                size: .max, filter: filter, now: table.now, zone: table.zone.baseline,
                texts: filter.searchesWholeText ? wholeTexts : shownTexts)
            for size in [1, 2, 7, 20, 64, 5_000] {
                let pageCount = max(1, (all.total + size - 1) / size)
                for number in Array(1...pageCount + 1) + [.max] {
                    var wanted = all
                    wanted.page = min(number, pageCount)
                    wanted.totalPages = pageCount
                    wanted.events = Array(all.events.dropFirst((wanted.page - 1) * size).prefix(size))
                    let query = ActivityQuery(page: number, size: size, filter: filter, now: table.now)
                    let page = BaselineActivityPage(pair.kernelPage(query))
                    let differences = page.differences(from: wanted)
                    if !differences.isEmpty { return XCTFail("\(name), \(query): \(differences)") }
                }
            }
        }
        for filter in [BaselineActivityFilter(), .init(type: table.many)] {
            for number in [1, 2, 3, 4, .max] {
                let query = ActivityQuery(page: number, size: 4_096, filter: filter, now: table.now)
                pair.expectAgreement(query, name)
            }
        }
    }
}

/// Rows of two sources: thousands from one, evenly spread over time, and a few from the other.
private struct FewAmongMany {
    /// The positions of the rare rows among the many.
    enum Place: CaseIterable {
        case anywhere
        case newest
        case oldest
        case newestAndOldest
        /// Next to the last row of a chunk and the first one of the next.
        case chunkEnds
    }

    /// A word in the texts of a few rows of either source.
    static let word = "Quetzal"

    let few: BaselineActivityType
    let many: BaselineActivityType
    let zone: ZonePair
    let now: Int64
    private(set) var rows = ActivityRows()
    private var manyCount = 0
    /// The time between two of the many rows, so that 90 days are two thirds of a chunk, or several chunks.
    private let slotMicros: Int64

    init(
        _ few: BaselineActivityType, _ many: BaselineActivityType, zone: ZonePair,
        using random: inout SeededRandom
    ) {
        self.few = few
        self.many = many
        self.zone = zone
        now = RandomTable.now(in: zone, using: &random)
        slotMicros = random.element([3_600, 660]) * 1_000_000
    }

    mutating func addMany(_ count: Int, using random: inout SeededRandom) {
        manyCount = count
        for slot in 0..<count { add(row("\(slot)", of: many, slot: slot, hasWord: random.oneIn(1_500))) }
    }

    mutating func addFew(_ count: Int, _ place: Place, using random: inout SeededRandom) {
        let last = manyCount - 1
        for number in 0..<count {
            let slot =
                switch place {
                case .anywhere: random.int(0...last)
                case .newest: random.int(-3...20)
                case .oldest: last + random.int(-20...3)
                case .newestAndOldest: number % 2 == 0 ? random.int(-3...3) : last + random.int(-3...3)
                case .chunkEnds: ActivityOrder.chunkSize * random.int(1...3) + random.int(-2...2)
                }
            add(row("few \(number)", of: few, slot: slot, hasWord: random.oneIn(3)))
        }
    }

    /// Returns a row at the time of one of the many, which are numbered from the newest.
    func row(
        _ id: String, of type: BaselineActivityType, slot: Int, hasWord: Bool
    ) -> ActivityRandomRow {
        let time = now - Int64(slot) * slotMicros
        // The word is within the displayed text, or after it.
        let start = slot % 2 == 0 ? "" : String(repeating: "x", count: 60)
        let text = BaselineText("\(start)Nothing new, \(id)" + (hasWord ? ", \(Self.word)" : ""))
        let id = BaselineText(id)
        return switch type {
        case .interaction: .interaction(.init(id: id, type: "email", time: time, content: text))
        case .statusChange: .statusChange(.init(id: id, newStatus: "committed", time: time, notes: text))
        case .documentUpload: .document(.init(id: id, type: "resume", time: time, title: text))
        }
    }

    private mutating func add(_ row: ActivityRandomRow) {
        switch row {
        case .interaction(let row): rows.interactions?.append(row)
        case .statusChange(let row): rows.statusChanges?.append(row)
        case .document(let row): rows.documents?.append(row)
        }
    }
}
