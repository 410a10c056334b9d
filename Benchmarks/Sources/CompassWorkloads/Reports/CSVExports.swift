import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// The CSV exports for spreadsheets.
enum CSVExports {
    static let workloads = [report, feed]

    private static let report = CompassWorkload(
        name: "report.csv", purpose: "the export of a report that is there, of the last 365 days, compared"
    ) { inputs, size in
        let inputs = try inputs.report(rowsPerTable: size.rows)
        let question = ReportQuestion(preset: .lastYear, isCompared: true)
        let reports = (0..<inputs.instants.count).map { question.kernel(inputs, $0) }
        func kernel(_ index: Int) -> [UInt8] { reports[index % reports.count].csv() }
        let one = QuestionCase(kernel: Call(kernel)) {
            for index in [0, inputs.instants.count - 1] {
                let expected = try question.careful(inputs, index)
                let blocks = SpreadsheetText.blocks(kernel(index))
                try check(blocks, expected, "report.csv")
            }
        }
        return PreparedQuestion(rows: inputs.rows, cases: [one], bytesRead: kernel(0).count)
    }

    /// Compares each block of names and numbers with a section.
    private static func check(_ blocks: [[[String]]], _ report: BaselineReport, _ name: String) throws {
        func rows(_ categories: [BaselineReport.Category]) -> [[String]] {
            categories.map { [$0.name.string, String($0.count)] }
        }
        func isFound(_ header: String, _ rows: [[String]]) -> Bool {
            blocks.contains { $0.first?.first == header && Array($0.dropFirst()) == rows }
        }
        for (prefix, sections) in [("", report.sections), ("previous", report.previous ?? report.sections)] {
            func header(_ name: String) -> String {
                prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
            }
            let found = [
                isFound(header("schoolStatus"), rows(sections.schoolsByStatus)),
                isFound(header("schoolDivision"), rows(sections.schoolsByDivision)),
                isFound(header("interactionType"), rows(sections.interactionsByType)),
                isFound(header("interactionSentiment"), rows(sections.interactionsBySentiment)),
                isFound(header("metricType"), rows(sections.metricsByType)),
                blocks.contains { block in
                    block.first?.count == 5 && block.first?.first == header("metricType")
                        && block.dropFirst().map { $0.prefix(2) }
                            == sections.summaries.map { [$0.type.string, String($0.count)] }
                },
            ]
            try CheckFailure.unless(
                found.allSatisfy { $0 }, "\(name): a block of the report from \(report.from.text) differs")
        }
    }

    private static let feed = CompassWorkload(
        name: "feed.csv", purpose: "all posts as CSV, in pieces as a file or a pipe takes them"
    ) { inputs, size in
        let inputs = try inputs.page(size)
        let plain = Lazy { try PlainFeedExport(inputs) }
        func write(to sink: (UnsafeRawBufferPointer) -> Void) {
            inputs.social.writeFeedCSV(in: inputs.zone, section: .posts, to: sink)
        }
        func kernel(_ index: Int) -> Int {
            var byteCount = 0
            write { byteCount += $0.count }
            return byteCount
        }
        let one = QuestionCase(
            kernel: Call(kernel), careful: size < .million ? Call { _ in try plain.value().text() } : nil
        ) {
            var bytes: [UInt8] = []
            write { bytes += Array($0) }
            try plain.value().check(bytes, "feed.csv")
        }
        return PreparedQuestion(rows: inputs.rows, cases: [one], bytesRead: kernel(0))
    }
}
