/// Documents of the tables that a schema describes.
extension RandomDocument {
    /// `rowCount` rows of a table.
    static func rows<Record: PairedRecord>(
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

    /// A day or a time, an end or a beginning of what is accepted, or null.
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

    /// A time, or nothing that counts as one.
    mutating func writeAbsentOrTime() {
        switch random.int(0...3) {
        case 0: writeNull()
        case 1: writeString("")
        default: writeTime()
        }
    }

    /// Texts at the edges of what is accepted as a day, on both sides.
    static let dayEdges = [
        "", " ", "2024-02-29", "2023-02-29", "2024-02-30", "2024-00-10", "2024-13-10", "2024-01-00",
        "2024-01-32", "0000-01-01", "0001-01-01", "00000-01-01", "02024-01-01", "99999-12-31", "100000-01-01",
        "002024-01-01", "2024-1-1", "2024-01-1", "2024-01-011", "2024-01-01 ", " 2024-01-01", "2024-01-01T",
        "2024-01-01Z", "2024-01-01 BC", "2024-01-01bc", "2024/01/01", "20240101", "+2024-01-01",
        "-2024-01-01", "infinity", "-Infinity", "2024-01-01\u{0}", "２０２４-01-01", "2024-01-01é",
    ]
}
