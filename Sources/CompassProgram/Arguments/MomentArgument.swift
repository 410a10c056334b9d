import ArgumentParser
import CompassKernel

/// A value of `--now`: an instant, or the end of a day, which depends on the zone.
package enum MomentArgument: Hashable {
    case instant(Timestamp)
    case endOf(CivilDate)
    case endOfToday

    package init(_ text: String) throws {
        if text == "today" {
            self = .endOfToday
        } else if let date = try? CivilDate(parsing: text) {
            self = .endOf(date)
        } else {
            do throws(TimestampError) {
                self = .instant(try Self.timestamp(text))
            } catch {
                let reason = error == .malformed ? "neither a date nor an instant" : "\(error)"
                throw ValidationError(
                    "\(reason); an instant like 2026-03-01T12:00:00Z, a date like 2026-03-01, or today is "
                        + "accepted.")
            }
        }
    }

    private static func timestamp(_ text: String) throws(TimestampError) -> Timestamp {
        do throws(TimestampError) {
            return try Timestamp(parsing: text)
        } catch .missingTime {
            // It looks like a date, so the reason is what is wrong with the date.
            _ = try CivilDate(parsing: text)
            throw .missingTime
        }
    }

    /// Returns the instant in a zone.
    ///
    /// - Parameter clock: the current time.
    package func timestamp(clock: Timestamp, in zone: ZoneOffsets) -> Timestamp {
        switch self {
        case .instant(let timestamp): timestamp
        case .endOf(let date): zone.endOfDay(date)
        case .endOfToday: zone.endOfDay(zone.civilDate(at: clock))
        }
    }
}

extension ZoneOffsets {
    /// Returns the last microsecond of a calendar day.
    package func endOfDay(_ date: CivilDate) -> Timestamp {
        let next = startOfDay(date.adding(days: 1))
        return Timestamp(micros: next.micros == .min ? next.micros : next.micros - 1)
    }
}
