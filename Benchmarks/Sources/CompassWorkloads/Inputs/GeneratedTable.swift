import CompassBaseline
import CompassSynthesis
import Foundation

/// Tables with a given number of rows, of which the datasets of the manifest have only a few. They are
/// generated with whole seconds, which all grades can read; tables with the same number of rows share their
/// schools.
enum GeneratedTable {
    /// The maximum number of schools.
    private static let schools = 400

    /// Returns the JSON array of a table.
    ///
    /// - Parameter rows: its rows; schools and coaches are written in the numbers that belong to such tables.
    static func document(_ table: SynthesisTable, rows: Int) throws -> Data {
        // The generator makes this many rows of a table for each row of that one.
        let postsPerRow =
            switch table {
            case .documents, .schoolStatusHistory: 50
            case .performanceMetrics: 20
            default: 10
            }
        let generator = try DatasetGenerator(
            SynthesisOptions(
                posts: rows * postsPerRow, seed: 1, schools: min(schools, max(5, rows / 2)),
                wholeSeconds: true))
        var bytes = Data()
        generator.write(table) { bytes.append(contentsOf: $0) }
        let isWhole = table == .schools || table == .coaches
        // The generator has a minimum number of rows per table.
        return isWhole || generator.rowCount(of: table) <= rows
            ? bytes : JSONArrayLines.first(rows, of: bytes)
    }

    /// Returns the rows that the baseline reads, chunk by chunk: its loader builds a tree of a whole
    /// document, so it gets some thousand rows at a time. No generated row replaces one of another chunk.
    static func forEachPiece<Row>(
        of document: Data, rowsPerPiece: Int = 4_000, _ load: ([UInt8]) throws -> BaselineTable<Row>,
        body: ([Row]) throws -> Void
    ) throws {
        for piece in JSONArrayLines.pieces(of: document, rowsPerPiece: rowsPerPiece) {
            let array = [UInt8(ascii: "[")] + JSONArrayLines.objects(document[piece]) + [UInt8(ascii: "]")]
            try body(try load(array).rows)
        }
    }

    /// Returns all rows that the baseline reads.
    static func rows<Row>(
        of document: Data, _ load: ([UInt8]) throws -> BaselineTable<Row>
    ) throws -> [Row] {
        var rows: [Row] = []
        try forEachPiece(of: document, load) { rows += $0 }
        return rows
    }
}
