import Foundation

/// One row of `social_media_posts` as an app decodes it: dates remain text.
public struct SpecifiedPost: Codable, Sendable {
    /// The post's id.
    public let id: String
    let coachID: String?
    let schoolID: String?
    let platform: BaselinePlatform
    let postURL: String?
    let postContent: String?
    let postDate: String
    let authorHandle: String?
    let authorName: String?
    let isRecruitingRelated: Bool?
    let flaggedForReview: Bool?
    private let sentimentText: String?
    let notes: String?
    let createdAt: String?
    let updatedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id
        case coachID = "coach_id"
        case schoolID = "school_id"
        case platform
        case postURL = "post_url"
        case postContent = "post_content"
        case postDate = "post_date"
        case authorHandle = "author_handle"
        case authorName = "author_name"
        case isRecruitingRelated = "is_recruiting_related"
        case flaggedForReview = "flagged_for_review"
        case sentimentText = "sentiment"
        case notes
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    var sentiment: BaselineSentiment? {
        sentimentText.flatMap(BaselineSentiment.init(rawValue:))
    }

    /// The school, if any; an empty id means none.
    var school: BaselineText? {
        schoolID.flatMap { $0.isEmpty ? nil : BaselineText($0) }
    }
}

/// One row of `schools` as an app decodes it.
public struct SpecifiedSchool: Codable, Sendable {
    let id: String
    let name: String
    let status: String?
    let division: String?
}

extension SpecifiedSchool {
    /// The name; nil when it is empty.
    var shownName: String? { name.isEmpty ? nil : name }
}

/// Loads tables as an app does: one invalid row fails the whole table.
public enum SpecifiedLoader {
    /// Decodes the array of posts only: the cost of loading with the platform's decoder.
    public static func decodePosts(_ json: Data) throws -> [SpecifiedPost] {
        try JSONDecoder().decode([SpecifiedPost].self, from: json)
    }

    /// Decodes the array of schools.
    public static func decodeSchools(_ json: Data) throws -> [SpecifiedSchool] {
        try JSONDecoder().decode([SpecifiedSchool].self, from: json)
    }

    /// Returns the posts in the order of the page's query: newest first, then by id.
    ///
    /// Rows whose date the platform's formatter cannot parse come last.
    public static func inOrderOfQuery(_ posts: [SpecifiedPost]) -> [SpecifiedPost] {
        let formatter = ISO8601DateFormatter()
        let dated = posts.map { post in
            (post: post, date: formatter.date(from: post.postDate) ?? .distantPast, id: BaselineText(post.id))
        }
        return dated.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }.map(\.post)
    }
}
