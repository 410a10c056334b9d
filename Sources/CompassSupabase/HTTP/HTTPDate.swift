import CompassKernel

/// The dates of HTTP headers (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the instant that a text such as `Sun, 06 Nov 1994 08:49:37 GMT` names; nil for anything else.
    static func timestamp(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], digitCount: 2),
            let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digitCount: 4),
            let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map {
            number($0, digitCount: 2)
        }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let seconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        // Four digits of a year are far from the limits of 64 bits.
        return Timestamp(micros: seconds * 1_000_000)
    }

    /// Returns the number that just so many digits stand for; nil for anything else.
    private static func number(_ text: Substring, digitCount: Int) -> Int? {
        let digits = text.utf8
        guard digits.count == digitCount, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
