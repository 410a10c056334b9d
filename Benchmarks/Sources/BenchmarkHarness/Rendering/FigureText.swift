import Foundation

/// Formats figures for readers.
public enum FigureText {
    /// Formats a time with three significant digits in a suitable unit.
    public static func time(nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: return significant(nanoseconds) + " ns"
        case ..<1e6: return significant(nanoseconds / 1e3) + " µs"
        case ..<1e9: return significant(nanoseconds / 1e6) + " ms"
        default: return significant(nanoseconds / 1e9) + " s"
        }
    }

    /// Formats a number with three significant digits, or all digits before the point, in groups.
    public static func significant(_ value: Double) -> String {
        let size = abs(value)
        guard size < 1e15 else { return String(format: "%.3g", value) }
        if size >= 100 || value == value.rounded() { return grouped(Int(value.rounded())) }
        return String(format: size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3g", value)
    }

    /// Formats a ratio such as `1,250×`; "–" if there is none.
    public static func ratio(_ value: Double?) -> String { value.map { significant($0) + "×" } ?? "–" }

    /// Formats a ratio near 1, such as `1.034×`.
    public static func change(_ ratio: Double) -> String {
        (ratio < 10 ? String(format: "%.3f", ratio) : significant(ratio)) + "×"
    }

    /// Formats a share as a percentage, such as `2.5%`.
    public static func percent(_ share: Double) -> String {
        let text = String(format: "%.1f", share * 100)
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "%"
    }

    /// Formats a number of rows like a size name: `10k`, `1m`; in full if that would round.
    public static func rows(_ count: Int) -> String {
        if count >= 1_000_000, count % 1_000_000 == 0 { return grouped(count / 1_000_000) + "m" }
        if count >= 1_000, count % 1_000 == 0 { return grouped(count / 1_000) + "k" }
        return grouped(count)
    }

    /// Truncates a text to a maximum number of characters.
    static func shortened(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(max(count - 1, 0)) + "…"
    }

    /// Formats bytes in units of 10^6.
    public static func megabytes(_ bytes: Int) -> String { significant(Double(bytes) / 1e6) }

    /// Formats a count with its noun, such as `1 thread` and `2 threads`.
    public static func count(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Formats a whole number with commas between groups of three digits.
    public static func grouped(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (value < 0 ? "-" : "") + text
    }
}
