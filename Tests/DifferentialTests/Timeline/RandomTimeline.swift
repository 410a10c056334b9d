import CompassBaseline
import CompassTestSupport
import Foundation

@testable import CompassKernel

/// Random rows of the timeline's tables, made for a "now" and a zone.
struct RandomTimeline {
    let now: Int64
    let zone: ZonePair
    let schoolIDs: [BaselineText]
    private let edges: [Int64]
    private let spanDays: Int
    private let stepMicros: Int64
    private let hasFarTimes: Bool

    static let microsPerDay: Int64 = 86_400_000_000
    private static let names: [BaselineText] = [
        "State", "state", "STATE", "\u{C9}cole", "E\u{301}cole", "Unknown", "No School", "", "Stra\u{DF}e",
        "😀",
        "unknown", "Zz",
    ]
    private static let ids: [BaselineText] = [
        "7", "70", "a", "\u{E9}", "e\u{301}", "0a1b2c3d-0000-4000-8000-000000000001", "z/?", "\u{FFFF}", "😀",
    ]

    init(schoolCount: Int, zone: ZonePair, using random: inout SeededRandom) {
        // There was no 30 December 2011 in Apia.
        let skippedDay: Int64 = 1_325_239_200_000_000
        let isNearSkippedDay = zone.baseline.identifier == "Pacific/Apia" && random.oneIn(2)
        now =
            isNearSkippedDay
            ? skippedDay + Int64(random.int(-70...180)) * Self.microsPerDay
            : RandomTable.now(in: zone, using: &random)
        self.zone = zone
        schoolIDs = (0..<schoolCount).map { $0 < 4 ? ["\u{E9}", "e\u{301}", "7", "s"][$0] : "s\($0)" }
            .map { BaselineText($0) }
        edges =
            Self.edges(now: now, zone: zone)
            + (isNearSkippedDay ? Array(repeating: skippedDay, count: 40) : [])
        spanDays = random.element([2, 40, 250, 250, 500, 2000])
        stepMicros = random.element([1, 3_600_000_000, Self.microsPerDay, 10 * Self.microsPerDay])
        // Only in these zones do both have the same offsets for all times.
        hasFarTimes =
            zone.baseline.secondsFromGMT() == 0 && !zone.baseline.isDaylightSavingTime()
            && zone.baseline.nextDaylightSavingTimeTransition == nil && random.oneIn(2)
    }

    /// The instants at which a page changes: the ranges' ends, the starts of days and months, changes of the
    /// offset.
    private static func edges(now: Int64, zone: ZonePair) -> [Int64] {
        let kernelNow = Timestamp(micros: now)
        let ends = [-12, -6, -3, 2].map { zone.kernel.shifting(kernelNow, byMonths: $0) }
        let days = (ends + [kernelNow]).map { zone.kernel.civilDate(at: $0) }
        let starts = days.flatMap { day in
            [0, 1, -1, 1 - day.day].map { zone.kernel.startOfDay(day.adding(days: $0)).micros }
        }
        return ends.map(\.micros) + starts + RandomTable.edges(now: now, zone: zone)
    }

    // MARK: Times

    func time(_ random: inout SeededRandom) -> Int64 {
        switch random.int(0...9) {
        // Some differences are too small for edges to count as different, others are just large enough.
        case 0: return random.element(edges) + random.element([-1, 1, -90, 90, 400, -400, 5_000, -90_000])
        case 1, 2: return random.element(edges)
        case 3 where hasFarTimes:
            return random.element([-62_167_046_400, -1, 0, 2_147_483_648, 253_402_300_799, 3_093_212_411_279])
                * 1_000_000 + Int64(random.int(-1...1))
        default:
            let micros = now - Int64(random.int(-spanDays / 4...spanDays)) * Self.microsPerDay
            return (micros + Int64(random.int(0...Int(Self.microsPerDay)))) / stepMicros * stepMicros
        }
    }

    private func day(at micros: Int64) -> BaselineDay {
        let date = zone.kernel.civilDate(at: Timestamp(micros: micros))
        return BaselineDay(daysSinceEpoch: Int(date.daysSinceEpoch))
    }

    private func date(_ random: inout SeededRandom) -> BaselineDate {
        let time = time(&random)
        // No instant is on a day that a zone skipped, but some are on the neighboring days.
        let days = random.element([0, 0, 0, -1, 1])
        return random.oneIn(2) ? .day(day(at: time).adding(days: days)) : .instant(time)
    }

    private func end(of start: BaselineDate, _ random: inout SeededRandom) -> BaselineDate? {
        let (startDay, instant) =
            switch start {
            case .day(let day):
                (day, zone.kernel.startOfDay(CivilDate(daysSinceEpoch: Int32(day.daysSinceEpoch))).micros)
            case .instant(let micros): (self.day(at: micros), micros)
            }
        switch random.int(0...6) {
        case 0, 1: return nil
        case 2: return .day(startDay)
        case 3, 4: return .day(startDay.adding(days: random.element([1, 1, 2, 5, 14, 100, 900, -1, -2])))
        case 5: return .instant(time(&random))
        default:
            return .instant(
                instant + random.element([0, 1, -1, 3_600_000_000, Self.microsPerDay, 9 * Self.microsPerDay]))
        }
    }

    // MARK: Rows

    private func school(_ random: inout SeededRandom) -> BaselineText? {
        random.oneIn(7) ? nil : schoolIDs.randomElement(using: &random)
    }

    private func text(_ random: inout SeededRandom) -> BaselineText? {
        random.element([nil, "", "Camp day", "e\u{301}\n\u{0}\"", "<b>", " "])
    }

    /// Returns an id that may occur in several tables, but only once in each.
    private func id(_ index: Int) -> BaselineText {
        index < Self.ids.count ? Self.ids[index] : BaselineText("r\(index &* 7919 % 10_007)-\(index)")
    }

    func event(id: BaselineText, using random: inout SeededRandom) -> BaselineEvent {
        let start = date(&random)
        return BaselineEvent(
            id: id,
            type: random.element([
                "showcase", "camp", "official_visit", "unofficial_visit", "game", "other", "", nil,
            ]),
            name: text(&random) ?? "N", start: start, end: end(of: start, &random), schoolID: school(&random))
    }

    func interaction(id: BaselineText, using random: inout SeededRandom) -> BaselineInteraction {
        BaselineInteraction(
            id: id,
            type: random.element([
                "email", "phone_call", "text", "in_person_visit", "virtual_meeting", "camp", "showcase",
                "tweet", "dm",
                "game", "other", "official_visit", "",
            ]), time: time(&random), schoolID: school(&random), subject: text(&random))
    }

    func offer(id: BaselineText, using random: inout SeededRandom) -> BaselineOffer {
        BaselineOffer(
            id: id,
            type: random.element([
                "full_ride", "partial", "scholarship", "recruited_walk_on", "preferred_walk_on", "books", "",
            ]), time: date(&random), schoolID: school(&random))
    }

    func statusChange(id: BaselineText, using random: inout SeededRandom) -> BaselineStatusChange {
        let statuses: [BaselineText?] = [
            "researching", "interested", "contacted", "camp_invite", "recruited", "official_visit_invited",
            "official_visit_scheduled", "offer_received", "committed", "declined", "not_pursuing", "", nil,
        ]
        return BaselineStatusChange(
            id: id, newStatus: random.element(statuses) ?? "next", previousStatus: random.element(statuses),
            time: time(&random), schoolID: school(&random), notes: text(&random))
    }

    /// Returns about this many rows; the tables' shares differ, and some tables may be empty.
    func rows(_ count: Int, using random: inout SeededRandom) -> TimelineRows {
        var rows = TimelineRows()
        let kinds = random.element([[0, 1, 2, 3], [0, 0, 0, 1, 2, 3], [0], [1, 1, 1, 1, 0], [2, 3]])
        for index in 0..<count {
            let id = id(index)
            switch random.element(kinds) {
            case 0: rows.events.append(event(id: id, using: &random))
            case 1: rows.interactions.append(interaction(id: id, using: &random))
            case 2: rows.offers.append(offer(id: id, using: &random))
            default: rows.statusChanges.append(statusChange(id: id, using: &random))
            }
            if random.oneIn(5) { rows.offers.append(offer(id: BaselineText("\(id)-2"), using: &random)) }
        }
        rows.schools = (schoolIDs + ["not of any row"]).filter { _ in !random.oneIn(5) }.map { id in
            BaselineSchool(id: id, name: random.element(Self.names))
        }
        return rows
    }

    // MARK: Queries

    func query(using random: inout SeededRandom) -> TimelineQuery {
        var query = TimelineQuery(range: random.element(TimelineRange.allCases), now: now)
        if random.oneIn(4) {
            query.now = now + random.element([-400, -30, -1, 1, 45, 200, 3000]) * Self.microsPerDay
        }
        if random.oneIn(2) {
            let unknown: [BaselineText?] = [nil, "", "no such school", "not of any row"]
            query.filter.schoolID =
                random.oneIn(4) ? random.element(unknown) : schoolIDs.randomElement(using: &random)
        }
        if random.oneIn(2) {
            query.filter.types = query.filter.types.filter { _ in !random.oneIn(2) }
        }
        query.minimumWidth = random.element([2, 2, 2, 0, 0.5, 10, 33, 100, -1, 150])
        if random.oneIn(3) {
            query.lanes = .init(
                number: random.element([1, 2, 3, 0, -4, 100, .max, .min]),
                size: random.element([1, 2, 3, 20, 1000, 0, -1, .max]))
        }
        return query
    }
}
