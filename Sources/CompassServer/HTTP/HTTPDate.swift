import CompassKernel
import CompassProgram
import Synchronization

/// The current second in the form of HTTP (RFC 9110, 5.6.7), made once in each second.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package enum HTTPDate {
    private static let last = Mutex<(second: Int64, text: String)>((-1, ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    package static func current() -> String {
        let second = OperatingSystem.clockMicros() / 1_000_000
        return last.withLock { last in
            if last.second != second { last = (second, text(second)) }
            return last.text
        }
    }

    /// Returns the text of a second since 1970, such as "Sun, 06 Nov 1994 08:49:37 GMT".
    package static func text(_ second: Int64) -> String {
        let date = ZoneOffsets.utc.civilDate(at: Timestamp(micros: second * 1_000_000))
        // 1970-01-01 was a Thursday.
        let day = Int((second / 86_400 + 4) % 7)
        let inDay = second % 86_400
        let clock = [inDay / 3_600, inDay / 60 % 60, inDay % 60].map(padded).joined(separator: ":")
        let month = date.label.prefix(3)
        return "\(days[day]), \(padded(Int64(date.day))) \(month) \(date.year) \(clock) GMT"
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
