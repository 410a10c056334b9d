import CompassKernel
import Foundation

/// Realtime payloads about the posts of a table, one document each, as the server sends them.
package struct PayloadMaker {
    /// Posts of the table, spread over its days: templates of new ones, and the ones that change.
    let models: [FeedPost]
    private let newestMicros: Int64
    private let asOfMicros: Int64

    package init(_ inputs: PageInputs) {
        models = inputs.spreadPosts(days: 32, postsPerDay: 64)
        asOfMicros = inputs.instants[0]
        let now = Timestamp(micros: asOfMicros)
        let newest = inputs.social.feedPage(asOf: now, in: inputs.zone, pageSize: 1).posts.first
        newestMicros = newest?.postDate.timestamp.micros ?? asOfMicros
    }

    /// Returns the payload of a post that is newer than all others so far.
    package func newPost(_ number: Int) throws -> [UInt8] {
        try insertion(number, dateMicros: newestMicros + Int64(number + 1) * 1_000)
    }

    /// Returns the payload of a post that belongs among those of another day.
    func latePost(_ number: Int) throws -> [UInt8] {
        let date = model(number * 97 + 13).postDate.timestamp.micros
        return try insertion(number, dateMicros: date + Int64(number % 1_000) * 1_000)
    }

    /// Returns the payload with which a known post moves to another time.
    func move(_ number: Int) throws -> [UInt8] {
        try move(number, id: changedID(number))
    }

    /// Returns the payload with which a known post is removed.
    func deletion(_ number: Int) throws -> [UInt8] {
        try deletion(number, id: changedID(number))
    }

    /// Returns the payload that changes the text of a post and flags it, or removes the flag.
    func edit(_ number: Int, id: String, isFlagged: Bool) throws -> [UInt8] {
        let record = Edited(id: id, postContent: "Edited \(number): camp", flaggedForReview: isFlagged)
        return try encode(Payload(type: "UPDATE", record: record, commitTimestamp: commitTime(number)))
    }

    /// Returns the payload with which a post moves to the time of a model.
    func move(_ number: Int, id: String) throws -> [UInt8] {
        let micros = model(number * 61 + 7).postDate.timestamp.micros + Int64(number % 1_000) * 1_000
        let record = Moved(id: id, postDate: Timestamp(micros: micros).description)
        return try encode(Payload(type: "UPDATE", record: record, commitTimestamp: commitTime(number)))
    }

    /// Returns the payload with which a post is removed.
    func deletion(_ number: Int, id: String) throws -> [UInt8] {
        try encode(
            Payload<Key>(type: "DELETE", oldRecord: Key(id: id), commitTimestamp: commitTime(number)))
    }

    /// Returns the id of the post that the insertion of this number adds.
    static func insertedID(_ number: Int) -> String {
        let tail = String(number, radix: 16)
        return "11fe0000-0000-4000-8000-" + String(repeating: "0", count: 12 - tail.count) + tail
    }

    /// Returns the id of the known post that a payload changes.
    ///
    /// Consecutive payloads do not change neighbors in time.
    func changedID(_ number: Int) -> String { model(number * 97).id }

    private func insertion(_ number: Int, dateMicros: Int64) throws -> [UInt8] {
        var row = SyncBatch.Row(model(number * 31), date: dateMicros)
        row.id = Self.insertedID(number)
        row.postURL = "https://twitter.com/live/status/" + String(number, radix: 16)
        return try encode(Payload(type: "INSERT", record: row, commitTimestamp: commitTime(number)))
    }

    private func model(_ number: Int) -> FeedPost { models[number % models.count] }

    private func commitTime(_ number: Int) -> String {
        Timestamp(micros: asOfMicros + Int64(number) * 1_000).description
    }

    private func encode(_ payload: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(payload))
    }

    private struct Payload<Record: Encodable>: Encodable {
        var type: String
        var record: Record?
        var oldRecord: Key?
        var commitTimestamp: String
    }

    private struct Key: Encodable {
        var id: String
    }

    private struct Edited: Encodable {
        var id: String
        var postContent: String
        var flaggedForReview: Bool
    }

    private struct Moved: Encodable {
        var id: String
        var postDate: String
    }
}
