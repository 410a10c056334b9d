import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// A row of one of the activity feed's tables.
enum ActivityRandomRow {
    case interaction(BaselineInteraction)
    case statusChange(BaselineStatusChange)
    case document(BaselineDocument)
}

/// Random rows of the activity feed's tables, made for a "now" and a zone.
struct RandomActivity {
    let now: Int64
    let zone: ZonePair
    let schoolIDs: [BaselineText]
    private let edges: [Int64]
    private let spanMicros: Int64
    private let stepMicros: Int64
    private let longTextOneIn: Int

    private static let microsPerDay: Int64 = 86_400_000_000
    private static let names: [BaselineText] = [
        "State", "state", "\u{C9}cole", "E\u{301}cole", "Unknown School", "", "Stra\u{DF}e", "\u{130}stanbul",
        "😀", "a_b", "ΣΑΣ",
    ]
    private static let ids: [BaselineText] = [
        "7", "70", "a", "\u{E9}", "e\u{301}", "0a1b2c3d-0000-4000-8000-000000000001", "z/?&=#%+", "\u{FFFF}",
        "😀",
        "\u{0}", " ",
    ]
    private static let kinds: [BaselineText] = [
        "email", "phone_call", "text", "in_person_visit", "virtual_meeting", "camp", "showcase", "tweet",
        "dm", "game", "other", "", "_", "__dm", "Email", "\u{DF}_x", "\u{FB01}_x", "e\u{301}_x",
        "\u{130}_x", "👍🏽_x", "\u{301}x", "\r\n_x", "rec_letter", "committed", "camp_invite",
    ]
    /// Parts of texts: each alone is one or more characters; joined, they may be fewer.
    private static let pieces = [
        "Go Owls", " ", "é", "e\u{301}", "\u{301}", "😀", "👍🏽", "\u{1F3FD}", "👨‍👩‍👧", "\u{200D}", "🇺🇸", "🇺", "\r\n",
        "\r",
        "\n", "\t", "\u{0}", "각", "\u{1100}", "\u{1161}", "\u{11A8}", "क्षि", "\u{600}", "İ", "ß", "ẞ", "Σ", "ς",
        "ﬁ",
        "\u{FE0F}", "☎", "©", "...", "…", "<b>", "\"", "Straße", "CAMP", "\u{1F46A}", "1\u{20E3}", "ñ", "漢字",
        "\u{FEFF}", "\u{10FFFF}", "\u{E000}", "Untitled", "no",
    ]

    init(schoolCount: Int, zone: ZonePair, using random: inout SeededRandom) {
        let now = RandomTable.now(in: zone, using: &random)
        self.now = now
        self.zone = zone
        schoolIDs = (0..<schoolCount).map { $0 < 4 ? ["\u{E9}", "e\u{301}", "7", "s/ "][$0] : "s\($0)" }
            .map { BaselineText($0) }
        edges = [0, 7, 30, 90].map { now - $0 * Self.microsPerDay }
        spanMicros = random.element([1, 100, 100, 1000]) * Self.microsPerDay
        stepMicros = random.element([1, 1, 3_600_000_000, Self.microsPerDay, 50 * Self.microsPerDay])
        longTextOneIn = random.element([2, 10])
    }

    // MARK: Rows

    func time(_ random: inout SeededRandom) -> Int64 {
        switch random.int(0...9) {
        case 0: return random.element(edges) + random.element([-1, 1])
        case 1: return random.element(edges)
        case 2:
            let ages: [Int64] = [59, 60, 3_599, 3_600, 86_399, 86_400, 604_799, 604_800]
            return now - random.element(ages) * 1_000_000 + random.element([-1, 0, 1])
        default:
            let micros = now - Int64(random.int(-Int(spanMicros) / 10...Int(spanMicros)))
            return micros / stepMicros * stepMicros
        }
    }

    private func text(_ random: inout SeededRandom) -> BaselineText? {
        if random.oneIn(5) { return random.element([nil, "", " "]) }
        guard random.oneIn(longTextOneIn) else {
            return BaselineText((0..<random.int(1...4)).map { _ in random.element(Self.pieces) }.joined())
        }
        // Around 50 characters, mostly of one kind.
        let usual = random.element(Self.pieces + ["x", "x", "x"])
        let count = random.element([48, 49, 50, 51, 52, 600])
        let oddOneIn = random.element([3, 30, 1000])
        return BaselineText(
            (0..<count).map { _ in random.oneIn(oddOneIn) ? random.element(Self.pieces) : usual }.joined())
    }

    private func school(_ random: inout SeededRandom) -> BaselineText? {
        random.oneIn(6) ? random.element([nil, "no such school"]) : schoolIDs.randomElement(using: &random)
    }

    /// Returns an id that may occur in several tables, but only once in each.
    func id(_ index: Int) -> BaselineText {
        index < Self.ids.count ? Self.ids[index] : BaselineText("r\(index &* 7919 % 1_000_003)-\(index)")
    }

    func row(id: BaselineText, using random: inout SeededRandom) -> ActivityRandomRow {
        let kind = random.element(Self.kinds)
        switch random.int(0...2) {
        case 0:
            return .interaction(
                BaselineInteraction(
                    id: id, type: kind, time: time(&random), schoolID: school(&random),
                    subject: text(&random), content: text(&random)))
        case 1:
            return .statusChange(
                BaselineStatusChange(
                    id: id, newStatus: kind, time: time(&random), schoolID: school(&random),
                    notes: text(&random)))
        default:
            return .document(
                BaselineDocument(
                    id: id, type: kind, time: time(&random), title: text(&random), schoolID: school(&random)))
        }
    }

    /// Returns this many rows; a table may be empty or sorted by time.
    func rows(_ count: Int, using random: inout SeededRandom) -> ActivityRows {
        var (interactions, changes, documents): ([BaselineInteraction], [BaselineStatusChange], _) = (
            [], [], [BaselineDocument]()
        )
        let without = random.int(0...6)
        for index in 0..<count {
            switch row(id: id(index), using: &random) {
            case .interaction(let row): if without != 0 { interactions.append(row) }
            case .statusChange(let row): if without != 1 { changes.append(row) }
            case .document(let row): if without != 2 { documents.append(row) }
            }
        }
        switch random.int(0...3) {
        case 0:
            interactions.sort { $0.time > $1.time }
            changes.sort { $0.time == $1.time ? $0.id < $1.id : $0.time > $1.time }
        case 1:
            documents.sort { $0.time < $1.time }
            changes.sort { $0.time == $1.time ? $0.id > $1.id : $0.time < $1.time }
        default: break
        }
        return ActivityRows(
            interactions: interactions, statusChanges: changes, documents: documents,
            schools: schoolIDs.filter { _ in !random.oneIn(5) }.map { id in
                BaselineSchool(id: id, name: random.element(Self.names))
            })
    }

    // MARK: Queries

    func query(_ rows: ActivityRows, using random: inout SeededRandom) -> ActivityQuery {
        var query = ActivityQuery(now: now)
        if random.oneIn(4) { query.now = time(&random) }
        query.page = random.element([1, 1, 2, 3, random.int(1...400), 0, -1, .max, .min])
        query.size = random.element([20, 20, 1, 2, 7, 50, 5000, 0, -3, .max])
        query.filter.type = random.element([nil, nil, .interaction, .statusChange, .documentUpload])
        query.filter.range = random.element(BaselineActivityRange.allCases)
        if random.oneIn(2) {
            query.filter.search = search(rows, &random)
            query.filter.searchesWholeText = random.oneIn(2)
        }
        return query
    }

    /// A text that occurs somewhere, or nearly does.
    private func search(_ rows: ActivityRows, _ random: inout SeededRandom) -> BaselineText {
        let words = [
            "", " ", "camp", "email WITH", "unknown school", "status changed to", "uploaded", "no additional",
            "untitled", "...", "x...", "xx", " x", "with", "i\u{307}", "ss", "\u{FF}", "zzz",
        ]
        var text: String
        switch random.int(0...3) {
        case 0: text = random.element(words)
        case 1: text = random.element(Self.pieces) + random.element(["", random.element(Self.pieces)])
        default:
            let texts: [[BaselineText?]] =
                (rows.interactions ?? []).map { [$0.content, $0.subject, $0.type] }
                + (rows.statusChanges ?? []).map { [$0.notes, $0.newStatus] }
                + (rows.documents ?? []).map { [$0.title, $0.type] } + rows.schools.map { [$0.name] }
            let chosen = texts.randomElement(using: &random)?.compactMap { $0 } ?? []
            // Scalars, so that the search may begin and end within a character.
            let scalars = Array((chosen.randomElement(using: &random) ?? "x").string.unicodeScalars)
            let start = random.int(0...scalars.count)
            let length = random.element([1, 2, 5, 20, 60])
            text = String(String.UnicodeScalarView(scalars[start...].prefix(length)))
        }
        if random.oneIn(3) { text = text.uppercased() }
        return BaselineText(random.oneIn(4) ? "\u{3000} \(text)\n" : text)
    }
}
