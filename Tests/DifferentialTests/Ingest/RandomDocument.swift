/// A document of partly invalid rows, written in one of many styles.
///
/// The contents of the rows are random, but the bytes are valid JSON.
struct RandomDocument {
    var random: SeededRandom
    let isLines: Bool
    private let isPretty: Bool
    private let escapesOften: Bool
    private let keysKeepTheirOrder: Bool
    private let oddValuesOneIn: Int
    private let idStyle: Int
    private let idCount: Int
    private let urlCount: Int
    private let timeStyle: Int
    private var previousMicros: Int64
    private(set) var bytes: [UInt8] = []

    init(random: SeededRandom, isLines: Bool) {
        var random = random
        self.isLines = isLines
        isPretty = random.oneIn(2)
        escapesOften = random.oneIn(3)
        keysKeepTheirOrder = !random.oneIn(3)
        oddValuesOneIn = random.element([5, 20, 100, 1000])
        idStyle = random.int(0...4)
        idCount = random.element([3, 20, 100_000])
        urlCount = random.element([3, 20, 100_000])
        timeStyle = random.int(0...3)
        previousMicros = Int64(random.int(1_600_000_000...1_800_000_000)) * 1_000_000
        self.random = random
    }

    /// Posts: `rowCount` rows.
    static func posts(rowCount: Int, isLines: Bool, random: SeededRandom) -> [UInt8] {
        var document = RandomDocument(random: random, isLines: isLines)
        document.write(rowCount: rowCount) { $0.writePost() }
        return document.bytes
    }

    /// Schools: `rowCount` rows.
    static func schools(rowCount: Int, isLines: Bool, random: SeededRandom) -> [UInt8] {
        var document = RandomDocument(random: random, isLines: isLines)
        document.write(rowCount: rowCount) { $0.writeSchool() }
        return document.bytes
    }

    // MARK: The document

    mutating func write(rowCount: Int, row: (inout RandomDocument) -> Void) {
        if random.oneIn(8) { bytes += [0xEF, 0xBB, 0xBF] }
        if isLines {
            for index in 0..<rowCount {
                if random.oneIn(6) { put(random.element(["\n", "\r\n", " \t\n"])) }
                space()
                row(&self)
                space()
                if index + 1 < rowCount || random.oneIn(2) { put(random.element(["\n", "\n", "\r\n"])) }
            }
            return
        }
        space()
        put("[")
        for index in 0..<rowCount {
            if index > 0 { put(",") }
            space()
            if random.oneIn(oddValuesOneIn * 3) { writeOddValue(depth: 0) } else { row(&self) }
            space()
        }
        space()
        put("]")
        space()
    }

    mutating func put(_ text: String) { bytes += Array(text.utf8) }

    private mutating func space() {
        guard isPretty, random.oneIn(3) else { return }
        put(random.element(isLines ? [" ", "\t", "\r", "  "] : [" ", "\n", "\r\n", "\t", "\n    "]))
    }

    // MARK: Rows

    typealias Member = (key: String, write: (inout RandomDocument) -> Void)

    private mutating func writePost() {
        var members: [Member] = [
            ("id", { $0.writeID() }),
            ("platform", { $0.writeCategory(["twitter", "instagram"], oddOneIn: 40) }),
            ("post_date", { $0.writeTime() }),
            ("coach_id", { $0.writeForeignID("c") }),
            ("school_id", { $0.writeForeignID("s") }),
            ("post_url", { $0.writeURL() }),
            ("post_content", { $0.writeText() }),
            ("author_handle", { $0.writeText() }),
            ("author_name", { $0.writeText() }),
            ("is_recruiting_related", { $0.writeBoolean() }),
            ("flagged_for_review", { $0.writeBoolean() }),
            ("sentiment", { $0.writeSentiment() }),
            ("notes", { $0.writeText() }),
            ("created_at", { $0.writeTime() }),
            ("updated_at", { $0.writeTime() }),
        ]
        vary(&members)
        writeObject(members)
    }

    private mutating func writeSchool() {
        var members: [Member] = [
            ("id", { $0.writeID() }), ("name", { $0.writeText() }), ("status", { $0.writeText() }),
            ("division", { $0.writeCategory(["D1", "D2", "NAIA"], oddOneIn: 5) }),
        ]
        vary(&members)
        writeObject(members)
    }

    /// Omits fields, adds unknown ones and repeats some, in the usual order or another one.
    mutating func vary(_ members: inout [Member]) {
        if random.oneIn(3) {
            let omissionOneIn = random.element([3, 10, 40])
            members = members.filter { _ in !random.oneIn(omissionOneIn) }
        }
        if random.oneIn(3), let repeated = members.randomElement(using: &random) {
            members.insert(repeated, at: random.int(0...members.count))
        }
        if random.oneIn(3) {
            let name = random.element([
                "x", "", "ids", "post_dat", "a_field_with_a_name_that_is_longer_than_32_bytes",
            ])
            members.insert((name, { $0.writeOddValue(depth: 0) }), at: random.int(0...members.count))
        }
        if !keysKeepTheirOrder { members.shuffle(using: &random) }
    }

    mutating func writeObject(_ members: [Member]) {
        put("{")
        space()
        for (index, member) in members.enumerated() {
            if index > 0 { put(",") }
            space()
            writeString(member.key, escaping: random.oneIn(30))
            space()
            put(":")
            space()
            if random.oneIn(oddValuesOneIn) { writeOddValue(depth: 0) } else { member.write(&self) }
            space()
        }
        put("}")
    }

    // MARK: Values

    mutating func writeNull() { put("null") }

    mutating func writeID() {
        let number = random.int(0...idCount)
        switch idStyle {
        case 0: writeUUID(number)
        case 1: writeString("id-\(number)")
        case 2: put(String(number))
        case 3 where random.oneIn(20): writeString("é\(number)")
        case 3: writeUUID(number)
        default:
            writeString(random.element(["\(number)", "É\(number)", "E\u{301}\(number)", "\(number)\u{0}"]))
        }
    }

    private mutating func writeUUID(_ number: Int) {
        let digits = String(UInt64(number) &* 0x9e37_79b9_7f4a_7c15, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        let text =
            "\(padded.prefix(8))-\(padded.dropFirst(8).prefix(4))-4\(padded.suffix(3))-8000-00000000abcd"
        writeString(random.oneIn(200) ? text.uppercased() : text)
    }

    mutating func writeForeignID(_ prefix: String) {
        switch random.int(0...9) {
        case 0: put("null")
        case 1: put(random.element(["12", "-0", "1.50e+3", "123456789012345678901234567890"]))
        case 2: writeString("")
        default: writeString("\(prefix)\(random.int(0...7))")
        }
    }

    mutating func writeCategory(_ known: [String], oddOneIn: Int) {
        if random.oneIn(oddOneIn) {
            writeString(random.element(["Twitter", "twitter ", "", "facebook", "instagra", "twitter\u{0}"]))
        } else {
            writeString(random.element(known))
        }
    }

    mutating func writeSentiment() {
        if random.oneIn(6) { return put("null") }
        writeCategory(["very_positive", "positive", "neutral", "negative"], oddOneIn: 20)
    }

    private mutating func writeBoolean() { put(random.element(["true", "false", "null", "false"])) }

    private mutating func writeURL() {
        switch random.int(0...7) {
        case 0: put("null")
        case 1: writeString("")
        default: writeString("https://x.com/coach/status/\(random.int(0...urlCount))")
        }
    }

    mutating func writeTime() {
        if random.oneIn(30) { return writeString(random.element(TimeTexts.edges)) }
        switch timeStyle {
        case 0: previousMicros -= Int64(random.int(0...10_000_000_000))
        case 1: previousMicros -= Int64(random.int(0...1)) * 1_000_000
        case 2: previousMicros = Int64(random.int(1_600_000_000...1_600_000_003)) * 1_000_000
        default: previousMicros = Int64(random.int(-62_000_000_000...99_000_000_000)) * 1_000_000
        }
        writeString(TimeTexts.text(of: previousMicros, using: &random))
    }

    mutating func writeText() {
        if random.oneIn(8) { return put("null") }
        let pieces = [
            "Go Owls", " ", "é", "e\u{301}", "😀", "👍🏽", "\"", "\\", "/", "\n", "\t", "\u{8}\u{c}\r", "\u{0}",
            "\u{7f}",
            "\u{80}", "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10000}", "\u{10ffff}", "},{\"id\":\"7\",", "]",
            "🏈🏈🏈🏈",
            "sixteen bytes ok", "Showcase in Ohio, 3 pm at the old field",
        ]
        var text = ""
        for _ in 0..<random.element([0, 1, 1, 2, 3, 5, 9]) { text += random.element(pieces) }
        writeString(text)
    }

    /// Writes any value, often one that looks like rows.
    private mutating func writeOddValue(depth: Int) {
        switch random.int(0...(depth > 4 ? 6 : 9)) {
        case 0: put("null")
        case 1: put(random.element(["true", "false"]))
        case 2: put(random.element(["0", "-0", "12", "-1.5", "1e9", "2.50E-3", "1e+400"]))
        case 3: writeString("")
        case 4: writeText()
        case 5:
            put(random.element(["[]", "{}", #""\ud800""#, #""a\udc00\ud83d""#, #""\ud83d\ud83d\ude00""#]))
        case 6: put(#"[{"id":"1","platform":"twitter"},{"id":"2","post_date":"2024-01-01T00:00:00Z"}]"#)
        case 7:
            put("[")
            for index in 0..<random.int(1...3) {
                if index > 0 { put(",") }
                space()
                writeOddValue(depth: depth + 1)
                space()
            }
            put("]")
        default:
            put("{")
            for index in 0..<random.int(1...3) {
                if index > 0 { put(",") }
                space()
                writeString(random.element(["id", "", "message", "post_date", "é"]))
                space()
                put(":")
                space()
                writeOddValue(depth: depth + 1)
                space()
            }
            put("}")
        }
    }

    // MARK: Strings

    mutating func writeString(_ text: String) {
        writeString(text, escaping: escapesOften ? random.oneIn(2) : random.oneIn(50))
    }

    private mutating func writeString(_ text: String, escaping: Bool) {
        put("\"")
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || (escaping && random.oneIn(3)) { putEscape(scalar) } else { put(String(scalar)) }
        }
        put("\"")
    }

    private mutating func putEscape(_ scalar: Unicode.Scalar) {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\u{8}": "\\b",
            "\u{c}": "\\f",
        ]
        if let text = short[scalar], !random.oneIn(4) { return put(text) }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16, uppercase: random.oneIn(2))
            put("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        }
    }
}
