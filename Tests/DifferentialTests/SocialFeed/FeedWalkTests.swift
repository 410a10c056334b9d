import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Successive pages form the whole list, even while posts are added and removed.
final class FeedWalkTests: XCTestCase {
    private let schools = [BaselineSchool(id: "s0", name: "State"), BaselineSchool(id: "s1", name: "Rice")]

    /// Returns a post of a few kinds with one of few times, so that many times are equal.
    private func post(_ number: Int, using random: inout SeededRandom) -> BaselinePost {
        BaselinePost(
            id: BaselineText("\(random.int(0...99))-\(number)"),
            platform: random.oneIn(2) ? .twitter : .instagram,
            postDate: Int64(random.int(0...random.element([3, 40]))) * 1_000_000,
            schoolID: random.oneIn(4) ? nil : BaselineText("s\(random.int(0...2))"),
            isRecruitingRelated: random.oneIn(2), flaggedForReview: random.oneIn(3))
    }

    private func filter(using random: inout SeededRandom) -> FilterPair {
        var filter = FilterPair()
        switch random.int(0...4) {
        case 0: filter.restrict(to: [BaselinePlatform.twitter])
        case 1: filter.restrict(to: [BaselineText("s1")])
        case 2: filter.restrict(flagged: true)
        case 3:
            filter.restrict(to: [BaselineText("s0"), "s2"])
            filter.restrict(recruiting: true)
        default: break
        }
        return filter
    }

    func testPagesOfAllSizesTogetherAreTheWholeList() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let posts = (0..<random.int(0...170)).map { post($0, using: &random) }
            let table = try FeedTable(posts: posts, schools: schools, now: 50_000_000, zone: .utc)
            let filter = filter(using: &random)
            let whole = table.expectAgreement(filter, pageSize: .max, "round \(round)")
            for pageSize in [1, 2, 3, 7, 50] {
                XCTAssertEqual(
                    try table.walk(filter, pageSize: pageSize), whole.posts,
                    "COMPASS_TEST_SEED=\(random.seed), round \(round), \(pageSize) posts a page")
            }
        }
    }

    func testPostsThatStayAreShownOnceWhileOthersArriveAndGo() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let filter = filter(using: &random)
            let pageSize = random.element([1, 2, 3, 7, 50])
            var posts = (0..<random.int(1...90)).map { post($0, using: &random) }
            var staying = Set(posts.map(\.id))
            var shown: [BaselineText] = []
            var cursor: FeedCursor?
            repeat {
                let table = try FeedTable(posts: posts, schools: schools, now: 50_000_000, zone: .utc)
                let page = table.expectAgreement(filter, pageSize: pageSize, after: cursor, name)
                shown += page.posts.map { BaselineText($0.id) }
                cursor = try page.nextCursor.map { try FeedCursor($0.description) }
                for _ in 0..<random.int(0...3) {
                    // Often the cursor's post.
                    let last = posts.firstIndex { $0.id == shown.last }
                    let leaving = random.oneIn(2) ? last : posts.indices.randomElement(using: &random)
                    if let leaving { staying.remove(posts.remove(at: leaving).id) }
                    posts.append(post(1000 + posts.count + shown.count * 100, using: &random))
                    if Set(posts.map(\.id)).count < posts.count { posts.removeLast() }
                }
                // Every list that does not restart ends within this number of pages.
            } while cursor != nil && shown.count < 2000
            XCTAssertEqual(Set(shown).count, shown.count, "\(name): shown twice")
            let table = try FeedTable(posts: posts, schools: schools, now: 50_000_000, zone: .utc)
            let matching = table.kernelPage(filter, pageSize: .max).posts.map { BaselineText($0.id) }
            XCTAssertEqual(
                staying.intersection(matching).subtracting(shown), [], "\(name): skipped")
        }
    }
}
