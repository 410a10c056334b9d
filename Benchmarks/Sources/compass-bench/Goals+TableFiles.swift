import BenchmarkHarness
import CompassPeers
import CompassWorkloads

extension Goals {
    /// Returns the goals for table files of a million posts.
    static func tableFiles(_ report: BenchmarkReport) -> [Goal] {
        opening(report) + mappedColumns(report) + wholeFiles(report)
    }

    private static let rows = DatasetSize.million.rows

    /// Opening a file and the first page is compared with other engines, warm; other figures are only
    /// reported.
    static func fileLimit(_ peer: PeerResult) -> Double? {
        switch (peer.engine, peer.question) {
        case ("sqlite", FilePeer.page(.columns)): 1 / 0.9
        case ("sqlite", FilePeer.page(.searchIndex)): 1 / 1.6
        case (_, FilePeer.page(.columns)), (_, FilePeer.page(.searchIndex)): 1
        default: nil
        }
    }

    private static func opening(_ report: BenchmarkReport) -> [Goal] {
        var goals: [Goal] = []
        if let row = report.workload(FileOpen.name, rows: rows) {
            goals += PostFiles.Form.allCases.compactMap { form in
                row.details["case: " + form.rawValue].map {
                    Goal("\(FileOpen.name) at 1m, \(form.rawValue)", $0 / 1e6, .atMost, 50, unit: "ms")
                }
            }
            if let bytes = row.kernel.allocatedBytes {
                goals.append(
                    Goal("memory of \(FileOpen.name) at 1m", Double(bytes) / 1e6, .atMost, 12, unit: "MB"))
            }
        }
        // The rows of the other tables are only about three million.
        if let row = report.workloads.last(where: { $0.name == FileTables.name && $0.rows > 2 * rows }) {
            goals.append(
                Goal(
                    "\(FileTables.name), \(FigureText.grouped(row.rows)) rows",
                    row.kernel.nanoseconds.median / 1e6, .atMost, 20, unit: "ms"))
        }
        return goals
    }

    private static func mappedColumns(_ report: BenchmarkReport) -> [Goal] {
        [FileQueries.searches, FileQueries.pages].compactMap { name in
            report.workload(name, rows: rows)?.speedUp(of: FileQueries.loaded).map {
                Goal("\(name) at 1m ÷ \(FileQueries.loaded)", $0, .atMost, 1.05, unit: "×")
            }
        }
    }

    private static func wholeFiles(_ report: BenchmarkReport) -> [Goal] {
        [(FileSave.save, FileSave.copy), (FileSave.verify, FileSave.plainPass)].compactMap { name, variant in
            report.workload(name, rows: rows)?.speedUp(of: variant).map {
                Goal("\(name) at 1m ÷ \(variant)", $0, .atMost, 2, unit: "×")
            }
        }
    }
}
