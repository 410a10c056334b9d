import CompassBaseline

/// Texts of instants in the forms that databases print, and in forms that none should print.
enum TimeTexts {
    /// A text that reads as `micros` (since 1970-01-01T00:00:00Z), in a random accepted form.
    static func text(of micros: Int64, using random: inout SeededRandom) -> String {
        let offset = random.element([0, 0, -18_000, 19_800, 3_600, -12_600, 52_200, -13])
        let local = micros + Int64(offset) * 1_000_000
        let second = local >= 0 ? local / 1_000_000 : -((999_999 - local) / 1_000_000)
        let day = second >= 0 ? second / 86_400 : -((86_399 - second) / 86_400)
        let secondOfDay = Int(second - day * 86_400)
        let date = BaselineDay(daysSinceEpoch: Int(day)).text
        let time = "\(two(secondOfDay / 3600)):\(two(secondOfDay / 60 % 60)):\(two(secondOfDay % 60))"
        let fraction = Self.fraction(Int(local - second * 1_000_000), using: &random)
        return date + random.element(["T", " ", "t"]) + time + fraction + suffix(offset, using: &random)
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static func fraction(_ micros: Int, using random: inout SeededRandom) -> String {
        if micros == 0 { return random.element(["", "", ".0", ".000000", ".0000009"]) }
        var digits = String(String(1_000_000 + micros).dropFirst())
        while digits.hasSuffix("0"), !random.oneIn(4) { digits.removeLast() }
        return "." + (digits.utf8.count == 6 ? digits + random.element(["", "", "0", "999"]) : digits)
    }

    private static func suffix(_ offset: Int, using random: inout SeededRandom) -> String {
        if offset == 0 { return random.element(["Z", "+00:00", "+00", "-00:00", "", "z"]) }
        let sign = offset < 0 ? "-" : "+"
        let (hours, minutes, seconds) = (abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60)
        if seconds != 0 { return "\(sign)\(two(hours)):\(two(minutes)):\(two(seconds))" }
        if minutes == 0, random.oneIn(2) { return sign + two(hours) }
        return sign + two(hours) + random.element([":", ""]) + two(minutes)
    }

    /// Texts just inside and just outside of what is accepted.
    static let edges = [
        "", " ", "infinity", "-infinity", "2024-02-30T00:00:00Z", "2023-02-29 00:00:00",
        "2024-02-29T23:59:59Z",
        "2024-01-01", "2024-01-01T", "2024-01-01T24:00:00Z", "2024-01-01T23:60:00Z", "2024-01-01T23:59:60Z",
        "2024-01-01T10:20", "2024-01-01T10:20Z", "2024-01-01T10", " 2024-01-01T10:20Z", "2024-01-01T10:20Z ",
        "2024-01-01T10:20:30.", "2024-01-01T10:20:30.123456789Z", "2024-01-01T10:20:30.1234567890Z",
        "2024-01-01T10:20:30+23:59:59", "2024-01-01T10:20:30-23:59", "2024-01-01T10:20:30+24:00",
        "2024-01-01T10:20:30+05:60", "2024-01-01T10:20:30+05:30:60", "2024-01-01T10:20:30+5",
        "2024-01-01T10:20:30+05:3", "2024-01-01T10:20:30+053", "2024-01-01T10:20:30+053015",
        "2024-01-01  10:20:30", "2024-01-01T10:20:30 +00:00", "2024-01-01T10:20:30Zulu",
        "0000-01-01T00:00:00Z",
        "0000-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "00000-01-01T00:00:00Z", "02024-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z", "99999-12-31T23:59:59.999999Z", "100000-01-01T00:00:00Z",
        "002024-01-01T00:00:00Z", "+2024-01-01T00:00:00Z", "-2024-01-01T00:00:00Z", "2024-01-01 BC",
        "2024-01-01T00:00:00Z BC", "2024-1-1T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z",
        "2024-01-00T00:00:00Z", "2024/01/01T00:00:00Z", "20240101T000000Z", "2024-01-01T00.00.00Z", "now",
        "2024-01-01T00:00:00é", "２０２４-01-01T00:00:00Z", "2024-01-01T10:20.5Z", "2024-01-01T10+01",
    ]
}
