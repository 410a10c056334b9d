import XCTest

@testable import CompassKernel

final class PartialBytesTests: XCTestCase {
    /// The check value of RFC 3720, and those of its appendix B.4.
    func testChecksum() {
        XCTAssertEqual(CRC32C.checksum(of: "123456789".utf8), 0xe306_9283)
        XCTAssertEqual(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32)), 0x8a91_36aa)
        XCTAssertEqual(CRC32C.checksum(of: [UInt8](repeating: 0xff, count: 32)), 0x62a8_ab43)
        XCTAssertEqual(CRC32C.checksum(of: 0..<32), 0x46dd_794e)
    }

    func testNumbers() throws {
        let cases: [(UInt64, [UInt8])] = [
            (0, [0]), (1, [1]), (127, [0x7f]), (128, [0x80, 1]), (300, [0xac, 2]),
            (.max, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ]
        for (number, bytes) in cases {
            var writer = PartialWriter()
            writer.number(number)
            XCTAssertEqual(writer.bytes, bytes)
            var reader = PartialReader(bytes, in: 0..<bytes.count)
            XCTAssertEqual(try reader.number(), number)
            XCTAssertTrue(reader.isAtEnd)
        }
        for number in [0, -1, 1, -2, 63, -64, 64, .min, .max] as [Int64] {
            var writer = PartialWriter()
            writer.signed(number)
            XCTAssertEqual(writer.bytes.count == 1, (-64...63).contains(number))
            var reader = PartialReader(writer.bytes, in: 0..<writer.bytes.count)
            XCTAssertEqual(try reader.signed(), number)
        }
        for bytes in [
            [], [0x80], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
            Array(repeating: 0x80, count: 11),
        ] as [[UInt8]] {
            var reader = PartialReader(bytes, in: 0..<bytes.count)
            XCTAssertThrowsError(try reader.number(), "\(bytes)")
        }
    }

    func testAsManyShardsAreMergedAsAreRead() throws {
        func run(_ numbers: ClosedRange<UInt64>) throws -> ShardNumbers {
            var writer = PartialWriter()
            writer.count(1)
            writer.number(numbers.lowerBound)
            writer.number(numbers.upperBound - numbers.lowerBound)
            var reader = PartialReader(writer.bytes, in: 0..<writer.bytes.count)
            return try reader.shards()
        }
        let limit = UInt64(ShardNumbers.maximumCount)
        XCTAssertThrowsError(try run(0...limit))
        var shards = try run(1...limit)
        XCTAssertThrowsError(try shards.merge(ShardNumbers(0))) {
            guard case .notMergeable? = $0 as? PartialAnswerError else { return XCTFail("\($0)") }
        }
        shards = try run(1...limit - 1)
        try shards.merge(ShardNumbers(0))
        XCTAssertEqual(shards, try run(0...limit - 1))
    }

    func testQueriesWithEquivalentTextsDiffer() throws {
        func part(_ search: String) throws -> PartialAnswer {
            try ActivityFeed(interactions: InteractionTable([])).partialPage(
                1, size: 10, where: ActivityFilter(search: search), asOf: Timestamp(micros: 0), in: .utc,
                shard: 0)
        }
        let (composed, decomposed) = (try part("caf\u{e9}"), try part("cafe\u{301}"))
        XCTAssertEqual(composed, try part("caf\u{e9}"))
        XCTAssertNotEqual(composed, decomposed)
        XCTAssertNotEqual(composed.bytes, decomposed.bytes)
        XCTAssertEqual(Set([composed, decomposed, try part("caf\u{e9}")]).count, 2)
    }

    /// Texts are ordered by their bytes, whether they are packed or not.
    func testTexts() throws {
        let texts = [
            "", "\u{0}", "11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-55555555555G",
            "11111111-2222-4333-8444-555555555556", "A", "e\u{301}", "\u{E9}",
            "ffffffff-2222-4333-8444-555555555555",
            "😀",
        ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        XCTAssertEqual(texts.map { PartialText($0) }.sorted().map(\.string), texts)
        XCTAssertEqual(Set(texts.map { PartialText($0) }).count, texts.count)
        for text in texts {
            var writer = PartialWriter()
            writer.string(text)
            XCTAssertEqual(
                writer.bytes.count, text.utf8.count == 36 && !text.hasSuffix("G") ? 17 : text.utf8.count + 1)
            var reader = PartialReader(writer.bytes, in: 0..<writer.bytes.count)
            XCTAssertEqual(Array(try reader.string().utf8), Array(text.utf8))
            XCTAssertTrue(reader.isAtEnd)
        }
    }

    /// A list cannot be longer than the bytes that follow, so that no memory is reserved for it.
    func testAListThatIsTooLong() {
        let bytes: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2]
        var reader = PartialReader(bytes, in: 0..<bytes.count)
        XCTAssertThrowsError(try reader.list { (reader) throws(PartialAnswerError) in try reader.byte() })
    }

    func testShardNumbersAreRuns() throws {
        var shards = ShardNumbers()
        for number in [7, 0, 1, 2, .max, .max - 1] as [UInt32] { try shards.merge(ShardNumbers(number)) }
        XCTAssertEqual(shards.numbers, [0, 1, 2, 7, .max - 1, .max])
        var writer = PartialWriter()
        writer.shards(shards)
        XCTAssertEqual(writer.bytes, [3, 0, 2, 4, 0, 0xf6, 0xff, 0xff, 0xff, 0x0f, 1])
        var reader = PartialReader(writer.bytes, in: 0..<writer.bytes.count)
        XCTAssertEqual(try reader.shards(), shards)
        XCTAssertTrue(shards.contains(7))
        XCTAssertFalse(shards.contains(3))
        XCTAssertThrowsError(try shards.merge(ShardNumbers(2)))
        // A million shards at most.
        for bytes in [[1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f], [2, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]]
            as [[UInt8]]
        {
            var reader = PartialReader(bytes, in: 0..<bytes.count)
            XCTAssertThrowsError(try reader.shards())
        }
    }

    /// The bytes of a small answer, so that a change of the format is noticed.
    func testBytesOfASmallAnswer() throws {
        let posts = try PostTable([
            Post(
                id: "a", platform: .instagram, postDate: Timestamp(micros: 1), schoolID: "s",
                sentiment: .neutral)
        ]).bound(to: .empty)
        let answer = posts.partialAnalytics(.all, asOf: Timestamp(micros: 2), in: .utc, shard: 3)
        let hex = answer.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let parts = [
            // The mark, the version of the format, the release, the kind of page, the shard, the hash of the
            // id.
            "434d5050", "01", "01", "00", "010300", "01c2a7f3efb2ca85a4ec0103",
            // "Now", the hash of the zone's offsets, today, the filter, the range, its start, lengths of
            // lists, days.
            "04", "32bb7e667cf134b6", "00", "0000000000000000000000", "00", "00", "050505", "00", "0000",
            // The counts of posts, the school with twice its count, coaches, the day with its count, the
            // oldest post.
            "01000100000100", "01027302", "00", "01000100",
            // Recent posts, whether others follow, and the checksum.
            "00", "00", "92214a85",
        ]
        XCTAssertEqual(hex, parts.joined())
    }
}
