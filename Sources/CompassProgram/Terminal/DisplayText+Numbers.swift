import CompassKernel

/// Numbers for people, and the nouns that they count.
extension DisplayText {
    /// The maximum number of columns of ``number(_:)``.
    package static let numberColumns = 12

    /// Returns a number with commas between thousands.
    package static func grouped(_ number: Int) -> String { NumberText.grouped(number) }

    /// Returns a number for a column of numbers: with commas if it fits, otherwise with an exponent.
    package static func cell(_ number: Int) -> String {
        let text = grouped(number)
        return text.utf8.count <= numberColumns ? text : self.number(Double(number))
    }

    /// Returns a counted noun: "1 coach", "2,000 coaches".
    package static func counted(_ count: Int, _ singular: String, _ plural: String) -> String {
        grouped(count) + " " + noun(count, singular, plural)
    }

    /// Returns the form of a noun after a number.
    package static func noun(_ count: Int, _ singular: String, _ plural: String) -> String {
        count == 1 ? singular : plural
    }

    /// Returns a number rounded to one decimal.
    package static func oneDecimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return grouped(tenths / 10) + "." + String(abs(tenths % 10))
    }

    /// Returns a number with at most three decimals below ten and two from there on, as far as they fit the
    /// columns of numbers; with an exponent when it is too large or too small for that.
    package static func number(_ number: Double) -> String {
        guard number.isFinite else { return number.description }
        let magnitude = abs(number)
        let sign = number < 0 ? "-" : ""
        if magnitude == 0 || 0.0005..<1e9 ~= magnitude {
            for decimals in stride(from: magnitude < 10 ? 3 : 2, through: 0, by: -1) {
                let text = sign + withDecimals(magnitude, decimals)
                if text.count <= numberColumns { return text }
            }
        }
        return sign + withExponent(magnitude, columns: numberColumns - sign.count)
    }

    /// Returns a number up to 10^9 rounded to so many decimals, without trailing zeros.
    private static func withDecimals(_ magnitude: Double, _ decimals: Int) -> String {
        let scale = [1, 10, 100, 1_000][decimals]
        let (whole, rest) = Int((magnitude * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
        if rest == 0 { return grouped(whole) }
        var digits = String(String(rest + scale).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return grouped(whole) + "." + digits
    }

    /// Returns a number such as 1.234568e+09, with as many digits as fit the columns.
    private static func withExponent(_ magnitude: Double, columns: Int) -> String {
        var (digits, exponent) = decimalDigits(magnitude)
        var end = exponentText(exponent)
        // The first digit and the point precede the decimals.
        let limit = columns - end.count - 1
        if digits.count > limit {
            let roundsUp = digits[limit] >= 5
            digits.removeSubrange(limit...)
            if roundsUp {
                while digits.last == 9 { digits.removeLast() }
                if digits.isEmpty {
                    digits = [1]
                    exponent += 1
                    end = exponentText(exponent)
                } else {
                    digits[digits.count - 1] += 1
                }
            }
        }
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
        let decimals = digits.dropFirst().map(String.init).joined()
        return "\(digits[0])" + (decimals.isEmpty ? "" : ".") + decimals + end
    }

    /// Returns the shortest digits that identify a number, the first of them not 0, and its power of ten.
    private static func decimalDigits(_ magnitude: Double) -> (digits: [Int], exponent: Int) {
        let parts = magnitude.description.split(separator: "e")
        let wholeCount = parts[0].prefix { $0 != "." }.count
        let digits = parts[0].compactMap(\.wholeNumberValue)
        let zeroCount = digits.prefix { $0 == 0 }.count
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        return (Array(digits.dropFirst(zeroCount)), exponent + wholeCount - 1 - zeroCount)
    }

    private static func exponentText(_ exponent: Int) -> String {
        "e" + (exponent < 0 ? "-" : "+") + (abs(exponent) < 10 ? "0" : "") + String(abs(exponent))
    }
}
