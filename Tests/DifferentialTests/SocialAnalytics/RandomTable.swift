import CompassBaseline
import CompassTestSupport
import Foundation

@testable import CompassKernel

/// The same posts and schools for kernel and baseline, made for a "now" and a zone.
struct RandomTable {
    let posts: BaselinePosts
    let schools: BaselineSchools
    let social: SocialPosts
    let table: PostTable
    let now: Int64
    let zone: ZonePair
    let schoolIDs: [BaselineText]
    /// The names of coaches by id.
    let coaches: [BaselineText: BaselineText]

    private static let microsPerDay: Int64 = 86_400_000_000

    /// - Parameter spanDays: the days over which posts are spread; a random number by default.
    init(
        postCount: Int, schoolCount: Int, zone: ZonePair, spanDays: Int? = nil,
        using random: inout SeededRandom
    ) throws {
        let now = Self.now(in: zone, using: &random)
        let schoolIDs = Self.schoolIDs(schoolCount)
        let times = Self.times(
            postCount, now: now, zone: zone,
            spanDays: spanDays ?? random.element([1, 3, 40, 200, 400, 2000]),
            using: &random)
        let skew = random.int(1...3)
        let withoutSentiment = random.element([1, 2, 8])
        let posts = times.enumerated().map { index, micros in
            BaselinePost(
                id: BaselineText("post \(index &* 7919 % 1_000_003)-\(index)"),
                platform: random.oneIn(3) ? .instagram : .twitter, postDate: micros,
                coachID: nil, schoolID: Self.school(of: schoolIDs, skew: skew, using: &random),
                postContent: random.oneIn(4) ? nil : BaselineText("Post \"\(index)\" é 😀"),
                authorHandle: random.oneIn(3) ? nil : "@coach", authorName: random.oneIn(3) ? "" : "Zoë",
                isRecruitingRelated: random.oneIn(4), flaggedForReview: random.oneIn(5),
                sentiment: random.oneIn(withoutSentiment) ? nil : random.element(BaselineSentiment.allCases))
        }
        try self.init(
            posts: Self.withCoaches(posts, using: &random),
            schools: Self.directory(schoolIDs, using: &random), now: now, zone: zone, schoolIDs: schoolIDs)
    }

    init(
        posts: [BaselinePost], schools: [BaselineSchool], now: Int64, zone: ZonePair,
        schoolIDs: [BaselineText]
    ) throws {
        self.posts = BaselinePosts(posts)
        self.schools = BaselineSchools(schools)
        table = try PostTable.load(json: JSONRows.document(of: posts)).table
        let coachRows = Set(posts.compactMap(\.coachID)).sorted().enumerated().map { index, id in
            // Names may be partly or entirely missing, and several coaches may have the same.
            Coach(
                id: id.string, firstName: index % 4 == 0 ? nil : "Zoë \(index % 3)",
                lastName: index % 3 == 0 ? " " : "de la Cruz")
        }
        coaches = Dictionary(
            uniqueKeysWithValues: coachRows.compactMap { coach in
                coach.fullName.map { (BaselineText(coach.id), BaselineText($0)) }
            })
        social = table.bound(
            to: try SchoolDirectory.load(json: JSONRows.document(of: schools)).table,
            coaches: CoachTable(coachRows))
        self.now = now
        self.zone = zone
        self.schoolIDs = schoolIDs
    }

    // MARK: Times

    /// An instant between 1990 and 2040, often near a change of the zone's offset.
    static func now(in zone: ZonePair, using random: inout SeededRandom) -> Int64 {
        let second = random.int(631_152_000...2_208_988_800)
        let date = Date(timeIntervalSince1970: Double(second))
        if random.oneIn(3) { return Int64(second) * 1_000_000 + Int64(random.int(0...999_999)) }
        guard let change = zone.baseline.nextDaylightSavingTimeTransition(after: date) else {
            return Int64(second / 86_400 * 86_400 + random.element([0, 1, -1])) * 1_000_000
        }
        // A range then begins in the hours that a zone skips or repeats, or today contains them.
        let days = random.element([0, 0, 1, 7, 14, 30, 60, 90, 180])
        let changeMicros = Int64(change.timeIntervalSince1970) * 1_000_000
        return changeMicros + Int64(days) * microsPerDay + Int64(random.int(-7200...7200)) * 1_000_000
            + random.element([0, 1, 999_999, -1])
    }

    private static func times(
        _ count: Int, now: Int64, zone: ZonePair, spanDays: Int, using random: inout SeededRandom
    ) -> [Int64] {
        let edges = edges(now: now, zone: zone)
        // All posts may be before or after now.
        let shift = Int64(random.element([0, 0, 0, 30, -500, 5000])) * microsPerDay
        let instants = random.element([3, count / 4 + 1, 1 << 40])
        let step = max(1, Int64(spanDays) * microsPerDay / Int64(instants))
        return (0..<count).map { _ in
            switch random.int(0...9) {
            case 0: random.element(edges) + random.element([-1, 0, 0, 1])
            case 1: random.element(edges)
            default:
                now + shift - Int64(random.int(-spanDays / 10...spanDays)) * microsPerDay
                    - Int64(random.int(0...Int(microsPerDay))) / step * step
            }
        }
    }

    /// The instants at which a page's counts change: cutoffs, starts of days, changes of the offset.
    static func edges(now: Int64, zone: ZonePair) -> [Int64] {
        let kernelNow = Timestamp(micros: now)
        let today = zone.kernel.civilDate(at: kernelNow)
        let starts = (-32...2).map { zone.kernel.startOfDay(today.adding(days: $0)).micros }
        let cutoffs = [1, 2, 7, 14, 30, 60, 90, 180, 365, 730].map {
            zone.kernel.shifting(kernelNow, byDays: -$0).micros
        }
        var changes: [Int64] = []
        var date = Date(timeIntervalSince1970: Double(now / 1_000_000 - 400 * 86_400))
        while changes.count < 4, let next = zone.baseline.nextDaylightSavingTimeTransition(after: date) {
            changes.append(Int64(next.timeIntervalSince1970) * 1_000_000)
            date = next
        }
        return starts + cutoffs + changes.flatMap { [$0, $0 + 1_800_000_000, $0 - 1_800_000_000] } + [now]
    }

    // MARK: Schools

    /// Ids, some of which are equal by canonical equivalence.
    private static func schoolIDs(_ count: Int) -> [BaselineText] {
        (0..<count).map { index in
            switch index % 5 {
            case 0: BaselineText("\u{E9}\(index)")
            case 1: BaselineText("e\u{301}\(index - 1)")
            default: BaselineText("s\(index)")
            }
        }
    }

    private static func school(
        of ids: [BaselineText], skew: Int, using random: inout SeededRandom
    ) -> BaselineText? {
        if ids.isEmpty || random.oneIn(20) { return nil }
        return ids[(0..<skew).map { _ in random.int(0...ids.count - 1) }.min() ?? 0]
    }

    /// Most of the schools and some others, with names that are hard to distinguish.
    private static func directory(
        _ ids: [BaselineText], using random: inout SeededRandom
    ) -> [BaselineSchool] {
        let names = [
            "State", "state", "STATE", "\u{C9}cole", "E\u{301}cole", "\u{E9}cole", "Unknown School", "",
            "Stra\u{DF}e",
            "STRASSE", "\u{130}stanbul", "i\u{307}stanbul", "\u{3A3}\u{3A3}", "\u{3C3}\u{3C2}", "😀",
            "\u{FFFF}",
        ]
        let listed = ids.filter { _ in !random.oneIn(6) } + ["not of any post"]
        return listed.shuffled(using: &random).map { id in
            let name = random.element(names)
            return BaselineSchool(
                id: id, name: BaselineText(random.oneIn(2) ? name : "\(name) \(random.int(0...9))"))
        }
    }

    // MARK: Coaches

    /// Gives most posts a coach, who nearly always has the school of the post.
    private static func withCoaches(
        _ posts: [BaselinePost], using random: inout SeededRandom
    ) -> [BaselinePost] {
        let coachesPerSchool = random.int(1...4)
        let strays = random.element([2, 20, 1 << 30])
        return posts.map { post in
            var post = post
            let number = random.oneIn(strays) ? random.int(0...500) : random.int(1...coachesPerSchool)
            let school = random.oneIn(strays) ? nil : post.schoolID
            if !random.oneIn(5) { post.coachID = BaselineText("\(school?.string ?? "free") \(number)") }
            return post
        }
    }

    // MARK: Queries

    func randomQuery(using random: inout SeededRandom) -> PageQuery {
        var query = PageQuery(now: now, zone: zone)
        query.range = random.element([
            .all, .all, .days(1), .days(7), .days(30), .days(90), .days(365), .days(random.int(0...1000)),
        ])
        query.filter = randomFilter(using: &random)
        query.topSchools = random.element([5, 5, 0, 1, 3, 127, 128, 129, 400, 10_000, -1])
        query.topCoaches = random.element([5, 5, 0, 1, 128, 129, 10_000, -1])
        query.recentPosts = random.element([5, 5, 0, 1, 64, 700, 100_000, -1])
        query.activity = random.element([
            .sameAsRange, .sameAsRange, .days(random.int(-1...400)), .days(127), .days(128), .every,
        ])
        query.comparison = random.oneIn(2)
        return query
    }

    /// A query for a range of posts anywhere in the table, by days, with one more condition.
    func randomQueryOfAStretch(using random: inout SeededRandom) -> PageQuery {
        var query = PageQuery(now: now, zone: zone, comparison: true)
        let days = (0..<2).map { _ in
            let micros = posts.rows[random.int(0...posts.rows.count - 1)].postDate
            return Int(zone.kernel.civilDate(at: Timestamp(micros: micros)).daysSinceEpoch)
        }
        query.filter.restrict(from: random.oneIn(4) ? nil : days.min(), to: days.max())
        switch random.int(0...4) {
        case 0: query.filter.restrict(recruiting: false)
        case 3: query.filter.restrict(toCoaches: randomCoaches(using: &random))
        case 1: query.filter.restrict(to: [BaselineSentiment.neutral, .negative])
        case 2: query.filter.restrict(to: randomSchools(using: &random) + schoolIDs.prefix(1))
        default: query.filter.restrict(to: [BaselinePlatform.twitter])
        }
        return query
    }

    private func randomFilter(using random: inout SeededRandom) -> FilterPair {
        var filter = FilterPair()
        if random.oneIn(4) { return filter }
        let conditions = random.element([1, 1, 2, 3, 6])
        for _ in 0..<conditions {
            switch random.int(0...8) {
            case 0: filter.restrict(to: random.element([[.twitter], [.instagram], [.twitter, .instagram]]))
            case 1: filter.restrict(to: randomSchools(using: &random))
            case 2: filter.restrict(to: Set(BaselineSentiment.allCases.filter { _ in !random.oneIn(2) }))
            case 3: filter.restrict(recruiting: !random.oneIn(3))
            case 4: filter.restrict(flagged: !random.oneIn(3))
            case 7, 8: filter.restrict(toCoaches: randomCoaches(using: &random))
            default:
                let today = Int(zone.kernel.civilDate(at: Timestamp(micros: now)).daysSinceEpoch)
                let from = today - random.int(-5...400)
                let to = random.oneIn(8) ? from - 1 : from + random.int(0...200)
                filter.restrict(from: random.oneIn(4) ? nil : from, to: random.oneIn(4) ? nil : to)
            }
        }
        return filter
    }

    private func randomSchools(using random: inout SeededRandom) -> [BaselineText] {
        let chosen = (0..<random.element([0, 1, 1, 3, 50])).compactMap { _ in
            schoolIDs.randomElement(using: &random)
        }
        return random.oneIn(3) ? chosen + ["of no post"] : chosen
    }

    private func randomCoaches(using random: inout SeededRandom) -> [BaselineText] {
        let chosen = (0..<random.element([0, 1, 1, 3, 50])).compactMap { _ in
            posts.rows.isEmpty ? nil : random.element(posts.rows).coachID
        }
        return random.oneIn(3) ? chosen + ["of no post"] : chosen
    }
}
