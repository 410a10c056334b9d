import CompassBaseline
import CompassTestSupport
import Foundation

@testable import CompassKernel

/// Random rows of the report's tables, made for a "now" and a zone.
struct RandomReport {
    let now: Int64
    let zone: ZonePair
    private let edges: [Int64]
    private let spanDays: Int
    private let valueStyle: Int

    private static let microsPerDay: Int64 = 86_400_000_000
    private static let texts: [BaselineText] = [
        "committed", "Committed", "COMMITTED", "contacted", "D1", "d1", "", "e\u{301}", "\u{E9}", "\u{C9}",
        "Stra\u{DF}e", "strasse", "\u{130}", "i\u{307}", "😀", "neutral", "a", "aa", "Z", "z", "_", "[",
        "\u{0}",
    ]

    init(zone: ZonePair, using random: inout SeededRandom) {
        // There was no 30 December 2011 in Apia.
        let skippedDay: Int64 = 1_325_239_200_000_000
        let isNearSkippedDay = zone.baseline.identifier == "Pacific/Apia" && random.oneIn(2)
        let now =
            isNearSkippedDay
            ? skippedDay + Int64(random.int(-9...9)) * Self.microsPerDay
            : RandomTable.now(in: zone, using: &random)
        self.now = now
        self.zone = zone
        edges = RandomTable.edges(now: now, zone: zone) + (isNearSkippedDay ? [skippedDay] : [])
        spanDays = random.element([3, 40, 400])
        valueStyle = random.int(0...5)
    }

    // MARK: Rows

    private func time(_ random: inout SeededRandom) -> Int64 {
        if random.oneIn(3) { return random.element(edges) + random.element([-1, 0, 0, 1]) }
        return now - Int64(random.int(-spanDays / 4...spanDays)) * Self.microsPerDay
            - Int64(random.int(0...Int(Self.microsPerDay)))
    }

    private func day(_ random: inout SeededRandom) -> BaselineDay {
        BaselineDay(zone.kernel.civilDate(at: Timestamp(micros: time(&random))))
            .adding(days: random.int(-1...1))
    }

    /// Values of one style, so that all sums except those of huge values stay finite.
    private func value(_ random: inout SeededRandom) -> Double? {
        if random.oneIn(6) { return nil }
        switch valueStyle {
        case 0: return Double(random.int(-20...120))
        case 1: return Double(random.int(0...10_000)) / 100
        case 2: return random.element([0.1, 0.2, 0.3, 1e16, -1e16, 1, -1])
        case 3:
            return random.element([
                .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e308, 1.5e308, -1e308, 1, 0,
            ])
        case 4:
            return random.element([
                .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0, 1e-300, .leastNormalMagnitude,
            ])
        default:
            return Double(
                sign: random.oneIn(2) ? .plus : .minus, exponent: random.int(-60...60),
                significand: Double.random(in: 1..<2, using: &random))
        }
    }

    private func text(_ random: inout SeededRandom, known: [BaselineText]) -> BaselineText {
        random.oneIn(3) ? random.element(Self.texts) : random.element(known)
    }

    func schools(_ count: Int, using random: inout SeededRandom) -> [BaselineSchool] {
        (0..<count).map { index in
            BaselineSchool(
                id: BaselineText("s\(index)"), name: "N",
                status: random.oneIn(5) ? nil : text(&random, known: ["committed", "contacted"]),
                division: random.oneIn(5) ? nil : text(&random, known: ["D1", "D2", "NAIA"]))
        }
    }

    func coaches(_ count: Int, using random: inout SeededRandom) -> [BaselineCoach] {
        (0..<count).map { index in
            BaselineCoach(
                id: BaselineText("c\(index)"),
                schoolID: random.element([nil, "s1", "s2", "e\u{301}", "\u{E9}", BaselineText("s\(index)")]),
                responsivenessScore: random.oneIn(3) ? nil : Double(random.int(0...10_000)) / 100)
        }
    }

    func interactions(_ count: Int, using random: inout SeededRandom) -> [BaselineInteraction] {
        (0..<count).map { index in
            BaselineInteraction(
                id: BaselineText("i\(index)"), type: text(&random, known: ["email", "dm"]),
                time: time(&random),
                direction: random.element([nil, "inbound", "inbound", "outbound", "Inbound", ""]),
                sentiment: random.oneIn(3) ? nil : random.element(BaselineSentiment.allCases))
        }
    }

    func metrics(_ count: Int, using random: inout SeededRandom) -> [BaselineMetric] {
        let dayOneIn = random.element([1, 2, 3, 1_000_000])
        return (0..<count).map { index in
            BaselineMetric(
                id: BaselineText("m\(index)"), type: text(&random, known: ["velocity", "exit_velo"]),
                time: random.oneIn(dayOneIn) ? .day(day(&random)) : .instant(time(&random)),
                value: value(&random), unit: random.element([nil, "mph"]))
        }
    }

    // MARK: Queries

    /// The first and the last day.
    func period(using random: inout SeededRandom) -> (from: BaselineDay, to: BaselineDay) {
        if random.oneIn(3) {
            return random.element(BaselineReportPreset.allCases).days(now: now, zone: zone.baseline)
        }
        let day = day(&random)
        return (day, day.adding(days: random.element([0, 0, 1, 2, 7, 30, 365, 3_652, 3_653, 3_654, 40_000])))
    }
}
