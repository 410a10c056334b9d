import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// All tables of up to three posts of a few kinds, under every filter by one condition.
final class SmallTableTests: XCTestCase {
    private static let now: Int64 = 1_770_724_800_000_000
    private static let microsPerDay: Int64 = 86_400_000_000

    /// Every combination of two times, two schools and six sets of marks, without an id.
    private static let kinds: [BaselinePost] = {
        let marks: [(BaselineSentiment?, BaselinePlatform, recruiting: Bool, flagged: Bool)] = [
            (nil, .twitter, false, false), (.positive, .twitter, true, false),
            (.negative, .twitter, false, true), (.veryPositive, .instagram, false, false),
            (.neutral, .instagram, true, true), (nil, .instagram, true, false),
        ]
        var kinds: [BaselinePost] = []
        for micros in [now - microsPerDay, now - 7 * microsPerDay - 1] {
            for school in [nil, BaselineText("s")] {
                for (sentiment, platform, recruiting, flagged) in marks {
                    kinds.append(
                        BaselinePost(
                            id: "", platform: platform, postDate: micros, schoolID: school,
                            isRecruitingRelated: recruiting, flaggedForReview: flagged, sentiment: sentiment))
                }
            }
        }
        return kinds
    }()

    private static let filters: [FilterPair] = {
        let today = Int(now / microsPerDay)
        let conditions: [(inout FilterPair) -> Void] = [
            { _ in }, { $0.restrict(to: [BaselinePlatform.twitter]) },
            { $0.restrict(to: [BaselineText("s")]) }, { $0.restrict(to: [BaselineText("other")]) },
            { $0.restrict(to: [BaselineSentiment.positive, .veryPositive]) },
            { $0.restrict(to: [BaselineSentiment.negative]) }, { $0.restrict(recruiting: true) },
            { $0.restrict(recruiting: false) }, { $0.restrict(flagged: true) },
            { $0.restrict(flagged: false) }, { $0.restrict(from: today - 1, to: nil) },
            { $0.restrict(from: nil, to: today - 2) },
        ]
        return conditions.map { condition in
            var filter = FilterPair()
            condition(&filter)
            return filter
        }
    }()

    private func expectAgreement(_ kinds: [Int]) throws {
        let posts = kinds.enumerated().map { place, kind in
            var post = Self.kinds[kind]
            post.id = BaselineText("p\(place)")
            return post
        }
        let schools = [BaselineSchool(id: "s", name: "State")]
        let table = try RandomTable(posts: posts, schools: schools, now: Self.now, zone: .utc, schoolIDs: [])
        for filter in Self.filters {
            let query = PageQuery(
                range: .days(7), filter: filter, now: Self.now, activity: .days(3), comparison: true)
            let differences = BaselineSocialPage(query.kernelPage(table.social)).differences(
                from: query.baselinePage(table.posts, table.schools, table.coaches))
            if !differences.isEmpty {
                XCTFail("kinds \(kinds), \(filter): \(differences.joined(separator: "\n"))")
            }
        }
    }

    func testTablesOfUpToTwoPosts() throws {
        try expectAgreement([])
        for first in Self.kinds.indices {
            try expectAgreement([first])
            for second in first..<Self.kinds.count { try expectAgreement([first, second]) }
        }
    }

    func testTablesOfThreePosts() throws {
        for first in Self.kinds.indices {
            for second in first..<Self.kinds.count {
                for third in second..<Self.kinds.count { try expectAgreement([first, second, third]) }
            }
        }
    }
}
