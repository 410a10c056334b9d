import CompassBaseline

/// The n-grams that occur in most posts, estimated from a sample of the posts.
struct FrequentNGrams {
    private static let longest = 4
    private static let sampleCount = 10_000
    private var counts: [[Unicode.Scalar]: Int] = [:]

    init(of posts: [BaselinePost]) {
        let step = max(posts.count / Self.sampleCount, 1)
        for index in stride(from: 0, to: posts.count, by: step) {
            for piece in Self.pieces(of: posts[index]) { counts[piece, default: 0] += 1 }
        }
    }

    /// Returns the n-grams of a length that occur in most posts; equally frequent ones are ordered by their
    /// scalars.
    func most(_ length: Int, count: Int) -> [String] {
        counts.filter { $0.key.count == length }
            .sorted { left, right in
                left.value == right.value
                    ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
            }
            .prefix(count).map { String(String.UnicodeScalarView($0.key)) }
    }

    private static func pieces(of post: BaselinePost) -> Set<[Unicode.Scalar]> {
        var pieces: Set<[Unicode.Scalar]> = []
        for field in [post.postContent, post.authorName, post.authorHandle] {
            guard let scalars = field.map({ Array($0.string.lowercased().unicodeScalars) }) else { continue }
            for start in scalars.indices {
                for end in (start + 1)..<(min(start + longest, scalars.count) + 1) {
                    if let piece = TokenBorders.trimmed(Array(scalars[start..<end])) { pieces.insert(piece) }
                }
            }
        }
        return pieces
    }
}
