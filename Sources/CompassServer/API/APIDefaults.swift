import CompassKernel
import CompassPages
import CompassProgram

/// The defaults of requests, and the facts about the server that the API reports.
package struct APIDefaults: Sendable {
    /// The zone of requests without one.
    package var zone: ZoneOffsets
    /// The fixed time of all pages; nil for the clock.
    package var now: Timestamp?
    /// The current time.
    package var clock: @Sendable () -> Timestamp
    /// The version of the program.
    package var version: String
    package var texts: PageTexts

    package init(
        zone: ZoneOffsets, now: Timestamp? = nil,
        clock: @escaping @Sendable () -> Timestamp = { Timestamp(micros: OperatingSystem.clockMicros()) },
        version: String = "", texts: PageTexts = .english
    ) {
        self.zone = zone
        self.now = now
        self.clock = clock
        self.version = version
        self.texts = texts
    }
}
