import ArgumentParser
import CompassKernel

/// The moment of a page, and the zone of its days.
package struct MomentOptions: ParsableArguments {
    @Option(
        help: """
            The time of the page: an instant such as 2026-03-01T12:00:00Z, a date or 'today', whose day then ends. \
            (default: the clock)
            """,
        completion: .list(["today"]),
        transform: { try MomentArgument($0) })
    package var now: MomentArgument?

    @Option(
        help: "The time zone of days, an IANA name. (default: TZ, then the zone of the machine, then UTC)",
        completion: .custom { _, _, _ in ZoneNames.all() },
        transform: { try Self.zone($0) })
    package var zone: ZoneOffsets?

    package init() {}

    package func resolvedNow(in zone: ZoneOffsets) -> Timestamp {
        let clock = Timestamp(micros: OperatingSystem.clockMicros())
        return now?.timestamp(clock: clock, in: zone) ?? clock
    }

    package func resolvedZone() throws(Failure) -> ZoneOffsets {
        if let zone { return zone }
        return try MachineZone.current()
    }

    private static func zone(_ text: String) throws -> ZoneOffsets {
        do {
            return try ZoneOffsets(identifier: text)
        } catch {
            throw ValidationError("\(error); IANA names like America/New_York, and UTC, are accepted.")
        }
    }
}
