import CompassKernel

/// Partial answers whose bytes were changed, with the checksum of what they became.
enum PartialFuzzing {
    /// The first byte chooses an answer; of each four that follow, one chooses a change, two a position, and one
    /// is the new value there.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        let number = Int(first) % answers.count
        var edited = Array(answers[number].bytes.dropLast(checksumByteCount))
        for edit in stride(from: 1, to: bytes.count - 3, by: 4) {
            let place = (Int(bytes[edit + 1]) | Int(bytes[edit + 2]) << 8) % max(edited.count, 1)
            switch bytes[edit] % 3 {
            case 0: if !edited.isEmpty { edited[place] = bytes[edit + 3] }
            case 1: edited.insert(bytes[edit + 3], at: place)
            default: if !edited.isEmpty { edited.remove(at: place) }
            }
        }
        edited += checksum(of: edited)
        guard let answer = try? PartialAnswer(bytes: edited) else { return }
        requireEqual(answer.bytes, edited, "bytes of an answer")
        // Another query may be one for ten thousand years of days, which take seconds in a debug build.
        var sameQuery = answers[number].withoutRows
        guard (try? sameQuery.merge(answer)) != nil else {
            return check(answer, answer.withoutRows, finishing: false)
        }
        finish(answer)
        check(answer, answer.withoutRows)
        check(answer, answers[number].withoutRows)
        check(answer, others[number])
    }

    /// Merges two answers in both orders.
    private static func check(_ left: PartialAnswer, _ right: PartialAnswer, finishing: Bool = true) {
        var (merged, reversed) = (left, right)
        let isMerged = (try? merged.merge(right)) != nil
        let isReversed = (try? reversed.merge(left)) != nil
        requireEqual(isMerged, isReversed, "merging in both orders")
        requireEqual(
            isMerged ? merged.bytes : left.bytes, isMerged ? reversed.bytes : left.bytes, "merged bytes")
        if isMerged {
            finish(merged)
        } else {
            requireEqual(merged.bytes, left.bytes, "an answer that was refused")
        }
    }

    private static func finish(_ answer: PartialAnswer) {
        switch answer.kind {
        case .analytics: _ = try? answer.analyticsPage(schools: .empty)
        case .feed: _ = (try? answer.feedPage(schools: .empty))?.json()
        case .linkedCounts: _ = try? answer.linkedCounts(schools: .empty)
        case .report: _ = (try? answer.reportPage())?.json()
        case .activity: _ = (try? answer.activityPage(schools: .empty))?.json()
        case .timelineCounts: _ = try? answer.timelineCounts()
        case .timelineLevels: _ = try? answer.timelineLevels()
        }
    }

    // MARK: Answers

    private static let answers = answers(shard: 1)
    private static let others = answers(shard: 2)

    /// Answers of every kind; two shards share no row.
    private static func answers(shard: UInt32) -> [PartialAnswer] {
        let now = Timestamp(micros: 1_772_366_400_000_000)
        let id = { (name: String) in "\(name)\(shard)" }
        let posts = [
            Post(
                id: "11111111-2222-4333-8444-55555555555\(shard)", platform: .instagram, postDate: now,
                coachID: "c", schoolID: "s", postURL: "https://example.com", postContent: "Camp é",
                authorHandle: "@x", isRecruitingRelated: true, flaggedForReview: true, sentiment: .positive),
            Post(id: id("p"), platform: .twitter, postDate: Timestamp(micros: now.micros - 86_400_000_000)),
        ]
        let email = Interaction(id: id("i"), type: "email", time: now, schoolID: "s", direction: "inbound")
        let metrics = [0.1, -2e300, 3].enumerated().map {
            PerformanceMetric(id: id("m\($0)"), type: "velo", time: .instant(now), value: $1)
        }
        let document = Document(id: id("d"), type: "rec_letter", time: now, title: "Letter")
        guard let social = (try? PostTable(posts))?.bound(to: .empty),
            let window = try? TimeWindow(fromMicros: now.micros - 1_000_000, toMicros: now.micros + 1)
        else { return [] }
        let filter: PostFilter = .search("camp") && .schools(["s", "t"]) && .platform(.instagram)
        let reports = Reports(
            schools: .empty,
            coaches: CoachTable([Coach(id: id("c"), schoolID: "s", responsivenessScore: 0.3)]),
            interactions: InteractionTable([email]), metrics: MetricTable(metrics),
            failures: [SourceFailure(table: "videos", reason: "none")])
        let feed = ActivityFeed(
            interactions: InteractionTable([email]), documents: DocumentTable([document]))
        let items = RecruitingTimeline(interactions: InteractionTable([email])).items(in: .utc)
        let period = ReportPreset.last7Days.period(asOf: now, in: .utc)
        let partialPage = try? feed.partialPage(
            size: 3, where: ActivityFilter(search: "e"), asOf: now, in: .utc, shard: shard)
        let levels = try? items.partialLevels(over: window, buckets: 3, shard: shard)
        return [
            social.partialAnalytics(
                .last(days: 14), asOf: now, in: .utc, days: .every, comparison: true, heatMap: true,
                shard: shard),
            social.partialAnalytics(.all, where: filter, asOf: now, in: .utc, recentPosts: 1, shard: shard),
            social.partialFeed(where: filter, asOf: now, in: .utc, pageSize: 1, shard: shard),
            social.partialLinkedCounts(where: .recruiting, asOf: now, in: .utc, shard: shard),
            reports.partialReport(period, asOf: now, in: .utc, comparison: true, shard: shard),
            items.partialCounts(meeting: [window], shard: shard),
        ] + [partialPage, levels].compactMap { $0 }
    }

    // MARK: Checksum

    private static let checksumByteCount = 4

    /// The CRC-32C of the bytes, little-endian.
    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        var rest: UInt32 = ~0
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82f6_3b78) }
        }
        return (0..<checksumByteCount).map { UInt8(truncatingIfNeeded: ~rest >> UInt32(8 * $0)) }
    }
}
