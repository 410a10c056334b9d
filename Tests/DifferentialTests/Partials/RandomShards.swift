import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Rows in shards, and partial answers that are merged in random order.
enum RandomShards {
    /// Splits rows into 1 to 9 shards, some of which may be empty.
    static func split<Row>(_ rows: [Row], using random: inout SeededRandom) -> [[Row]] {
        var shards = (0..<random.int(1...9)).map { _ in [Row]() }
        // Shards may be of very different size.
        let favorite = random.int(0...shards.count - 1)
        let favors = random.oneIn(3)
        for row in rows {
            let shard = favors && !random.oneIn(8) ? favorite : random.int(0...shards.count - 1)
            shards[shard].append(row)
        }
        return shards
    }

    /// Different numbers of shards.
    static func numbers(_ count: Int, using random: inout SeededRandom) -> [UInt32] {
        let first = random.element([0, 1, 1000, UInt32.max - 20])
        let all = (0..<UInt32(count)).map { first + $0 * 2 + (random.oneIn(2) ? 1 : 0) }
        return Array(all.shuffled(using: &random))
    }

    /// Merges answers two by two, in random order and grouping, some of them as bytes.
    static func merged(
        _ parts: [PartialAnswer], using random: inout SeededRandom, _ name: String
    ) throws -> PartialAnswer {
        var rest = parts
        if random.oneIn(3), let first = parts.first { rest.append(first.withoutRows) }
        while rest.count > 1 {
            rest.shuffle(using: &random)
            var left = rest.removeLast()
            var right = rest.removeLast()
            if random.oneIn(2) { right = try PartialAnswer(bytes: right.bytes) }
            if random.oneIn(4) { left = try PartialAnswer(bytes: left.bytes) }
            try left.merge(right)
            rest.append(left)
        }
        return try XCTUnwrap(rest.first, name)
    }

    /// Merges answers in two random ways and compares the bytes; returns the answer, read from them.
    static func checkedMerge(
        _ parts: [PartialAnswer], using random: inout SeededRandom, _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> PartialAnswer {
        let merged = try merged(parts, using: &random, name)
        let other = try Self.merged(parts, using: &random, name)
        XCTAssertEqual(merged, other, name, file: file, line: line)
        XCTAssertEqual(merged.bytes, other.bytes, name, file: file, line: line)
        XCTAssertEqual(try PartialAnswer.merging(parts), merged, name, file: file, line: line)
        let read = try PartialAnswer(bytes: merged.bytes)
        XCTAssertEqual(read, merged, name, file: file, line: line)
        XCTAssertEqual(
            read.shardNumbers, parts.flatMap(\.shardNumbers).sorted(), name, file: file, line: line)
        return read
    }
}

extension RandomTable {
    /// Splits the posts into shards with the names of all schools and coaches.
    func shards(using random: inout SeededRandom) throws -> [SocialPosts] {
        let rows = posts.rows
        return try RandomShards.split(rows, using: &random).map { posts in
            let document = JSONRows.document(of: posts)
            guard random.oneIn(4), posts.count > 1 else {
                return try bound(PostTable.load(json: document).table)
            }
            // Some were added after others, or removed.
            let half = posts.count / 2
            var table = try PostTable.load(
                json: JSONRows.document(of: Array(posts[..<half] + posts[(half + 1)...]))
            ).table
            let all = Array(try PostTable.load(json: document).table)
            try table.apply(.all(all.map { .put($0) }))
            let stranger = try XCTUnwrap(
                rows.first { post in !posts.contains { $0.id == post.id } } ?? posts.first)
            if !posts.contains(where: { $0.id == stranger.id }) {
                let other = try XCTUnwrap(PostTable.load(json: JSONRows.document(of: [stranger])).table.first)
                try table.apply(.put(other))
                try table.apply(.remove(stranger.id.string))
            }
            return bound(table)
        }
    }

    private func bound(_ table: PostTable) -> SocialPosts {
        table.bound(to: social.names.directory, coaches: social.names.coachTable)
    }
}
