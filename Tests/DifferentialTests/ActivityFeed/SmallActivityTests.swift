import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every feed of up to three rows of few kinds, times and ids, compared with the baseline.
final class SmallActivityTests: XCTestCase {
    func testAllFeedsOfUpToThreeRows() throws {
        let now = try BaselineTimestamp.micros(of: "2026-03-08T12:00:00Z")
        let cutoff = now - 7 * 86_400_000_000
        // A kind, an id and a time each.
        var choices: [(kind: Int, id: BaselineText, time: Int64)] = []
        for kind in 0..<3 {
            for id in ["a", "b"] as [BaselineText] {
                for time in [cutoff - 1, cutoff] { choices.append((kind, id, time)) }
            }
        }
        for first in choices.indices {
            for second in choices.indices {
                for third in choices.indices where third != second || third == first {
                    let chosen = Set([first, second, third]).map { choices[$0] }
                    // Ids are unique within a table.
                    let names = Set(chosen.map { "\($0.kind) \($0.id)" })
                    if names.count < chosen.count { continue }
                    var rows = ActivityRows()
                    for (kind, id, time) in chosen {
                        switch kind {
                        case 0: rows.interactions?.append(.init(id: id, type: "email", time: time))
                        case 1: rows.statusChanges?.append(.init(id: id, newStatus: "x", time: time))
                        default: rows.documents?.append(.init(id: id, type: "resume", time: time))
                        }
                    }
                    let pair = try ActivityPair(rows, zone: .utc)
                    for type in [nil, .interaction, .documentUpload] as [BaselineActivityType?] {
                        for range in [BaselineActivityRange.all, .week] {
                            let filter = BaselineActivityFilter(type: type, range: range)
                            for page in 1...2 {
                                pair.expectAgreement(
                                    ActivityQuery(page: page, size: 2, filter: filter, now: now), "\(chosen)")
                            }
                        }
                    }
                    let search = BaselineActivityFilter(search: "unknown")
                    pair.expectAgreement(ActivityQuery(filter: search, now: now), "\(chosen)")
                }
            }
        }
    }

    /// Texts of about 50 characters, each position with each of several scalars that join their neighbors.
    func testAllTextsAroundTheCut() throws {
        let joining = [
            "a", "\u{301}", "\u{200D}", "\u{1F3FD}", "\u{FE0F}", "\r", "\n", "\u{1F1FA}", "\u{1161}",
            "\u{600}",
            "👨", "é", "\u{94D}\u{937}", "☎",
        ]
        let now = try BaselineTimestamp.micros(of: "2026-03-08T12:00:00Z")
        for start in ["a", "👨", "\u{1F1FA}", "\r", "\u{1100}", "क", "é"] {
            for length in 48...51 {
                for first in joining {
                    var rows = ActivityRows()
                    for second in joining {
                        for third in ["", "b", "\u{301}", "\u{1F1FA}", "\n"] {
                            let text = String(repeating: start, count: length) + first + second + third
                            let id = BaselineText("\(rows.documents?.count ?? 0)")
                            rows.documents?.append(
                                .init(id: id, type: "resume", time: now, title: BaselineText(text)))
                        }
                    }
                    let pair = try ActivityPair(rows, zone: .utc)
                    pair.expectAgreement(
                        ActivityQuery(size: 100, now: now),
                        "\(length) of \(start.debugDescription), \(first.debugDescription)")
                }
            }
        }
    }
}
