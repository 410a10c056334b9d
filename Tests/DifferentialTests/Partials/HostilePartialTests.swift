import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Bytes that no release has written: each is refused, or the answer can be merged and finished.
final class HostilePartialTests: XCTestCase {
    /// Merges and finishes whatever could be read.
    private func use(_ bytes: [UInt8], _ original: PartialAnswer, _ small: SmallPartials) {
        guard let answer = try? PartialAnswer(bytes: bytes) else { return }
        XCTAssertEqual(answer.bytes, bytes, "an answer has one form")
        _ = try? small.json(answer)
        for other in [SmallPartials.answer(original, shard: 77), answer.withoutRows] {
            var merged = answer
            do {
                try merged.merge(other)
            } catch {
                XCTAssertEqual(merged, answer, "an answer that was not merged is unchanged")
                continue
            }
            _ = try? small.json(merged)
            XCTAssertEqual(try? PartialAnswer(bytes: merged.bytes), merged)
        }
    }

    func testEveryByteChanged() throws {
        let small = try SmallPartials()
        var random = SeededRandom()
        for answer in small.answers {
            let bytes = answer.bytes
            XCTAssertEqual(try PartialAnswer(bytes: bytes), answer)
            for place in bytes.indices {
                let changes = [1, 0x80, UInt8(random.int(1...255))]
                for change in SeededRandom.isThorough ? changes : [random.element(changes)] {
                    var changed = bytes
                    changed[place] ^= change
                    XCTAssertThrowsError(try PartialAnswer(bytes: changed), "byte \(place) of \(answer.kind)")
                    use(SmallPartials.signed(changed), answer, small)
                }
            }
        }
    }

    func testEveryCut() throws {
        let small = try SmallPartials()
        var random = SeededRandom()
        for answer in small.answers {
            let bytes = answer.bytes
            for count in 0..<bytes.count {
                XCTAssertThrowsError(
                    try PartialAnswer(bytes: bytes[..<count]), "\(count) bytes of \(answer.kind)")
                guard count > 9 else { continue }
                let cut = SmallPartials.signed(Array(bytes[..<count]))
                XCTAssertThrowsError(try PartialAnswer(bytes: cut), "\(count) bytes of \(answer.kind)")
                // One byte is missing, or there is another one.
                guard random.oneIn(SeededRandom.isThorough ? 3 : 9) else { continue }
                var without = bytes
                without.remove(at: count)
                use(SmallPartials.signed(without), answer, small)
                var with = bytes
                with.insert(UInt8(truncatingIfNeeded: count), at: count)
                use(SmallPartials.signed(with), answer, small)
            }
            for byte in UInt8.min...(.max) {
                XCTAssertThrowsError(try PartialAnswer(bytes: bytes + [byte]))
                XCTAssertThrowsError(
                    try PartialAnswer(bytes: SmallPartials.signed(bytes.dropLast(4) + [byte, 0, 0, 0, 0])))
            }
        }
    }

    func testRandomChanges() throws {
        let small = try SmallPartials()
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(2_000) {
            var random = random.forRound(round)
            let answer = random.element(small.answers)
            var bytes = answer.bytes
            for _ in 0..<random.int(1...6) {
                let place = random.int(5...bytes.count - 5)
                switch random.int(0...3) {
                case 0: bytes[place] = UInt8(random.int(0...255))
                case 1: bytes.insert(random.element([0, 0x7f, 0x80, 0xff]), at: place)
                case 2: if bytes.count > 20 { bytes.remove(at: place) }
                // Numbers of 64 bits and more.
                default:
                    bytes.replaceSubrange(
                        place...place, with: Array(repeating: 0xff, count: random.int(1...10)))
                }
            }
            use(SmallPartials.signed(bytes), answer, small)
        }
    }

    func testBytesThatAreNoAnswer() throws {
        let small = try SmallPartials()
        XCTAssertThrowsError(try PartialAnswer(bytes: [])) {
            XCTAssertEqual($0 as? PartialAnswerError, .notPartialAnswer)
        }
        XCTAssertThrowsError(try PartialAnswer(bytes: "CMPX00000000".utf8)) {
            XCTAssertEqual($0 as? PartialAnswerError, .notPartialAnswer)
        }
        var bytes = small.answers[0].bytes
        bytes[4] = 2
        XCTAssertThrowsError(try PartialAnswer(bytes: SmallPartials.signed(bytes))) {
            XCTAssertEqual($0 as? PartialAnswerError, .unknownVersion(2))
        }
        XCTAssertThrowsError(try PartialAnswer(bytes: small.answers[0].bytes.dropLast())) {
            guard case .damaged = $0 as? PartialAnswerError else { return XCTFail("\($0)") }
        }
    }

    func testAnotherQueryIsRefused() throws {
        let small = try SmallPartials()
        let social = PostTable.empty.bound(to: .empty)
        let now = try Timestamp(parsing: "2026-03-01T12:00:00Z")
        let later = Timestamp(micros: now.micros + 1)
        let newYork = try ZoneOffsets(identifier: "America/New_York")
        let days = try ReportPeriod(from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 1))
        let otherDays = try ReportPeriod(from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 2))
        let reports = Reports(schools: .empty, coaches: .empty, interactions: .empty, metrics: .empty)
        func analytics(
            _ range: AnalyticsRange = .all, where filter: PostFilter = .all, now other: Timestamp? = nil,
            zone: ZoneOffsets = .utc, topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5,
            days: ChartDays = .sameAsRange, comparison: Bool = false, heatMap: Bool = false
        ) -> PartialAnswer {
            social.partialAnalytics(
                range, where: filter, asOf: other ?? now, in: zone, topSchools: topSchools,
                topCoaches: topCoaches,
                recentPosts: recentPosts, days: days, comparison: comparison, heatMap: heatMap, shard: 2)
        }
        func feed(
            where filter: PostFilter = .all, now other: Timestamp? = nil, zone: ZoneOffsets = .utc,
            pageSize: Int = 50, after cursor: FeedCursor? = nil
        ) -> PartialAnswer {
            social.partialFeed(
                where: filter, asOf: other ?? now, in: zone, pageSize: pageSize, after: cursor, shard: 2)
        }
        func linked(
            where filter: PostFilter = .all, now other: Timestamp? = nil, zone: ZoneOffsets = .utc,
            days: ChartDays = .last(30)
        ) -> PartialAnswer {
            social.partialLinkedCounts(where: filter, asOf: other ?? now, in: zone, days: days, shard: 2)
        }
        func report(
            _ period: ReportPeriod, now: Timestamp?, zone: ZoneOffsets = .utc, comparison: Bool = false
        ) -> PartialAnswer {
            reports.partialReport(period, asOf: now, in: zone, comparison: comparison, shard: 2)
        }
        func activity(
            _ page: Int = 1, size: Int = 20, where filter: ActivityFilter = .all, now other: Timestamp? = nil,
            zone: ZoneOffsets = .utc, schools: SchoolDirectory = .empty
        ) throws -> PartialAnswer {
            try ActivityFeed(schools: schools).partialPage(
                page, size: size, where: filter, asOf: other ?? now, in: zone, shard: 2)
        }
        func timelineCounts(
            _ windows: [TimeWindow] = [TimeWindow(at: now)], where filter: TimelineFilter = .all,
            zone: ZoneOffsets = .utc
        ) -> PartialAnswer {
            RecruitingTimeline().items(in: zone).partialCounts(meeting: windows, where: filter, shard: 2)
        }
        func timelineLevels(
            _ micros: Int64 = 100, buckets: Int = 2, where filter: TimelineFilter = .all,
            zone: ZoneOffsets = .utc
        ) throws -> PartialAnswer {
            try RecruitingTimeline().items(in: zone).partialLevels(
                over: TimeWindow(fromMicros: 0, toMicros: micros), buckets: buckets, where: filter, shard: 2)
        }
        let cursor = FeedCursor(timestamp: now, id: "a")
        let searching = ActivityFilter(search: "a")
        let offers = TimelineFilter(types: .offers)
        let cases: [(PartialAnswer, [(PartialAnswer, PartialAnswerDifference)])] = [
            (
                analytics(),
                [
                    (feed(), .kind), (analytics(now: later), .now), (analytics(zone: newYork), .zone),
                    (analytics(where: .flagged), .filter), (analytics(.last(days: 7)), .options),
                    (analytics(topSchools: 6), .options), (analytics(topCoaches: 0), .options),
                    (analytics(recentPosts: 4), .options), (analytics(days: .every), .options),
                    (analytics(comparison: true), .options), (analytics(heatMap: true), .options),
                ]
            ),
            (
                feed(),
                [
                    (linked(), .kind), (feed(now: later), .now), (feed(zone: newYork), .zone),
                    (feed(where: .search("a")), .filter), (feed(pageSize: 49), .options),
                    (feed(after: cursor), .options),
                ]
            ),
            (
                linked(),
                [
                    (report(days, now: now), .kind), (linked(now: later), .now),
                    (linked(zone: newYork), .zone),
                    (linked(where: .school("a")), .filter), (linked(days: .last(31)), .options),
                ]
            ),
            (
                report(days, now: now),
                [
                    (analytics(), .kind), (report(days, now: later), .now), (report(days, now: nil), .now),
                    (report(days, now: now, zone: newYork), .zone), (report(otherDays, now: now), .options),
                    (report(days, now: now, comparison: true), .options),
                ]
            ),
            (
                try activity(),
                [
                    (timelineCounts(), .kind), (try activity(now: later), .now),
                    (try activity(zone: newYork), .zone),
                    (try activity(where: ActivityFilter(type: .documentUpload)), .filter),
                    (try activity(where: ActivityFilter(range: .week)), .filter),
                    (try activity(where: searching), .filter), (try activity(2), .options),
                    (try activity(size: 21), .options),
                ]
            ),
            (
                try activity(where: searching),
                [
                    (try activity(where: searching, schools: small.schools), .schools),
                    (try activity(), .filter),
                ]
            ),
            (
                timelineCounts(),
                [
                    (try timelineLevels(), .kind), (timelineCounts(zone: newYork), .zone),
                    (timelineCounts(where: offers), .filter), (timelineCounts([]), .options),
                ]
            ),
            (
                try timelineLevels(),
                [
                    (try activity(), .kind), (try timelineLevels(zone: newYork), .zone),
                    (try timelineLevels(where: offers), .filter), (try timelineLevels(101), .options),
                    (try timelineLevels(buckets: 3), .options),
                ]
            ),
        ]
        for (answer, others) in cases {
            for (other, difference) in others {
                for (left, right) in [(answer, other), (other, answer)] {
                    var left = SmallPartials.answer(left, shard: 3)
                    let before = left
                    XCTAssertThrowsError(try left.merge(right)) {
                        XCTAssertEqual($0 as? PartialAnswerError, .otherQuery(difference), "\(other)")
                    }
                    XCTAssertEqual(left, before)
                }
            }
        }
        for answer in small.answers {
            for kind in PartialAnswer.Kind.allCases where kind != answer.kind {
                XCTAssertThrowsError(try finish(answer, as: kind)) {
                    XCTAssertEqual($0 as? PartialAnswerError, .otherQuery(.kind))
                }
            }
            // Another release may give another answer.
            let foreign = PartialAnswer(
                answer.content, shards: answer.shards, rowGuard: answer.rowGuard, release: 99)
            XCTAssertEqual(try PartialAnswer(bytes: foreign.bytes), foreign)
            var other = SmallPartials.answer(foreign, shard: 2)
            XCTAssertNoThrow(try other.merge(foreign), "answers of one release")
            XCTAssertThrowsError(try small.json(foreign)) {
                XCTAssertEqual($0 as? PartialAnswerError, .otherQuery(.release))
            }
            var own = SmallPartials.answer(answer, shard: 2)
            XCTAssertThrowsError(try own.merge(foreign)) {
                XCTAssertEqual($0 as? PartialAnswerError, .otherQuery(.release))
            }
        }
    }

    private func finish(_ answer: PartialAnswer, as kind: PartialAnswer.Kind) throws {
        switch kind {
        case .analytics: _ = try answer.analyticsPage(schools: .empty)
        case .feed: _ = try answer.feedPage(schools: .empty)
        case .linkedCounts: _ = try answer.linkedCounts(schools: .empty)
        case .report: _ = try answer.reportPage()
        case .activity: _ = try answer.activityPage(schools: .empty)
        case .timelineCounts: _ = try answer.timelineCounts()
        case .timelineLevels: _ = try answer.timelineLevels()
        }
    }

    func testAShardThatIsAddedTwiceIsRefused() throws {
        let small = try SmallPartials()
        for answer in small.answers {
            var merged = SmallPartials.answer(answer, shard: 0)
            try merged.merge(answer)
            try merged.merge(SmallPartials.answer(answer, shard: 4_000_000_000))
            XCTAssertEqual(merged.shardNumbers, [0, 1, 4_000_000_000])
            for shard in merged.shardNumbers {
                let before = merged
                XCTAssertThrowsError(try merged.merge(SmallPartials.answer(answer, shard: shard))) {
                    XCTAssertEqual($0 as? PartialAnswerError, .repeatedShard(shard))
                }
                XCTAssertEqual(merged, before)
            }
            try merged.merge(answer.withoutRows)
            XCTAssertEqual(merged.shardNumbers.count, 3)
        }
    }

    /// A row in two shards is found if it is among those with the smallest hashes.
    func testARowInTwoShardsIsRefused() throws {
        let small = try SmallPartials()
        for answer in small.answers {
            let same = PartialAnswer(
                answer.content, shard: 9, guardHashes: answer.rowGuard.rows.map(\.hash).suffix(1))
            for (left, right) in [(answer, same), (same, answer)] {
                var left = left
                XCTAssertThrowsError(try left.merge(right)) {
                    XCTAssertEqual($0 as? PartialAnswerError, .sharedRow(first: 1, second: 9))
                }
            }
        }
    }

    /// Of a table's rows, those with the smallest hashes guard the answer, whatever the shards.
    func testTheGuardHasTheSmallestHashes() throws {
        let ids = (0..<1000).map { "p\($0)" }
        func posts(_ ids: some Sequence<String>) throws -> SocialPosts {
            try PostTable(
                ids.map { Post(id: $0, platform: .twitter, postDate: Timestamp(micros: 0)) }
            ).bound(to: .empty)
        }
        let now = Timestamp(micros: 0)
        let hashes = ids.map { id -> UInt64 in
            var id = id
            return id.withUTF8 { IdentifierColumn.hash(of: $0, seed: RowGuard.seed) }
        }.sorted()
        let whole = try posts(ids).partialFeed(asOf: now, in: .utc, shard: 5)
        XCTAssertEqual(whole.rowGuard.rows.map(\.hash), Array(hashes.prefix(256)))
        let parts = try (0..<4).map { shard in
            try posts(ids.enumerated().filter { $0.offset % 4 == shard }.map(\.element))
                .partialFeed(asOf: now, in: .utc, shard: UInt32(shard))
        }
        XCTAssertEqual(
            try PartialAnswer.merging(parts)?.rowGuard.rows.map(\.hash), Array(hashes.prefix(256)))
        // The hashes are part of the format.
        var id = "11111111-2222-4333-8444-555555555555"
        XCTAssertEqual(
            id.withUTF8 { IdentifierColumn.hash(of: $0, seed: RowGuard.seed) }, 7_952_789_544_427_467_148)
        XCTAssertEqual(hashes.first, 19_737_646_263_934_637)
    }

    /// Posts with one URL in two shards would count twice, although their ids differ.
    func testAURLInTwoShardsIsRefused() throws {
        func posts(_ rows: [(id: String, url: String?)]) throws -> SocialPosts {
            try PostTable(
                rows.map {
                    Post(id: $0.id, platform: .twitter, postDate: Timestamp(micros: 0), postURL: $0.url)
                }
            ).bound(to: .empty)
        }
        let now = Timestamp(micros: 0)
        func parts(_ posts: SocialPosts, _ shard: UInt32) -> [PartialAnswer] {
            [
                posts.partialAnalytics(.all, asOf: now, in: .utc, shard: shard),
                posts.partialFeed(asOf: now, in: .utc, shard: shard),
                posts.partialLinkedCounts(asOf: now, in: .utc, shard: shard),
            ]
        }
        let first = try posts([("a", "x"), ("b", nil), ("c", "y")])
        // A table that has changed has the same hashes as one that was loaded.
        var changed = try posts([("d", "x"), ("e", nil)]).posts
        try changed.apply(
            .put(Post(id: "d", platform: .twitter, postDate: Timestamp(micros: 0), postURL: "y")))
        for other in [try posts([("d", "y"), ("e", nil)]), changed.bound(to: .empty)] {
            for (left, right) in zip(parts(first, 3), parts(other, 2)) {
                var left = left
                XCTAssertThrowsError(try left.merge(right)) {
                    XCTAssertEqual($0 as? PartialAnswerError, .sharedRow(first: 2, second: 3))
                    XCTAssertTrue("\($0)".contains("the same URL"), "\($0)")
                    XCTAssertTrue("\($0)".contains("RowKeys"), "\($0)")
                }
            }
        }
        // Neither posts without a URL, nor an id that is the URL of another post.
        let rest = try posts([("x", nil), ("y", "a")])
        for (left, right) in zip(parts(first, 0), parts(rest, 1)) {
            XCTAssertNotNil(try PartialAnswer.merging([left, right]))
            XCTAssertEqual(left.rowGuard.rows.count, 5)
        }
        // The hashes are part of the format.
        var url = "https://example.com/posts/1"
        XCTAssertEqual(url.withUTF8 { RowGuard.hash(ofURL: $0) }, 11_069_315_373_338_924_941)
    }

    /// Counts beyond 32 bits add up; those that a page cannot show are refused.
    func testHugeCounts() throws {
        let small = try SmallPartials()
        for answer in small.answers {
            var merged = SmallPartials.answer(answer, shard: 0)
            var doublings = 0
            while doublings < 36 {
                try merged.merge(SmallPartials.answer(merged, shard: UInt32(doublings + 1)))
                merged = SmallPartials.answer(merged, shard: 0)
                doublings += 1
            }
            XCTAssertEqual(try PartialAnswer(bytes: merged.bytes), merged)
            if answer.kind == .analytics {
                let page = try answer.analyticsPage(schools: small.schools)
                let large = try merged.analyticsPage(schools: small.schools)
                XCTAssertEqual(large.summary.totalPosts, page.summary.totalPosts << 36)
                XCTAssertEqual(large.summary.positivePercentage, page.summary.positivePercentage)
                XCTAssertEqual(large.topSchools.map(\.id), page.topSchools.map(\.id))
                XCTAssertEqual(large.activityByDay.map(\.height), page.activityByDay.map(\.height))
            }
            if answer.kind == .report {
                let (page, large) = (try answer.reportPage(), try merged.reportPage())
                XCTAssertEqual(large.sections.metrics.total, page.sections.metrics.total << 36)
                XCTAssertEqual(
                    large.sections.metrics.summaries[0].mean, page.sections.metrics.summaries[0].mean)
            }
            XCTAssertThrowsError(
                try {
                    while doublings < 64 {
                        try merged.merge(SmallPartials.answer(merged, shard: UInt32(doublings + 1)))
                        merged = SmallPartials.answer(merged, shard: 0)
                        doublings += 1
                    }
                }()
            ) {
                XCTAssertEqual($0 as? PartialAnswerError, .tooLarge)
            }
            XCTAssertGreaterThan(doublings, 40)
            _ = try small.json(merged)
        }
    }

    func testErrorsSayWhatToDo() {
        let errors: [PartialAnswerError] =
            [
                .notPartialAnswer, .unknownVersion(2), .damaged(byteOffset: 3, reason: "r"),
                .repeatedShard(4),
                .sharedRow(first: 1, second: 2), .sharedRow(first: 1, second: 1), .tooLarge,
                .notMergeable(reason: "why"),
            ] + PartialAnswerDifference.allCases.map { .otherQuery($0) }
        XCTAssertEqual(Set(errors.map(\.description)).count, errors.count)
        XCTAssertEqual(
            PartialAnswerError.damaged(byteOffset: 3, reason: "r").description,
            "the partial answer is damaged at byte 3: r; make it again")
    }
}
