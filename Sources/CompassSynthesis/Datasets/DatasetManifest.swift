#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The datasets that the project is benchmarked with: how each is generated, and the expected files.
///
/// The file `Datasets/manifest.json` contains one manifest.
public struct DatasetManifest: Codable, Hashable, Sendable {
    /// The expected file of one table of a dataset.
    public struct Table: Codable, Hashable, Sendable {
        /// The table.
        public var table: SynthesisTable
        /// The number of its rows.
        public var rows: Int
        /// The size of its file in bytes.
        public var bytes: Int
        /// The SHA-256 of its file, 64 lower-case hexadecimal digits.
        public var sha256: String
    }

    /// One dataset.
    public struct Entry: Codable, Hashable, Sendable {
        /// The dataset's name, which is also its folder's.
        public var name: String
        /// The number of rows of `social_media_posts`.
        public var posts: Int
        /// The seed of the generator.
        public var seed: UInt64
        /// The as-of instant in microseconds since 1970-01-01T00:00:00Z.
        public var asOfMicros: Int64
        /// The maximum number of schools.
        public var schools: Int
        /// Whether the instants are without fractions.
        public var wholeSeconds: Bool
        /// The nine tables.
        public var tables: [Table]

        /// The options of the generator.
        public var options: SynthesisOptions {
            SynthesisOptions(
                posts: posts, seed: seed, asOfMicros: asOfMicros, schools: schools, wholeSeconds: wholeSeconds
            )
        }
    }

    /// The version of the manifest's format.
    public var schemaVersion = 1
    /// The datasets.
    public var datasets: [Entry]

    /// A manifest of the given datasets.
    public init(datasets: [Entry]) {
        self.datasets = datasets
    }

    /// The datasets of the project: their names and options.
    public static let standardDatasets: [(name: String, options: SynthesisOptions)] = [
        ("10k", SynthesisOptions(posts: 10_000)),
        ("10k-whole", SynthesisOptions(posts: 10_000, wholeSeconds: true)),
        ("100k", SynthesisOptions(posts: 100_000)),
        ("100k-whole", SynthesisOptions(posts: 100_000, wholeSeconds: true)),
        ("1m", SynthesisOptions(posts: 1_000_000)),
        ("1m-whole", SynthesisOptions(posts: 1_000_000, wholeSeconds: true)),
    ]

    /// Generates the standard datasets in memory, chunk by chunk, and records their files.
    ///
    /// - Throws: ``SynthesisError`` for options that nothing can be generated from.
    public static func makeStandard() throws(SynthesisError) -> DatasetManifest {
        var entries: [Entry] = []
        for dataset in standardDatasets {
            entries.append(try make(name: dataset.name, dataset.options))
        }
        return DatasetManifest(datasets: entries)
    }

    /// Generates a dataset in memory, chunk by chunk, and records its files.
    ///
    /// - Parameters:
    ///   - name: the dataset's name.
    ///   - options: what is generated, as JSON arrays.
    /// - Throws: ``SynthesisError`` for options that nothing can be generated from.
    public static func make(name: String, _ options: SynthesisOptions) throws(SynthesisError) -> Entry {
        let generator = try DatasetGenerator(options)
        let tables = SynthesisTable.allCases.map { table in
            var hash = SHA256()
            let bytes = generator.write(table) { chunk in hash.update(chunk) }
            return Table(
                table: table, rows: generator.rowCount(of: table), bytes: bytes, sha256: hash.finalize())
        }
        return Entry(
            name: name, posts: options.posts, seed: options.seed, asOfMicros: options.asOfMicros,
            schools: options.schools, wholeSeconds: options.wholeSeconds, tables: tables)
    }

    /// Reads a manifest.
    ///
    /// - Throws: ``DatasetError`` when the file cannot be read or is not a manifest.
    public static func load(contentsOf path: String) throws(DatasetError) -> DatasetManifest {
        let bytes = try DatasetFile.readAll(path)
        do {
            return try JSONDecoder().decode(DatasetManifest.self, from: Data(bytes))
        } catch {
            throw .invalidManifest(path: path, reason: Self.reason(error))
        }
    }

    /// Returns the reason of a decoding failure, in terms of JSON instead of Swift's types.
    private static func reason(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
            return names.isEmpty ? "the document" : names.hasPrefix(".") ? String(names.dropFirst()) : names
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): return "\(place(context.codingPath)) is null"
        case .typeMismatch(_, let context): return "\(place(context.codingPath)) is of another type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "\(place(context.codingPath)) has an unknown value"
        default: return "it is not JSON"
        }
    }

    /// Writes the manifest as readable JSON.
    ///
    /// - Throws: ``DatasetError`` when the file cannot be written.
    public func save(to path: String) throws(DatasetError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            let bytes = try encoder.encode(self) + [0x0A]
            try DatasetFile.writeAll(Array(bytes), to: path)
        } catch let error as DatasetError {
            throw error
        } catch {
            throw .invalidManifest(path: path, reason: "\(error)")
        }
    }

    /// Returns the dataset with a name, or nil.
    public func entry(named name: String) -> Entry? {
        datasets.first { entry in entry.name.utf8.elementsEqual(name.utf8) }
    }
}
