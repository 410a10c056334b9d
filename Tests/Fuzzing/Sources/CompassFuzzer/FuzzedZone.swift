import CompassKernel
import Foundation

/// A zone in which pages are compared, as read by kernel and baseline.
struct FuzzedZone {
    let kernel: ZoneOffsets
    let baseline: TimeZone

    static let all = [
        FuzzedZone(kernel: .utc, baseline: TimeZone(secondsFromGMT: 0)!),
        FuzzedZone(identifier: "America/New_York"),
    ]
    /// The instant of the page queries: 2026-03-01T12:00:00Z.
    static let now = Timestamp(micros: 1_772_366_400_000_000)

    /// 1970 to 2100: in this range both readers take a zone from its transitions, and there are few months.
    private static let wellKnownMicros: Range<Int64> = 0..<4_102_444_800_000_000

    static func isWellKnown(_ instant: Timestamp) -> Bool { wellKnownMicros.contains(instant.micros) }
}

extension FuzzedZone {
    private init(identifier: String) {
        do {
            self.init(
                kernel: try ZoneOffsets(identifier: identifier), baseline: TimeZone(identifier: identifier)!)
        } catch {
            fatalError("\(error): fuzzing needs the system's time zone files")
        }
    }
}
