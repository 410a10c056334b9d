import CompassBaseline

@testable import CompassKernel

/// Changes with few ids, URLs, schools and times, so that they collide often.
struct RandomChanges {
    /// Two are equal by canonical equivalence; two are UUIDs.
    private static let oddIDs: [BaselineText] = [
        "\u{E9}", "e\u{301}", "7", "0a1b2c3d-0000-4000-8000-000000000001",
        "0a1b2c3d-0000-4000-8000-000000000002",
    ]
    private static let fewSchools: [BaselineText] = ["s0", "s1", "\u{E9}", "e\u{301}", "s4", "s5", "s6"]
    static let coaches: [BaselineText] = ["c0", "c1", "c2"]
    static let texts: [BaselineText] = [
        "", "Camp day", "CAMP \u{C9}lite", "camp elite", "Stra\u{DF}e", "\u{130}stanbul", "say \"hi\"\n", "😀",
    ]
    /// 2026-02-10T14:30:00Z, in microseconds since 1970.
    static let now: Int64 = 1_770_733_800_000_000

    let ids: [BaselineText]
    private(set) var schools = Self.fewSchools
    let urlCount: Int
    private let timesPerDay: Int
    var random: SeededRandom

    /// - Parameter timesPerDay: how many instants of a day occur, all of them within its first seconds.
    init(idCount: Int, timesPerDay: Int = 3, random: SeededRandom) {
        ids = (0..<idCount).map {
            $0 < Self.oddIDs.count ? Self.oddIDs[$0] : BaselineText("p\($0 - Self.oddIDs.count)")
        }
        urlCount = max(1, idCount * 2 / 3)
        self.timesPerDay = timesPerDay
        self.random = random
    }

    /// Adds a school to those that occur from now on.
    mutating func addSchool() { schools.append(BaselineText("s\(schools.count)")) }

    mutating func id() -> BaselineText { random.element(ids) }

    mutating func time() -> Int64 {
        let days = random.int(-3...random.element([5, 40, 120]))
        return Self.now - Int64(days) * 86_400_000_000 + Int64(random.int(0...timesPerDay - 1)) * 1_000_000
    }

    mutating func url() -> BaselineText {
        BaselineText("https://x.example/\(random.int(0...urlCount - 1))")
    }

    mutating func optional<Value>(_ value: (inout RandomChanges) -> Value) -> Value? {
        random.oneIn(4) ? nil : value(&self)
    }

    mutating func post(id: BaselineText? = nil) -> BaselinePost {
        BaselinePost(
            id: id ?? self.id(), platform: random.element(BaselinePlatform.allCases), postDate: time(),
            coachID: optional { $0.random.element(Self.coaches) },
            schoolID: optional { $0.random.element($0.schools) }, postURL: optional { $0.url() },
            postContent: optional { $0.random.element(Self.texts) },
            authorHandle: optional { $0.random.element(Self.texts) },
            authorName: optional { $0.random.element(Self.texts) }, isRecruitingRelated: random.oneIn(2),
            flaggedForReview: random.oneIn(3),
            sentiment: optional { $0.random.element(BaselineSentiment.allCases) },
            notes: optional { $0.random.element(Self.texts) }, createdAt: optional { $0.time() },
            updatedAt: optional { $0.time() })
    }

    // MARK: Local changes

    /// A flag, notes or a deletion.
    mutating func localChange() -> (PostChange, BaselineLocalChange) {
        let id = id()
        switch random.int(0...9) {
        case 0...4:
            let isFlagged = random.oneIn(2)
            return (.flag(id.string, isFlagged), .setFlag(id: id, isFlagged))
        case 5...7:
            let notes = optional { $0.random.element(Self.texts) }
            return (.notes(id.string, notes?.string), .setNotes(id: id, notes))
        default: return (.remove(id.string), .remove(id: id))
        }
    }

    // MARK: Documents

    /// A row of a batch or payload whose columns may be missing, null or, occasionally, unreadable.
    mutating func row(id: BaselineText? = nil, mayBeBroken: Bool = true) -> String {
        let post = post()
        var members: [String] = []
        let isWhole = random.oneIn(3)
        let isBroken = mayBeBroken && random.oneIn(12)
        let whole = String(
            decoding: BaselinePosts([post]).tableJSON.dropFirst(2).dropLast(2), as: UTF8.self)
        // Every column is written as `"name":value`, and no text of a post contains `,"`.
        let columns = whole.split(separator: ",\"").map { $0.hasPrefix("\"") ? String($0) : "\"" + $0 }
        for column in columns {
            let name = column.prefix { $0 != ":" }
            if name == "\"id\"" {
                members.append(idMember(id, column, isBroken: isBroken))
            } else if isBroken, random.oneIn(4) {
                members.append(
                    "\(name):\(random.element(["null", "[1]", "\"no\"", "\"\"", "12", "\"\\ud800\""]))")
            } else if isWhole || random.oneIn(name == "\"platform\"" || name == "\"post_date\"" ? 2 : 3) {
                members.append(column)
            }
        }
        if random.oneIn(10) { members.append("\"unknown\":{\"id\":[]}") }
        return "{\(members.shuffled(using: &random).joined(separator: ","))}"
    }

    private mutating func idMember(_ id: BaselineText?, _ column: String, isBroken: Bool) -> String {
        if let id { return "\"id\":\"\(id)\"" }
        if isBroken, random.oneIn(4) { return "\"id\":\(random.element(["null", "\"\"", "true", "{}"]))" }
        return column == "\"id\":\"7\"" ? "\"id\":7" : column
    }

    mutating func batch() -> (document: [UInt8], format: DocumentFormat) {
        let rows = (0..<random.int(0...random.element([2, 6, 20]))).map { _ in
            random.oneIn(40) ? "[]" : row()
        }
        let isLines = random.oneIn(3) && !rows.contains("[]")
        let text = isLines ? rows.joined(separator: "\n") : "[\(rows.joined(separator: ",\n"))]"
        let bytes = Array(text.utf8)
        let isCut = random.oneIn(20)
        return (isCut ? bytes.dropLast(random.int(0...bytes.count)) : bytes, isLines ? .ndjson : .json)
    }

    /// One to four payloads.
    mutating func payloads() -> [String] {
        (0..<random.element([1, 1, 1, 2, 4])).map { _ in payload() }
    }

    private mutating func payload() -> String {
        var members = ["\"table\":\"social_media_posts\"", "\"schema\":\"public\""]
        let id = id()
        let oldID = random.oneIn(5) ? self.id() : id
        let type = random.element(["INSERT", "UPDATE", "UPDATE", "DELETE"])
        members.append("\"type\":\"\(type)\"")
        if type != "DELETE" { members.append("\"record\":\(row(id: id))") }
        if type == "DELETE" {
            members.append("\"old_record\":{\"id\":\"\(oldID)\"}")
        } else if type == "UPDATE", !random.oneIn(4) {
            members.append("\"old_record\":\(random.element(["{\"id\":\"\(oldID)\"}", "{}", "null"]))")
        }
        if !random.oneIn(5) {
            let micros = Self.now + Int64(random.int(0...30)) * 1_000_000
            members.append("\"commit_timestamp\":\"\(BaselineTimestamp.text(of: micros))\"")
        }
        if random.oneIn(60) { damage(&members) }
        return "{\(members.joined(separator: ","))}"
    }

    /// A later member replaces an earlier one of the same name.
    private mutating func damage(_ members: inout [String]) {
        members.append(
            random.element([
                "\"type\":null", "\"type\":\"TRUNCATE\"", "\"type\":1", "\"table\":\"schools\"",
                "\"table\":3",
                "\"commit_timestamp\":\"yesterday\"", "\"commit_timestamp\":5", "\"record\":[]",
                "\"old_record\":\"x\"", "\"record\":{\"id\":\"\"}", "\"record\":{}", "\"record\":null",
                "\"old_record\":{\"id\":{}}", "\"record\":{\"id\":true}", "\"old_record\":null",
            ]))
    }
}
