import ArgumentParser
import CompassKernel

/// Reads the values of options; each error lists what is accepted.
package enum ArgumentReading {
    /// More days than this are a typing error rather than a range of a page: 2,700 years.
    package static let dayLimit = 1_000_000

    /// - Throws: an error for an empty path, which is usually a mistake, such as a variable without a value.
    package static func requirePath(_ path: String) throws {
        if path.isEmpty { throw ValidationError("a path must not be empty.") }
    }

    package static func instant(_ text: String) throws -> Timestamp {
        do {
            return try Timestamp(parsing: text)
        } catch {
            throw ValidationError("\(error); an instant like 2026-03-01T12:00:00Z is accepted.")
        }
    }

    package static func date(_ text: String) throws -> CivilDate {
        do {
            return try CivilDate(parsing: text)
        } catch {
            // The reason for a malformed text describes the format of an instant.
            let reason = error == .malformed ? "not of the form YYYY-MM-DD" : "\(error)"
            throw ValidationError("\(reason); a date like 2026-03-01 is accepted.")
        }
    }

    package static func range(_ text: String) throws -> AnalyticsRange {
        if text == "all" { return .all }
        guard let days = digits(text), 1...dayLimit ~= days else {
            throw ValidationError(
                "7, 30, 90 or another number of days from 1 to \(dayLimit), or all, is accepted.")
        }
        return .last(days: days)
    }

    package static func preset(_ text: String) throws -> ReportPreset {
        guard let preset = ReportPreset(rawValue: text) else {
            throw ValidationError("7d, 30d, 90d, 6m, ytd or 1y is accepted.")
        }
        return preset
    }

    package static func activityDays(_ text: String) throws -> ChartDays {
        if text == "all" { return .every }
        guard let days = digits(text), 1...dayLimit ~= days else {
            throw ValidationError("a number of days from 1 to \(dayLimit), or all, is accepted.")
        }
        return .last(days)
    }

    /// - Throws: an error for a text that is not UTF-8, which arrives with replacement characters in it.
    package static func searchText(_ text: String) throws -> String {
        if text.unicodeScalars.contains("\u{fffd}"), let bytes = OperatingSystem.rawArgument(text) {
            do {
                _ = try SearchQuery(utf8: bytes)
            } catch {
                throw ValidationError("\(error); a text in UTF-8 is accepted.")
            }
        }
        return text
    }

    package static func number(_ text: String, in accepted: ClosedRange<Int>) throws -> Int {
        guard let number = digits(text), accepted ~= number else {
            // For a number below the minimum, the nineteen-digit maximum is not worth showing.
            let isTooLarge = !text.isEmpty && hasOnlyDigits(text) && digits(text) == nil
            let limits =
                accepted.upperBound == .max && !isTooLarge
                ? "from \(accepted.lowerBound)" : "from \(accepted.lowerBound) to \(accepted.upperBound)"
            throw ValidationError("a whole number \(limits) is accepted.")
        }
        return number
    }

    /// Reads a percentage, in digits with at most one decimal point.
    package static func percentage(_ text: String) throws -> Double {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && hasOnlyDigits($0) }), let number = Double(text),
            0...100 ~= number
        else { throw ValidationError("a number from 0 to 100, like 2 or 0.5, is accepted.") }
        return number
    }

    /// Reads kinds of timeline items, separated by commas.
    package static func itemTypes(_ text: String) throws -> TimelineItemTypes {
        let names: [Substring: TimelineItemTypes] = [
            "events": .events, "interactions": .interactions, "offers": .offers, "status": .statusChanges,
        ]
        return try text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) {
            types, name in
            guard let type = names[name] else {
                throw ValidationError(
                    "events, interactions, offers and status are accepted, separated by commas.")
            }
            types.insert(type)
        }
    }

    package static func seed(_ text: String) throws -> UInt64 {
        guard let seed = UInt64(text), text.utf8.first != UInt8(ascii: "+") else {
            throw ValidationError("a whole number from 0 to \(UInt64.max) is accepted.")
        }
        return seed
    }

    /// Reads a number of digits only, without a sign.
    private static func digits(_ text: String) -> Int? {
        hasOnlyDigits(text) ? Int(text) : nil
    }

    private static func hasOnlyDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
