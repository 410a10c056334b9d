/// The calendar days that a report covers, from the first to the last day inclusive.
public struct ReportPeriod: Hashable, KeyedValue {
    /// The first day.
    public let from: CivilDate
    /// The last day, not before the first.
    public let to: CivilDate

    /// Creates a period from one day to another, which may be the same.
    ///
    /// - Parameters:
    ///   - from: the first day.
    ///   - to: the last day.
    /// - Throws: ``ReportPeriodError`` when the last day is before the first.
    public init(from: CivilDate, to: CivilDate) throws(ReportPeriodError) {
        guard from <= to else { throw ReportPeriodError(from: from, to: to) }
        self.from = from
        self.to = to
    }

    /// Creates a period from one day to a later one or itself.
    fileprivate init(first: CivilDate, last: CivilDate) {
        from = first
        to = max(first, last)
    }

    /// The number of days, at least 1.
    public var dayCount: Int { Int(to.daysSinceEpoch) - Int(from.daysSinceEpoch) + 1 }

    /// The period of ``dayCount`` days that ends the day before this one begins, limited to representable
    /// days.
    public var previous: ReportPeriod {
        ReportPeriod(first: from.adding(days: -dayCount), last: from.adding(days: -1))
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("from", value?.from)
        writer.member("to", value?.to)
    }
}

extension ReportPeriod: Decodable {
    private enum CodingKeys: String, CodingKey { case from, to }

    /// Reads the first and the last day.
    ///
    /// - Throws: `DecodingError`, also when the last day is before the first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            try self.init(
                from: try container.decode(CivilDate.self, forKey: .from),
                to: try container.decode(CivilDate.self, forKey: .to))
        } catch let error as ReportPeriodError {
            throw DecodingError.dataCorruptedError(
                forKey: .to, in: container, debugDescription: error.description)
        }
    }
}

/// A period that ends before it begins.
public struct ReportPeriodError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested first day.
    public let from: CivilDate
    /// The requested last day.
    public let to: CivilDate

    /// The page's message.
    public var description: String { "End date must be after start date" }
}

/// The page's buttons: periods that end today, including the first and the last day, so that "Last 7 days"
/// covers eight.
public enum ReportPreset: String, CaseIterable, Hashable, Codable, Sendable {
    /// From 7 days before today.
    case last7Days = "7d"
    /// From 30 days before today; the page's default.
    case last30Days = "30d"
    /// From 90 days before today.
    case last90Days = "90d"
    /// From 180 days before today.
    case last6Months = "6m"
    /// From 1 January.
    case yearToDate = "ytd"
    /// From 365 days before today.
    case lastYear = "1y"

    /// The button's text, such as "Last 6 months".
    public var label: String {
        switch self {
        case .last7Days: "Last 7 days"
        case .last30Days: "Last 30 days"
        case .last90Days: "Last 90 days"
        case .last6Months: "Last 6 months"
        case .yearToDate: "Year to date"
        case .lastYear: "Last year"
        }
    }

    /// Returns the days of the button's period.
    ///
    /// - Parameters:
    ///   - now: an instant of the last day, today.
    ///   - zone: the zone that determines today.
    public func period(asOf now: Timestamp, in zone: ZoneOffsets) -> ReportPeriod {
        let today = zone.civilDate(at: now)
        let first =
            switch self {
            case .last7Days: today.adding(days: -7)
            case .last30Days: today.adding(days: -30)
            case .last90Days: today.adding(days: -90)
            case .last6Months: today.adding(days: -180)
            case .lastYear: today.adding(days: -365)
            case .yearToDate: CivilDate(year: today.year, month: 1, day: 1) ?? today
            }
        return ReportPeriod(first: first, last: today)
    }
}
