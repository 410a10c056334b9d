import XCTest

@testable import CompassKernel

/// A post with texts, for search filters.
struct SearchablePost {
    var post: SamplePost
    var content: String?
    var name: String?
    var handle: String?
    /// The post's date in UTC, in days since 1970-01-01.
    var day: Int

    var json: String {
        func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
        return post.json.dropLast()
            + #","post_content":\#(text(content)),"author_name":\#(text(name)),"author_handle":\#(text(handle))}"#
    }

    /// Returns whether one of the texts contains `text` (of lower-case ASCII letters).
    func contains(_ text: String) -> Bool {
        [content, name, handle].contains { $0?.lowercased().contains(text) ?? false }
    }
}

/// The parts of a filter, each of which is a dimension of its own.
struct FilterParts {
    var platforms: Set<Platform>?
    var sentiments: Set<Sentiment>?
    var schools: [String]?
    /// With both values, the filter is contradictory and no post passes.
    var recruiting: [Bool] = []
    var flagged: [Bool] = []
    /// Days since 1970-01-01, both inclusive.
    var from: Int?
    var to: Int?
    var searches: [String] = []

    var filter: PostFilter {
        var filter = PostFilter.dates(from: from.map { CivilDate($0) }, to: to.map { CivilDate($0) })
        if let platforms { filter = filter && .platforms(platforms) }
        if let sentiments { filter = filter && .sentiment(sentiments) }
        if let schools { filter = filter && .schools(schools) }
        for value in recruiting { filter = filter && .recruiting(value) }
        for value in flagged { filter = filter && .flagged(value) }
        for search in searches { filter = filter && .search(search) }
        return filter
    }

    /// Returns the dimensions whose filter the post fails.
    func failures(of searchable: SearchablePost) -> Set<LinkedDimension> {
        let post = searchable.post
        var failures = Set<LinkedDimension>()
        if let platforms, !platforms.contains(post.platform) { failures.insert(.platform) }
        if let sentiments, !(post.sentiment.map(sentiments.contains) ?? false) { failures.insert(.sentiment) }
        if let schools, !(post.school.map(schools.contains) ?? false) { failures.insert(.school) }
        if !recruiting.allSatisfy({ $0 == post.isRecruiting }) { failures.insert(.recruiting) }
        if !flagged.allSatisfy({ $0 == post.isFlagged }) { failures.insert(.flagged) }
        if let from, searchable.day < from { failures.insert(.dates) }
        if let to, searchable.day > to { failures.insert(.dates) }
        if !searches.allSatisfy({ searchable.contains($0) }) { failures.insert(.search) }
        return failures
    }
}

enum LinkedDimension: CaseIterable { case platform, sentiment, school, recruiting, flagged, dates, search }

extension CivilDate {
    init(_ day: Int) { self.init(daysSinceEpoch: Int32(day)) }
}

extension LinkedCounts {
    /// Returns the counts by definition: each chart counts the posts that fail in no dimension but its own.
    ///
    /// - Parameter schools: ids and names in name order.
    init(
        of posts: [SearchablePost], _ parts: FilterParts, schools: [(id: String, name: String)], today: Int,
        dayCount: Int?
    ) {
        let failures = posts.map { parts.failures(of: $0) }
        func passing(but dimension: LinkedDimension?) -> [SearchablePost] {
            let own: Set<LinkedDimension> = dimension.map { [$0] } ?? []
            return zip(posts, failures).filter { $1.isSubset(of: own) }.map(\.0)
        }
        func count(_ posts: [SearchablePost], _ isCounted: (SamplePost) -> Bool) -> Int {
            posts.reduce(0) { $0 + (isCounted($1.post) ? 1 : 0) }
        }
        func choice(_ dimension: LinkedDimension, _ value: (SamplePost) -> Bool) -> ChoiceCounts {
            let posts = passing(but: dimension)
            return ChoiceCounts(yes: count(posts, value), no: count(posts) { !value($0) })
        }
        let bySentiment = passing(but: .sentiment)
        let analyzed = count(bySentiment) { $0.sentiment != nil }
        let byPlatform = passing(but: .platform)
        let bySchool = passing(but: .school)
        let byDay = passing(but: .dates)
        let first = dayCount.map { today - $0 + 1 } ?? min(today, byDay.map(\.day).min() ?? today)
        var perDay = [Int](repeating: 0, count: max(0, today - first + 1))
        for post in byDay where post.day >= first && post.day <= today { perDay[post.day - first] += 1 }
        let largest = max(1, perDay.max() ?? 1)
        self.init(
            matchCount: passing(but: nil).count,
            platforms: PlatformCounts(
                twitter: count(byPlatform) { $0.platform == .twitter },
                instagram: count(byPlatform) { $0.platform == .instagram }),
            sentiments: Sentiment.allCases.map { sentiment in
                let posts = count(bySentiment) { $0.sentiment == sentiment }
                return SentimentShare(
                    type: sentiment, count: posts,
                    percentage: analyzed == 0 ? 0 : 100 * Double(posts) / Double(analyzed))
            },
            withoutSentiment: bySentiment.count - analyzed,
            schools: NamedPostCounts(
                schools.filter { school in posts.contains { $0.post.school == school.id } }.map { school in
                    NamedPostCount(
                        id: school.id, name: school.name,
                        postCount: count(bySchool) { $0.school == school.id })
                }),
            withoutSchool: count(bySchool) { $0.school == nil },
            // None of the posts has a coach.
            withoutCoach: passing(but: nil).count,
            flagged: choice(.flagged, \.isFlagged), recruiting: choice(.recruiting, \.isRecruiting),
            activityByDay: perDay.enumerated().map { index, posts in
                DailyPostCount(
                    date: CivilDate(first + index), count: posts,
                    height: 100 * Double(posts) / Double(largest))
            })
    }
}

/// Binds the posts to schools `a`, `b` … whose names are in reverse order.
func searchableSocial(
    _ posts: [SearchablePost], _ schools: [(id: String, name: String)]
) throws -> SocialPosts {
    let postText = "[" + posts.map(\.json).joined(separator: ",") + "]"
    let schoolText =
        "[" + schools.map { "{\"id\":\"\($0.id)\",\"name\":\"\($0.name)\"}" }.joined(separator: ",") + "]"
    let (table, report) = try PostTable.load(json: postText.utf8)
    XCTAssertEqual(report.loaded, posts.count)
    return try table.bound(to: SchoolDirectory.load(json: schoolText.utf8).table)
}
