import CompassBaseline

@testable import CompassKernel

/// Instants and dates, read from arbitrary texts.
enum TimestampFuzzing {
    /// Reads `bytes` as an instant and as a date, and compares with the baseline.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        var micros: Int64 = 0
        // libFuzzer may pass no memory at all for an empty input.
        let error =
            bytes.isEmpty
            ? TimestampError.empty
            : Timestamp.parse(bytes.baseAddress!, count: bytes.count, into: &micros)
        let instant = error == nil ? micros : nil
        requireEqual(instant, try? BaselineTimestamp.micros(of: BaselineText(utf8: Array(bytes))), "instant")
        if let instant { checkText(of: Timestamp(micros: instant)) }

        let text = String(decoding: bytes, as: UTF8.self)
        if let date = try? CivilDate(parsing: text) {
            requireEqual(try? CivilDate(parsing: date.description), date, "date read back")
        }
        if text.utf8.elementsEqual(bytes) {
            requireEqual((try? Timestamp(parsing: text))?.micros, instant, "instant of a string")
        }
        _ = try? ZonedTimestamp(parsing: text)
    }

    private static func checkText(of instant: Timestamp) {
        // A year below 0 or above 99999 is written, but not read.
        let year = ZoneOffsets.utc.civilDate(at: instant).year
        guard (0...99_999).contains(year) else { return }
        requireEqual(try? Timestamp(parsing: instant.description), instant, "instant read back")
        for offset in [-43_200, -12_642, 19_800, 86_399] {
            let zoned = ZonedTimestamp(instant, offsetSeconds: offset)
            guard let readBack = try? ZonedTimestamp(parsing: zoned.description) else { continue }
            // An offset with seconds has no textual form: the instant is written in UTC.
            let written = offset % 60 == 0 ? zoned : ZonedTimestamp(instant, offsetSeconds: 0)
            requireEqual(readBack, written, "zoned instant read back")
        }
    }
}
