import CompassKernel
import Foundation

/// The same zone for kernel and baseline.
package struct ZonePair: Sendable {
    package let kernel: ZoneOffsets
    package let baseline: TimeZone

    package static let utc = ZonePair(kernel: .utc, baseline: TimeZone(secondsFromGMT: 0) ?? .gmt)

    package init(kernel: ZoneOffsets, baseline: TimeZone) {
        self.kernel = kernel
        self.baseline = baseline
    }

    package init(_ identifier: String) throws {
        guard let baseline = TimeZone(identifier: identifier) else { throw ZoneError.unknownZone(identifier) }
        self.init(kernel: try ZoneOffsets(identifier: identifier), baseline: baseline)
    }

    package static let identifiers = [
        "America/New_York", "Europe/London", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe",
        "Pacific/Apia", "Africa/Cairo", "UTC", "America/St_Johns", "Asia/Beirut", "America/Havana",
    ]
}
