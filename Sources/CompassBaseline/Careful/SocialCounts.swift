/// The counts of one pass over posts.
struct SocialCounts {
    var posts = 0
    var recruiting = 0
    var twitter = 0
    var sentiments: [BaselineSentiment: Int] = [:]
    var schools: [BaselineText: Int] = [:]
    var coaches: [BaselineText: Int] = [:]

    mutating func add(_ post: BaselinePost) {
        posts += 1
        if post.isRecruitingRelated { recruiting += 1 }
        if post.platform == .twitter { twitter += 1 }
        if let sentiment = post.sentiment { sentiments[sentiment, default: 0] += 1 }
        if let schoolID = post.schoolID { schools[schoolID, default: 0] += 1 }
        if let coachID = post.coachID { coaches[coachID, default: 0] += 1 }
    }

    var summary: BaselineSocialPage.Summary {
        let analyzed = sentiments.values.reduce(0, +)
        let positive = sentiments.filter { $0.key.isPositive }.values.reduce(0, +)
        return .init(
            totalPosts: posts,
            recruitingPosts: recruiting,
            recruitingPercentage: BaselineSocialPage.Summary.percentage(recruiting, of: posts),
            positivePosts: positive,
            positivePercentage: BaselineSocialPage.Summary.percentage(positive, of: analyzed),
            analyzedPosts: analyzed,
            activeSchools: schools.count)
    }

    /// Returns the schools with the most posts: by count, then by name, then by id.
    func topSchools(_ limit: Int, of directory: BaselineSchools) -> [BaselineSocialPage.School] {
        let active = schools.map { id, count in
            BaselineSocialPage.School(id: id, name: directory.name(of: id), postCount: count)
        }
        return Array(active.sorted(by: Self.ranksBefore).prefix(max(0, limit)))
    }

    /// Returns the coaches with the most posts, in the same order.
    ///
    /// - Parameter names: the names of coaches by id.
    func topCoaches(_ limit: Int, _ names: [BaselineText: BaselineText]) -> [BaselineSocialPage.School] {
        let active = coaches.map { id, count in
            BaselineSocialPage.School(id: id, name: names[id] ?? "Unknown Coach", postCount: count)
        }
        return Array(active.sorted(by: Self.ranksBefore).prefix(max(0, limit)))
    }

    static func ranksBefore(_ left: BaselineSocialPage.School, _ right: BaselineSocialPage.School) -> Bool {
        if left.postCount != right.postCount { return left.postCount > right.postCount }
        if left.name != right.name { return NameOrder.precedes(left.name, right.name) }
        return left.id < right.id
    }
}

/// Counts posts in consecutive days; posts must come newest first.
struct DayCounts {
    let first: BaselineDay
    private(set) var counts: [Int]
    /// The first instant of each day, and of the day after the last.
    private let boundaries: [Int64]
    private var current: Int

    /// - Parameter days: the days, counted from 1970-01-01.
    init(_ days: Range<Int>, clock: ZoneClock) {
        let (first, count) = (BaselineDay(daysSinceEpoch: days.lowerBound), days.count)
        self.first = first
        counts = Array(repeating: 0, count: count)
        boundaries = (0...count).map { clock.startOfDay(first.adding(days: $0)) }
        current = count - 1
    }

    mutating func add(_ postDate: Int64) {
        if postDate >= boundaries[counts.count] { return }
        while current >= 0 && postDate < boundaries[current] { current -= 1 }
        if current >= 0 { counts[current] += 1 }
    }
}
