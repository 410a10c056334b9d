/// A slow reference parser for instants, based on a different idea than the library's: the text's *shape*
/// (every digit replaced by `9`) must be in a list of all accepted shapes, and days are counted year by
/// year and month by month.
struct ReferenceTimestampParser {
    private let shapes: Set<String>
    /// The days from 0000-01-01 to the first day of each year from 0 to 99999.
    private let daysBeforeYear: [Int]

    init() {
        let times = ["99:99", "99:99:99"] + (1...9).map { "99:99:99." + String(repeating: "9", count: $0) }
        let offsets = ["99", "9999", "99:99", "99:99:99"].flatMap { ["+" + $0, "-" + $0] }
        var shapes = Set<String>()
        for year in ["9999", "99999"] {
            for separator in ["T", "t", " "] {
                for time in times {
                    for offset in offsets + ["", "Z", "z"] {
                        shapes.insert("\(year)-99-99\(separator)\(time)\(offset)")
                    }
                }
            }
        }
        self.shapes = shapes
        var days = 0
        daysBeforeYear = (0...99_999).map { year in
            defer { days += Self.isLeap(year) ? 366 : 365 }
            return days
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    }

    /// Returns the microseconds since the epoch, or nil if the bytes are not an instant.
    func parse(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count <= 64, bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let shape = String(text.map { $0.isASCII && $0.isNumber ? "9" : $0 })
        guard shapes.contains(shape) else { return nil }

        let numbers = text.split { !$0.isNumber }.map(String.init)
        var values = numbers.map { Int($0)! }
        let (year, month, day, hour, minute) = (values[0], values[1], values[2], values[3], values[4])
        values.removeFirst(5)
        var rest = Array(numbers.dropFirst(5))
        let colonsInTime = text.prefix { !"+Zz".contains($0) }.dropFirst(10).prefix { $0 != "-" }
            .filter { $0 == ":" }.count
        let second = colonsInTime == 2 ? Int(rest.removeFirst())! : 0
        var micros = 0
        if text.contains(".") {
            let fraction = rest.removeFirst()
            micros = Int((fraction + "000000").prefix(6))!
        }
        if rest.count == 1, rest[0].count == 4 {
            rest = [String(rest[0].prefix(2)), String(rest[0].suffix(2))]
        }
        let offset = rest.map { Int($0)! } + Array(repeating: 0, count: 3 - rest.count)
        let isWest = text.dropFirst(10).contains("-")

        let lengths = [31, Self.isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard month >= 1, month <= 12, day >= 1, day <= lengths[month - 1], hour <= 23, minute <= 59,
            second <= 59, offset[0] <= 23, offset[1] <= 59, offset[2] <= 59
        else { return nil }
        let days = daysBeforeYear[year] + lengths[..<(month - 1)].reduce(0, +) + day - 1
        let sinceEpoch = days - daysBeforeYear[1970]
        let offsetSeconds = (offset[0] * 60 + offset[1]) * 60 + offset[2]
        let local = ((sinceEpoch * 24 + hour) * 60 + minute) * 60 + second
        return Int64(local + (isWest ? offsetSeconds : -offsetSeconds)) * 1_000_000 + Int64(micros)
    }
}
