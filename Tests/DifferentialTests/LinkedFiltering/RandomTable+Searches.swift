import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

extension RandomTable {
    /// Words that are hard to lower-case, decompose or split.
    private static let words = [
        "camp", "Camp", "CAMPUS", "offer", "July", "\u{130}stanbul", "istanbul", "Stra\u{DF}e", "STRASSE",
        "\u{39F}\u{394}\u{39F}\u{3A3}", "\u{3BF}\u{3B4}\u{3BF}\u{3C2}", "Jos\u{E9}", "Jose\u{301}", "jose",
        "\u{1F44D}\u{1F3FD}", "\u{1F44D}", "\u{212A}it", "kit", "\u{D55C}\u{AE00}", "a\u{301}\u{327}",
    ]

    /// The same posts with texts to search.
    func withSearchableTexts(using random: inout SeededRandom) throws -> RandomTable {
        func text(_ count: Int) -> BaselineText? {
            if random.oneIn(8) { return nil }
            return BaselineText((0..<count).map { _ in random.element(Self.words) }.joined(separator: " "))
        }
        let posts = posts.rows.map { post in
            var post = post
            post.postContent = text(random.int(0...4))
            post.authorName = text(1)
            post.authorHandle = random.oneIn(3) ? "@Camp_Jos\u{E9}" : nil
            return post
        }
        return try RandomTable(
            posts: posts, schools: schoolIDs.map { BaselineSchool(id: $0, name: $0) }, now: now, zone: zone,
            schoolIDs: schoolIDs)
    }

    /// Adds a search for a part of a text, or for words.
    func restrictToASearch(_ filter: inout FilterPair, using random: inout SeededRandom) {
        var text = random.element(Self.words)
        if random.oneIn(2) { text += " " + random.element(Self.words) }
        if random.oneIn(2) {
            // Cut between scalars, not between characters.
            let scalars = Array(text.unicodeScalars)
            let start = random.int(0...scalars.count - 1)
            let piece = scalars[start...min(scalars.count - 1, start + random.int(0...3))]
            text = String(String.UnicodeScalarView(piece))
        }
        if random.oneIn(5) { text = random.element([" ", "", "\u{301}"]) + text + "\n" }
        filter.restrict(
            search: BaselineText(text), ignoresAccents: random.oneIn(2), allWords: random.oneIn(2))
    }
}
