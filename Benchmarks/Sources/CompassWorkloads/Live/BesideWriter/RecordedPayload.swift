import BenchmarkHarness

/// A payload of the writer, recorded so that the baseline can apply it again.
package struct RecordedPayload: Sendable {
    /// What the server sends.
    package let document: [UInt8]
    /// The id of the only post that it changes.
    package let id: String

    /// Returns payloads of all kinds, mostly with new posts, that depend only on the seed.
    static func mixed(count: Int, seed: UInt64, _ inputs: PageInputs) throws -> [RecordedPayload] {
        let maker = PayloadMaker(inputs)
        guard !maker.models.isEmpty else { throw CheckFailure("there is no post to make payloads from") }
        var generator = SplitMix64(seed: seed)
        return try (0..<count).map { try mixed($0, maker, &generator) }
    }

    /// Of twenty payloads, about twelve add a new post, two a late one, two change a text and a flag, two
    /// move a post, and two remove one: posts of the table and posts of earlier payloads, existing or not.
    private static func mixed(
        _ number: Int, _ maker: PayloadMaker, _ generator: inout SplitMix64
    ) throws -> RecordedPayload {
        let inserted = PayloadMaker.insertedID(number)
        let isEarlier = Bool.random(using: &generator)
        let earlier = PayloadMaker.insertedID(Int.random(in: 0...number, using: &generator))
        let model = maker.models[Int.random(in: 0..<maker.models.count, using: &generator)].id
        let id = isEarlier ? earlier : model
        switch Int.random(in: 0..<20, using: &generator) {
        case 0, 1: return RecordedPayload(document: try maker.latePost(number), id: inserted)
        case 2, 3:
            let isFlagged = Bool.random(using: &generator)
            return RecordedPayload(document: try maker.edit(number, id: id, isFlagged: isFlagged), id: id)
        case 4, 5: return RecordedPayload(document: try maker.move(number, id: id), id: id)
        case 6, 7: return RecordedPayload(document: try maker.deletion(number, id: id), id: id)
        default: return RecordedPayload(document: try maker.newPost(number), id: inserted)
        }
    }
}
