import BenchmarkHarness
import Foundation

/// One published query.
package struct PublishedQuery: Hashable, Sendable, Codable {
    /// What a reader of the text can tell about where it occurs.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// Three or more characters within a token.
        case hit
        /// Three or more characters of neighbouring tokens.
        case tokens
        /// One or two characters.
        case short
        /// Three or more characters that occur nowhere.
        case miss
    }

    package var kind: Kind
    /// How it was made.
    package var source: String
    /// What is searched for; it neither begins nor ends with white space.
    package var text: String
    /// The posts that match in the dataset of 10,000 posts with whole seconds.
    package var matches10k: Int
    /// The posts that match in that of 1,000,000.
    package var matches1m: Int

    /// The posts that match at a size; nil where that is not published.
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

    /// All queries of the committed file.
    package static func all() throws -> [PublishedQuery] { try loaded.get() }

    /// The queries of one kind.
    package static func queries(_ kind: PublishedQuery.Kind) throws -> [PublishedQuery] {
        try all().filter { $0.kind == kind }
    }

    /// Every so many queries, so that all kinds and sources are among the `count` ones.
    package static func spread(_ count: Int) throws -> [PublishedQuery] {
        spread(count, of: try all())
    }

    /// Every so many of some queries.
    static func spread(_ count: Int, of queries: [PublishedQuery]) -> [PublishedQuery] {
        (0..<min(count, queries.count)).map { queries[$0 * queries.count / min(count, queries.count)] }
    }

    /// The committed file: of the folder in which the program is called, else of the one that it was built in.
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
