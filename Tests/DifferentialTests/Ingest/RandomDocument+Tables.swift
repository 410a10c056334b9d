/// Documents of the tables that a schema describes.
extension RandomDocument {
    /// `rowCount` rows of a table.
    static func rows<Record: RandomRecord>(
        of table: Record.Type, rowCount: Int, isLines: Bool, random: SeededRandom
    ) -> [UInt8] {
        var document = RandomDocument(random: random, isLines: isLines)
        document.write(rowCount: rowCount) { document in
            var members = Record.members
            document.vary(&members)
            document.writeObject(members)
        }
        return document.bytes
    }

    /// A day or a time, a limit of the accepted range, or null.
    mutating func writeDate() {
        switch random.int(0...9) {
        case 0: writeTime()
        case 1: writeString(random.element(Self.dayEdges))
        case 2: writeNull()
        default:
            let (month, day) = (random.int(1...12), random.int(1...28))
            let year = random.oneIn(20) ? random.int(10_000...99_999) : random.int(1900...2100)
            writeString("\(year)-\(TimeTexts.two(month))-\(TimeTexts.two(day))")
        }
    }

    /// A time, or a value that does not count as one.
    mutating func writeAbsentOrTime() {
        switch random.int(0...3) {
        case 0: writeNull()
        case 1: writeString("")
        default: writeTime()
        }
    }

    /// A number, the text of a number, a text that is not a number, or null.
    mutating func writeNumber() {
        switch random.int(0...9) {
        case 0: writeNull()
        case 1: writeString(random.element(Self.numberEdges))
        case 2: put(random.element(["0", "-0", "-0.0", "1e400", "-1E+999", "1e-400", "9007199254740993"]))
        default:
            var text = random.oneIn(3) ? "-" : ""
            text += "\(random.int(0...random.element([9, 999, 99_999_999, Int.max - 1])))"
            if random.oneIn(2) { text += ".\(random.int(0...random.element([9, 999, Int.max - 1])))" }
            if random.oneIn(5) { text += "\(random.element(["e", "E", "e+"]))\(random.int(0...320))" }
            if random.oneIn(3) { writeString(text) } else { put(text) }
        }
    }

    /// Texts just inside and just outside of what is accepted as a number.
    static let numberEdges = [
        "", " ", "0", "-0", "+0", "1", " 1", "1 ", "01", "-01", "1.", ".5", "-.5", "1.50", "1e5", "1E-5",
        "1e+05",
        "1e", "1e+", "e5", "-", "+1", "--1", "1,5", "1_000", "0x10", "0x1p3", "1f", "NaN", "nan", "-NaN",
        "Infinity", "-Infinity", "inf", "infinity", "1e308", "1.7976931348623157e308",
        "1.7976931348623159e308",
        "1e309", "-1e400", "1e99999999999999999999", "5e-324", "2e-324", "1e-99999999999999999999",
        "0e999999",
        "0.1", "123456789012345678901234567890", "0.30000000000000004", "1\u{0}", "1\n", "１", "1é", "true",
        "null",
        "2.2250738585072011e-308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764"
            + "7509466490179775872070963302864166928879109465555478519404026306574886715058206819089020007083836762"
            + "7385484581771153176447573027006985557136695962284291481986083493647529271907416844436551070434271155"
            + "96995080930428801779041744977919999",
    ]

    /// Texts just inside and just outside of what is accepted as a day.
    static let dayEdges = [
        "", " ", "2024-02-29", "2023-02-29", "2024-02-30", "2024-00-10", "2024-13-10", "2024-01-00",
        "2024-01-32", "0000-01-01", "0001-01-01", "00000-01-01", "02024-01-01", "99999-12-31", "100000-01-01",
        "002024-01-01", "2024-1-1", "2024-01-1", "2024-01-011", "2024-01-01 ", " 2024-01-01", "2024-01-01T",
        "2024-01-01Z", "2024-01-01 BC", "2024-01-01bc", "2024/01/01", "20240101", "+2024-01-01",
        "-2024-01-01", "infinity", "-Infinity", "2024-01-01\u{0}", "２０２４-01-01", "2024-01-01é",
    ]
}
