import CompassBaseline
import CompassKernel
import Foundation

/// The rows of a sync: a JSON array, mostly of new posts of the last minutes, with some known posts whose
/// texts were changed. No row has flags or notes.
struct SyncBatch {
    static let rowCount = 500
    static let knownRowCount = 50

    let document: [UInt8]
    /// The known posts among the rows.
    let knownIDs: Set<BaselineText>

    /// A row as the server sends it.
    struct Row: Encodable {
        var id: String
        var platform: String
        var postURL: String?
        var postContent: String?
        var postDate: String
        var authorHandle: String?
        var authorName: String?
        var coachID: String?
        var schoolID: String?
        var isRecruitingRelated: Bool
        var sentiment: String?
    }

    /// Returns the known posts that every batch changes.
    static func known(among models: [FeedPost]) -> [FeedPost] {
        (0..<min(knownRowCount, models.count)).map { models[$0 * models.count / knownRowCount] }
    }

    /// - Parameters:
    ///   - number: batches of different numbers have different new posts.
    ///   - models: posts of the table, which serve as templates for rows.
    ///   - asOfMicros: the instant at which the batch arrives.
    init(number: Int, models: [FeedPost], asOfMicros: Int64) throws {
        let known = Self.known(among: models)
        var rows = known.map { post in
            var row = Row(post, date: post.postDate.timestamp.micros)
            row.postContent = "Edited: " + (post.postContent ?? "")
            return row
        }
        for index in 0..<(Self.rowCount - Self.knownRowCount) {
            let model = models[(index * 31 + number) % max(models.count, 1)]
            var row = Row(model, date: asOfMicros - Int64(index) * 7_001_000)
            let tail = String(number * Self.rowCount + index, radix: 16)
            row.id = "5c0ffee0-0000-4000-8000-" + String(repeating: "0", count: 12 - tail.count) + tail
            row.postURL = "https://twitter.com/synced/status/" + tail
            rows.append(row)
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        document = Array(try encoder.encode(rows))
        knownIDs = Set(known.map { BaselineText($0.id) })
    }
}

extension SyncBatch.Row {
    init(_ post: FeedPost, date micros: Int64) {
        self.init(
            id: post.id, platform: post.platform.rawValue, postURL: post.postURL,
            postContent: post.postContent, postDate: Timestamp(micros: micros).description,
            authorHandle: post.authorHandle, authorName: post.authorName, coachID: post.coachID,
            schoolID: post.schoolID, isRecruitingRelated: post.isRecruitingRelated,
            sentiment: post.sentiment?.rawValue)
    }
}
