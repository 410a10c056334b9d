import BenchmarkHarness
import CompassBaseline

/// Makes the published queries from the posts of the datasets: the same posts and the same seed make the same
/// queries.
package struct SearchQueryMaker {
    package static let standardSeed: UInt64 = 11
    /// The lengths of random substrings in characters; characters are Unicode scalars.
    package static let lengths = [3, 4, 6, 10, 20]

    private let million: FoldedText
    private let tenThousand: FoldedText
    private let posts: [BaselinePost]
    /// The maximum number of attempts to draw a substring of a length and a kind: few tokens are long.
    private let attempts: Int
    private var random: SplitMix64
    private var made: [PublishedQuery] = []
    private var known: Set<BaselineText> = []

    /// - Parameters:
    ///   - million: the posts of the dataset `1m-whole`, from which the substrings are drawn.
    ///   - tenThousand: those of `10k-whole`, in which they are counted too.
    ///   - seed: the seed of the random choices.
    ///   - attempts: the maximum number of attempts to draw a substring of a length.
    package init(
        million: BaselinePosts, tenThousand: BaselinePosts, seed: UInt64, attempts: Int = 1_000_000
    ) {
        self.attempts = attempts
        self.million = FoldedText(million)
        self.tenThousand = FoldedText(tenThousand)
        posts = million.rows
        random = SplitMix64(seed: seed)
    }

    /// Like ``init(million:tenThousand:seed:attempts:)``, with the posts of both datasets.
    package init(datasets: DatasetFolder, seed: UInt64) throws {
        func posts(_ size: DatasetSize) throws -> BaselinePosts {
            try BaselineTables.posts(path: datasets.dataset(size, wholeSeconds: true).postsPath)
        }
        self.init(million: try posts(.million), tenThousand: try posts(.tenThousand), seed: seed)
    }

    /// Returns the queries, ordered by kind.
    ///
    /// - Parameter report: receives a description of the current step.
    package mutating func make(report: (String) -> Void) -> [PublishedQuery] {
        let frequent = FrequentNGrams(of: posts)
        for length in Self.lengths {
            report("pieces of \(length) characters")
            addPieces(length, acrossTokens: false, count: 80)
            addPieces(length, acrossTokens: true, count: 80)
        }
        for length in 1...4 {
            report("the most frequent pieces of \(length) characters")
            for piece in frequent.most(length, count: 50) { add(piece, "most frequent") }
        }
        addPieces(2, acrossTokens: false, count: 40)
        for length in [6, 10, 20] {
            report("misses of \(length) characters")
            addNearMisses(length, count: 40)
        }
        for length in [4, 6, 10, 20] { addRandomMisses(length, count: 20) }
        return PublishedQuery.Kind.allCases.flatMap { kind in made.filter { $0.kind == kind } }
    }

    /// Adds a query, unless there is one of the same folded text.
    @discardableResult
    private mutating func add(_ text: String, _ source: String, isMiss: Bool = false) -> Bool {
        let folded = BaselineText(text.lowercased())
        if known.contains(folded) { return false }
        let (many, few) = (million.count(matching: text), tenThousand.count(matching: text))
        if isMiss ? (many > 0 || few > 0) : many == 0 { return false }
        let scalars = Array(text.unicodeScalars)
        let kind: PublishedQuery.Kind =
            isMiss ? .miss : scalars.count < 3 ? .short : TokenBorders.isCut(scalars) ? .tokens : .hit
        known.insert(folded)
        made.append(
            PublishedQuery(kind: kind, source: source, text: text, matches10k: few, matches1m: many))
        return true
    }

    private mutating func addPieces(_ length: Int, acrossTokens: Bool, count: Int) {
        let source = length == 2 ? "random piece" : "random piece of \(length)"
        var left = count
        for _ in 0..<attempts where left > 0 {
            guard let piece = randomPiece(length), TokenBorders.isCut(piece) == acrossTokens else { continue }
            if add(String(String.UnicodeScalarView(piece)), source) { left -= 1 }
        }
    }

    /// Returns a substring of a real post: nine times in ten of its content, otherwise of its author's name
    /// or handle.
    private mutating func randomPiece(_ length: Int) -> [Unicode.Scalar]? {
        let post = posts[Int.random(in: posts.indices, using: &random)]
        let choice = Int.random(in: 0..<20, using: &random)
        let field = choice == 0 ? post.authorName : choice == 1 ? post.authorHandle : post.postContent
        guard let scalars = field.map({ Array($0.string.unicodeScalars) }), scalars.count >= length else {
            return nil
        }
        let start = Int.random(in: 0...(scalars.count - length), using: &random)
        return TokenBorders.trimmed(Array(scalars[start..<start + length]))
    }

    /// Returns real substrings with one character changed, so that they do not occur.
    private mutating func addNearMisses(_ length: Int, count: Int) {
        var left = count
        while left > 0 {
            guard var piece = randomPiece(length) else { continue }
            piece[Int.random(in: piece.indices, using: &random)] = randomLetter()
            if add(String(String.UnicodeScalarView(piece)), "near miss of \(length)", isMiss: true) {
                left -= 1
            }
        }
    }

    private mutating func addRandomMisses(_ length: Int, count: Int) {
        var left = count
        while left > 0 {
            let letters = (0..<length).map { _ in randomLetter() }
            if add(String(String.UnicodeScalarView(letters)), "random letters, \(length)", isMiss: true) {
                left -= 1
            }
        }
    }

    private mutating func randomLetter() -> Unicode.Scalar {
        Unicode.Scalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random))
    }
}
