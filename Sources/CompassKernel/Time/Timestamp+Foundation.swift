#if canImport(Darwin)
    import Foundation

    extension Timestamp {
        /// Creates the microsecond nearest to a date, limited to the first and last representable one.
        public init(_ date: Date) {
            self.init(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
    }

    extension Date {
        /// Creates the date of an instant.
        ///
        /// A date counts seconds in floating point: between the years 1934 and 2068 the error is less than
        /// half a microsecond, so that `Timestamp(date)` restores the instant.
        public init(_ timestamp: Timestamp) {
            self.init(timeIntervalSinceReferenceDate: timestamp.secondsSinceReferenceDate)
        }
    }
#endif

extension Timestamp {
    /// Seconds from 1970-01-01 to 2001-01-01, the reference date of Foundation.
    private static let referenceSecond: Int64 = 978_307_200

    /// Creates the microsecond nearest to a number of seconds since 2001-01-01T00:00:00Z.
    ///
    /// - Parameter seconds: the seconds; infinity gives the last instant, NaN the first.
    init(secondsSinceReferenceDate seconds: Double) {
        // Microseconds beyond this do not fit into 64 bits.
        let reachable = Double(ZoneTable.reachableSecond)
        let bounded = seconds.isNaN ? -reachable : min(max(seconds, -reachable), reachable)
        let whole = bounded.rounded(.down)
        self.init(
            second: Int64(whole) + Self.referenceSecond, micros: Int64(((bounded - whole) * 1e6).rounded()))
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    var secondsSinceReferenceDate: Double {
        let second = flooredSeconds
        let micros = micros &- second &* TimeUnits.microsPerSecond
        return Double(second &- Self.referenceSecond) + Double(micros) / 1e6
    }
}
