import CompassBaseline
import Foundation

/// All searchable text of a table, lowercased, in one contiguous buffer, and one pass over it: the
/// straightforward search with which an index is compared. It is built from the baseline's posts and shares
/// no code with the kernel.
///
/// Method: the pattern's four rarest bytes are compared at 32 positions at once, each at its own offset; the
/// whole pattern is compared only where all four match (Muła, *SIMD-friendly algorithms for substring
/// searching*).
package final class FoldedText {
    private let posts: BaselinePosts
    /// The fields of all posts, each followed by ``fieldEnd``, and padding for reads beyond the last one.
    private let bytes: [UInt8]
    /// The start of each post, and the end of the last one.
    private let starts: [Int]
    /// The post at the first of every 256 bytes, which avoids a search through `starts`.
    private let firstPosts: [Int32]
    private let frequencies: [Int]

    /// A byte that does not occur in UTF-8, so that no match spans two fields.
    package static let fieldEnd: UInt8 = 0xFF
    private static let padding = 64

    private let ignoresAccents: Bool

    /// Folds all posts.
    ///
    /// - Parameter ignoringAccents: whether texts are also decomposed and their nonspacing marks removed.
    package init(_ posts: BaselinePosts, ignoringAccents: Bool = false) {
        self.posts = posts
        ignoresAccents = ignoringAccents
        var bytes: [UInt8] = []
        var starts = [0]
        starts.reserveCapacity(posts.rows.count + 1)
        for post in posts.rows {
            for field in [post.postContent, post.authorName, post.authorHandle] {
                if let field {
                    bytes.append(contentsOf: Self.folded(field.string, ignoringAccents: ignoringAccents))
                }
                bytes.append(Self.fieldEnd)
            }
            starts.append(bytes.count)
        }
        var frequencies = [Int](repeating: 0, count: 256)
        for byte in bytes { frequencies[Int(byte)] += 1 }
        var firstPosts: [Int32] = []
        var post = 0
        for place in stride(from: 0, through: bytes.count, by: 256) {
            while post + 1 < starts.count, starts[post + 1] <= place { post += 1 }
            firstPosts.append(Int32(post))
        }
        bytes.append(contentsOf: repeatElement(Self.fieldEnd, count: Self.padding))
        (self.bytes, self.starts, self.frequencies) = (bytes, starts, frequencies)
        self.firstPosts = firstPosts
    }

    /// Returns the form of a text that is compared.
    package static func folded(_ text: String, ignoringAccents: Bool) -> [UInt8] {
        let lowercased = text.lowercased()
        if !ignoringAccents || lowercased.utf8.allSatisfy({ $0 < 0x80 }) { return Array(lowercased.utf8) }
        let decomposed = lowercased.decomposedStringWithCanonicalMapping.unicodeScalars
        return Array(
            String(
                String.UnicodeScalarView(
                    decomposed.filter { $0.properties.generalCategory != .nonspacingMark })
            ).utf8)
    }

    /// Returns the unfolded bytes of all fields.
    package var searchableByteCount: Int {
        posts.rows.reduce(0) { sum, post in
            sum
                + [post.postContent, post.authorName, post.authorHandle].reduce(0) {
                    $0 + ($1?.utf8.count ?? 0)
                }
        }
    }

    /// Calls `body` with the folded fields of each post, each followed by ``fieldEnd``.
    package func forEachPost(_ body: (ArraySlice<UInt8>) -> Void) {
        for post in posts.rows.indices { body(bytes[starts[post]..<starts[post + 1]]) }
    }

    /// Returns the posts that match, in order.
    package func posts(matching text: String) -> BaselinePosts {
        BaselinePosts(rows(matching: text).map { posts.rows[$0] })
    }

    /// Returns the rows that match, ascending.
    package func rows(matching text: String) -> [Int] {
        var rows: [Int] = []
        forEachRow(matching: text) { rows.append($0) }
        return rows
    }

    /// Returns how many posts match.
    package func count(matching text: String) -> Int {
        var count = 0
        forEachRow(matching: text) { _ in count += 1 }
        return count
    }

    /// Calls `body` with each row in which a field contains `text`, which neither begins nor ends with
    /// whitespace.
    @inline(__always)
    private func forEachRow(matching text: String, _ body: (Int) -> Void) {
        let pattern = Self.folded(text, ignoringAccents: ignoresAccents)
        if pattern.isEmpty { return (0..<posts.rows.count).forEach(body) }
        let offsets = rarestOffsets(in: pattern)
        bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                firstPosts.withUnsafeBufferPointer { firstPosts in
                    pattern.withUnsafeBytes { pattern in
                        Self.scan(bytes, starts, firstPosts, pattern, offsets, body)
                    }
                }
            }
        }
    }

    private func rarestOffsets(in pattern: [UInt8]) -> [Int] {
        let order = pattern.indices.sorted {
            (frequencies[Int(pattern[$0])], $0) < (frequencies[Int(pattern[$1])], $1)
        }
        return (0..<4).map { order[min($0, order.count - 1)] }
    }

    @inline(__always)
    private static func scan(
        _ bytes: UnsafeRawBufferPointer, _ starts: UnsafeBufferPointer<Int>,
        _ firstPosts: UnsafeBufferPointer<Int32>, _ pattern: UnsafeRawBufferPointer, _ offsets: [Int],
        _ body: (Int) -> Void
    ) {
        guard let base = bytes.baseAddress else { return }
        let last = bytes.count - padding - pattern.count
        let (offset0, offset1, offset2, offset3) = (offsets[0], offsets[1], offsets[2], offsets[3])
        let byte0 = SIMD32<UInt8>(repeating: pattern[offset0])
        let byte1 = SIMD32<UInt8>(repeating: pattern[offset1])
        let byte2 = SIMD32<UInt8>(repeating: pattern[offset2])
        let byte3 = SIMD32<UInt8>(repeating: pattern[offset3])
        var place = 0
        while place <= last {
            let block = base + place
            // SAFETY: the block begins where a match may begin, so every read ends within the padding.
            let hits =
                (block.loadUnaligned(fromByteOffset: offset0, as: SIMD32<UInt8>.self) .== byte0)
                .& (block.loadUnaligned(fromByteOffset: offset1, as: SIMD32<UInt8>.self) .== byte1)
                .& (block.loadUnaligned(fromByteOffset: offset2, as: SIMD32<UInt8>.self) .== byte2)
                .& (block.loadUnaligned(fromByteOffset: offset3, as: SIMD32<UInt8>.self) .== byte3)
            let words = unsafeBitCast(hits, to: SIMD4<UInt64>.self)
            if words[0] | words[1] | words[2] | words[3] == 0 {
                place += 32
                continue
            }
            guard let found = firstMatch(words, at: place, upTo: last, base, pattern) else {
                place += 32
                continue
            }
            // SAFETY: there is an entry for every 256 bytes, and the last post ends after each match.
            var post = Int(firstPosts[found >> 8])
            while starts[post + 1] <= found { post += 1 }
            body(post)
            // Further matches in the same post add nothing.
            place = starts[post + 1]
        }
    }

    /// Returns the first of the positions whose bytes are 0xFF in `hits` at which the whole pattern occurs.
    @inline(__always)
    private static func firstMatch(
        _ hits: SIMD4<UInt64>, at place: Int, upTo last: Int, _ base: UnsafeRawPointer,
        _ pattern: UnsafeRawBufferPointer
    ) -> Int? {
        for word in 0..<4 {
            var left = hits[word]
            while left != 0 {
                let bit = left.trailingZeroBitCount & ~7
                left &= ~(0xFF << UInt64(bit))
                let found = place + word * 8 + bit / 8
                if found <= last, pattern.count <= 4 || isEqual(base + found, pattern) { return found }
            }
        }
        return nil
    }

    @inline(__always)
    private static func isEqual(_ place: UnsafeRawPointer, _ pattern: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<pattern.count
        where place.load(fromByteOffset: index, as: UInt8.self) != pattern[index] { return false }
        return true
    }
}
