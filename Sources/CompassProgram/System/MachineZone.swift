import CompassKernel

/// The default time zone of pages: that of the environment, then the machine's, then UTC.
package enum MachineZone {
    /// - Throws: ``Failure`` when the environment's `TZ` is not a zone. A wrong zone would show wrong days.
    package static func current() throws(Failure) -> ZoneOffsets {
        do throws(ZoneError) {
            return try .machine()
        } catch {
            let text = OperatingSystem.environment("TZ") ?? ""
            let plain = text.hasPrefix(":") ? String(text.dropFirst()) : text
            let reason =
                isRule(plain) ? "\(plain) is a POSIX rule, and only names are accepted" : error.description
            throw Failure(
                .usage,
                "the environment's TZ: \(reason); set it to an IANA name such as America/New_York, or use --zone"
            )
        }
    }

    /// Returns whether a text looks like `EST5EDT` or `<+03>-3`: an abbreviation and hours.
    private static func isRule(_ text: String) -> Bool {
        text.prefixMatch(of: /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)[+-]?[0-9]/) != nil
    }
}
