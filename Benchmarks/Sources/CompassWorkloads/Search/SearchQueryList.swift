import BenchmarkHarness
import Foundation

/// One published query.
package struct PublishedQuery: Hashable, Sendable, Codable {
    /// Where the text occurs, in terms visible to a reader.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// Three or more characters within a token.
        case hit
        /// Three or more characters that span neighboring tokens.
        case tokens
        /// One or two characters.
        case short
        /// Three or more characters that do not occur.
        case miss
    }

    package var kind: Kind
    /// How it was made.
    package var source: String
    /// The searched text; it neither begins nor ends with whitespace.
    package var text: String
    /// The posts that match in the dataset of 10,000 posts with whole seconds.
    package var matches10k: Int
    /// The posts that match in that of 1,000,000.
    package var matches1m: Int

    /// Returns the posts that match at a size; nil if that is not published.
    package func matches(_ size: DatasetSize) -> Int? {
        switch size {
        case .tenThousand: matches10k
        case .hundredThousand: nil
        case .million: matches1m
        }
    }
}

/// The published queries, one JSON object a line.
package enum SearchQueryList {
    package static let fileName = "Benchmarks/Queries/search.ndjson"

    private static let loaded = Result { try read(path: path()) }

    /// Returns all queries of the committed file.
    package static func all() throws -> [PublishedQuery] { try loaded.get() }

    /// Returns the queries of one kind.
    package static func queries(_ kind: PublishedQuery.Kind) throws -> [PublishedQuery] {
        try all().filter { $0.kind == kind }
    }

    /// Returns evenly spaced queries, so that all kinds and sources are among the `count` ones.
    package static func spread(_ count: Int) throws -> [PublishedQuery] {
        spread(count, of: try all())
    }

    /// Returns evenly spaced elements of some queries.
    static func spread(_ count: Int, of queries: [PublishedQuery]) -> [PublishedQuery] {
        (0..<min(count, queries.count)).map { queries[$0 * queries.count / min(count, queries.count)] }
    }

    /// Returns the committed file: in the folder where the program is run, otherwise in the one where it was
    /// built.
    package static func path() -> String {
        NearestFile.path(fileName)
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Queries/search.ndjson").standardized.path
    }

    package static func read(path: String) throws -> [PublishedQuery] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let queries = try bytes.split(separator: 0x0A)
            .map { try JSONDecoder().decode(PublishedQuery.self, from: $0) }
        try CheckFailure.unless(!queries.isEmpty, "\(path) holds no queries")
        return queries
    }

    package static func write(_ queries: [PublishedQuery], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try queries.map { try encoder.encode($0) + [0x0A] }
        try Data(lines.joined()).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
