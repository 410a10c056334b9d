import BenchmarkHarness
import CompassKernel
import CompassSynthesis
import Foundation

/// Opens a table file with the other eight tables: three rows for each post of the size.
package enum FileTables {
    package static let name = "file.open.tables"

    static let workload = CompassWorkload(
        name: name, purpose: "opens a table file with all tables but that of posts"
    ) { inputs, size in
        let files = try inputs.otherTables(rowCount: 3 * size.rows)
        func open() throws -> TableFile { try TableFile.open(files.path) }
        let kernel = QuestionCase(kernel: Call { _ in try open() }) {
            let opened = try open()
            try CheckFailure.unless(
                try OtherTables.documents(opened) == files.documents, "\(name): the rows differ")
        }
        return PreparedQuestion(
            rows: files.rowCount, cases: [kernel], notes: ["rows of all tables together"])
    }
}

/// A file with generated rows of all tables but that of posts, which is removed with this object.
final class OtherTables {
    private let folder: URL
    let path: String
    let rowCount: Int
    /// The rows of the first pages, as the pages show them.
    let documents: [String]

    /// The tables, whose rows are as many as the pages of the app have of them, relative to
    /// each other.
    private static let shares: [(table: SynthesisTable, share: Double)] = [
        (.interactions, 0.4), (.events, 0.1), (.offers, 0.05), (.schoolStatusHistory, 0.15),
        (.documents, 0.1), (.performanceMetrics, 0.2),
    ]

    init(rowCount: Int) throws {
        func document(_ table: SynthesisTable) throws -> Data {
            let share = Self.shares.first { $0.table == table }?.share ?? 0.05
            return try GeneratedTable.document(table, rows: Int(share * Double(rowCount)))
        }
        let content = TableFile(
            schools: try SchoolDirectory.load(json: try document(.schools)).table,
            coaches: try CoachTable.load(json: try document(.coaches)).table,
            interactions: try InteractionTable.load(json: try document(.interactions)).table,
            offers: try OfferTable.load(json: try document(.offers)).table,
            events: try EventTable.load(json: try document(.events)).table,
            documents: try DocumentTable.load(json: try document(.documents)).table,
            metrics: try MetricTable.load(json: try document(.performanceMetrics)).table,
            statusChanges: try StatusChangeTable.load(json: try document(.schoolStatusHistory)).table)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("tables.compass").path
        self.rowCount = Self.counts(content).reduce(0, +)
        documents = try Self.documents(content)
        try content.save(to: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func counts(_ file: TableFile) -> [Int] {
        [
            file.schools?.count, file.coaches?.count, file.interactions?.count, file.offers?.count,
            file.events?.count, file.documents?.count, file.metrics?.count, file.statusChanges?.count,
        ].map { $0 ?? 0 }
    }

    /// Returns the numbers of rows, and rows of each table from its beginning, middle and end.
    static func documents(_ file: TableFile) throws -> [String] {
        func rows<Record>(_ table: RecordTable<Record>?) -> [String] {
            guard let table, table.count > 0 else { return [] }
            return [0, table.count / 2, table.count - 1].map { "\(table[$0])" }
        }
        return counts(file).map { "\($0)" } + rows(file.coaches) + rows(file.interactions)
            + rows(file.offers) + rows(file.events) + rows(file.documents) + rows(file.metrics)
            + rows(file.statusChanges)
    }
}
