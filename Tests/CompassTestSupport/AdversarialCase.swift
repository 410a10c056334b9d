import Foundation

/// A bad document of `Datasets/adversarial` and the outcome that loading it must have.
package struct AdversarialCase {
    /// The contents of `<case>.expected.json`; see the data set's README.
    package struct Expected: Decodable {
        package struct Problem: Decodable {
            package let row: Int
            package let byteOffset: Int
            package let field: String?
            package let severity: String
            package let reasonContains: String?
        }

        package struct Replacement: Decodable {
            package let row: Int
            package let byteOffset: Int
            package let id: String
            package let rule: String
            package let byRow: Int
        }

        package let table: String
        package let format: String
        package let result: String
        package let rows: Int?
        package let loaded: Int?
        package let skipped: Int?
        package let replaced: Int?
        package let warnings: Int?
        package let replacements: [Replacement]?
        package let problems: [Problem]?
        package let byteOffset: Int?
        package let line: Int?
        package let column: Int?
        package let reasonContains: String?
        /// The loaded posts that are related to recruiting, newest first; only the keys given are compared.
        package let recruitingPosts: [[String: String?]]?
        /// Some counts of the analytics page over all time.
        package let summary: [String: Int]?
    }

    package let name: String
    package let document: URL
    package let expected: Expected

    /// Returns every case, ordered by name.
    ///
    /// - Throws: `MissingCases` when documents and expected outcomes are not paired, or too few.
    package static func all() throws -> [AdversarialCase] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Datasets/adversarial").standardizedFileURL
        let suffix = ".expected.json"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let names = files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
        let documents = files.filter {
            ($0.hasSuffix(".json") || $0.hasSuffix(".ndjson")) && !$0.hasSuffix(suffix)
        }
        guard names.count >= 351, names.count == documents.count else {
            throw MissingCases(expectedCount: names.count, documentCount: documents.count)
        }
        return try names.sorted().map { name in
            let file = folder.appendingPathComponent(name + suffix)
            let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: file))
            return AdversarialCase(
                name: name, document: folder.appendingPathComponent("\(name).\(expected.format)"),
                expected: expected)
        }
    }

    /// The numbers of files when some are missing.
    package struct MissingCases: Error {
        let expectedCount: Int
        let documentCount: Int
    }
}
