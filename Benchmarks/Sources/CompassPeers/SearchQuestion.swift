import BenchmarkHarness
import CompassKernel
import CompassWorkloads
import Foundation

/// Search queries for peers: some of the published queries, of all kinds.
struct SearchQuestion {
    static let name = "feed.search"
    /// The same searches, for which the kernel has no index.
    static let coldName = "cold.search"

    let texts: [String]
    private let inputs: PageInputs
    private let cold: SocialPosts

    init(_ inputs: PageInputs) throws {
        self.inputs = inputs
        cold = try inputs.cold()
        texts = try [
            (PublishedQuery.Kind.hit, 12), (.tokens, 8), (.short, 4), (.miss, 6),
        ].flatMap { kind, count in
            // Engines may disagree on which letters beyond ASCII are equal.
            let queries = try SearchQueryList.queries(kind)
                .filter { $0.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
            try CheckFailure.unless(queries.count >= count, "too few published queries of kind \(kind)")
            return (0..<count).map { queries[$0 * queries.count / count].text.lowercased() }
        }
    }

    /// Returns the kernel's first page and count, which is more than engines have to return.
    func kernelPage(_ text: String) -> FeedPage {
        inputs.social.feedPage(
            where: .search(text), asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone)
    }

    /// Returns the same page without a search index.
    func coldPage(_ text: String) -> FeedPage {
        cold.feedPage(where: .search(text), asOf: Timestamp(micros: inputs.instants[0]), in: inputs.zone)
    }

    /// Writes the folded fields of each post as one text, followed by a NUL.
    func writeTexts(to url: URL) throws {
        var bytes: [UInt8] = []
        try inputs.foldedText().forEachPost { post in
            // No query contains the field separator.
            for byte in post { bytes.append(byte == FoldedText.fieldEnd ? 0x1F : byte) }
            bytes.append(0)
        }
        try Data(bytes).write(to: url)
    }
}
