import CompassKernel
import Foundation

/// A row of `social_media_posts` as a server returns it.
struct PageRow: Encodable, Sendable {
    var id: String
    var coachID: String?
    var schoolID: String?
    var platform: String
    var postURL: String?
    var postContent: String?
    var postDate: String
    var authorHandle: String?
    var authorName: String?
    var isRecruitingRelated: Bool
    var flaggedForReview: Bool
    var sentiment: String?
    var notes: String?
    var createdAt: String
    var updatedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, platform, sentiment, notes
        case coachID = "coach_id"
        case schoolID = "school_id"
        case postURL = "post_url"
        case postContent = "post_content"
        case postDate = "post_date"
        case authorHandle = "author_handle"
        case authorName = "author_name"
        case isRecruitingRelated = "is_recruiting_related"
        case flaggedForReview = "flagged_for_review"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    /// The row of a known post.
    init(_ post: FeedPost) {
        id = post.id
        (coachID, schoolID) = (post.coachID, post.schoolID)
        platform = post.platform.rawValue
        (postURL, postContent) = (post.postURL, post.postContent)
        postDate = post.postDate.timestamp.description
        (authorHandle, authorName) = (post.authorHandle, post.authorName)
        (isRecruitingRelated, flaggedForReview) = (post.isRecruitingRelated, post.flaggedForReview)
        (sentiment, notes) = (post.sentiment?.rawValue, post.notes)
        createdAt = postDate
    }

    /// The row of a new post like a known one.
    init(like post: FeedPost, number: Int, at time: Timestamp) {
        self.init(post)
        let tail = String(number, radix: 16)
        id = "5c0ffee0-0000-4000-9000-" + String(repeating: "0", count: max(0, 12 - tail.count)) + tail
        postURL = "https://twitter.com/arrived/status/" + tail
        (flaggedForReview, notes) = (false, nil)
        postDate = time.description
        createdAt = postDate
    }

    var json: [UInt8] { Array(Self.json([self]).dropFirst().dropLast()) }

    static func json(_ rows: [PageRow]) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? Array(encoder.encode(rows))) ?? Array("[]".utf8)
    }
}
