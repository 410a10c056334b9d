import ArgumentParser
import BenchmarkHarness
import Foundation

/// Renders figures from an earlier run.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Render the figures of a file that run --json has written.",
        discussion: """
            Prints the report, with the present goals, unless a file is named. --readme replaces what is between the lines \
            "\(MarkedText.begin)" and "\(MarkedText.end)" of a Markdown file. --results writes the document of \
            all figures, and its charts into the folder of the file with the figures. \
            Exits 66 when a file is missing and 65 when it cannot be read.
            """)

    @Argument(help: "The file that run --json has written.") var results: String

    @Option(help: "Write a page for a browser to this file.")
    var html: String?

    @Option(help: "Write the report as Markdown to this file.")
    var markdown: String?

    @Option(help: "Put the most important figures into this Markdown file.")
    var readme: String?

    @Option(
        name: .customLong("results"),
        help: "Write all figures to this Markdown file, and its charts beside the file with the figures.")
    var document: String?

    @Flag(help: "Change nothing; exit 1 when a file of --readme or --results differs.")
    var check = false

    func validate() throws {
        if check, readme == nil, document == nil {
            throw ValidationError("--check needs --readme or --results, the files to check")
        }
        if check, html != nil || markdown != nil {
            throw ValidationError("--check writes nothing; leave out --html and --markdown")
        }
        try OutputFile.requireWritable([html, markdown, check ? nil : document])
    }

    func run() throws {
        var report = try ReportFile.readOrRefuse(path: results)
        // Figures are compared with the present goals, also if a goal was raised after the run.
        report.goals = Goals.all(of: report)
        if let readme { try renewFigures(readme, from: report) }
        if let document { try renewDocument(document, from: report) }
        try OutputFile.write(report.html, to: html)
        try OutputFile.write(report.markdown, to: markdown)
        if html == nil, markdown == nil, readme == nil, document == nil {
            print(report.plainText, terminator: "")
        }
    }

    private func renewFigures(_ path: String, from report: BenchmarkReport) throws {
        let old = try readDocument(path)
        let new: String
        do {
            let complete = document.map { relative($0, from: path) } ?? "Benchmarks/RESULTS.md"
            new = try MarkedText(old).with(
                report.readmeFigures(source: relative(results, from: path), complete: complete))
        } catch {
            throw Refusal("'\(path)' cannot take figures: \(error)", status: .unreadableInput).reported()
        }
        try renew(path, old: old, new: new, option: "--readme \(path)")
    }

    private func renewDocument(_ path: String, from report: BenchmarkReport) throws {
        let folder = URL(fileURLWithPath: results).deletingLastPathComponent().relativePath
        let source = relative(results, from: path)
        let charts = source.split(separator: "/").dropLast().joined(separator: "/")
        let text = report.resultsDocument(source: source, charts: charts)
        for (path, new) in [(path, text)]
            + report.resultsCharts().map({ ((folder == "." ? "" : folder + "/") + $0.name, $0.content) })
        {
            let old = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            try renew(path, old: old, new: new, option: "--results \(document ?? "")")
        }
    }

    /// Writes a file if it differs, or rejects it.
    private func renew(_ path: String, old: String?, new: String, option: String) throws {
        if new == old { return }
        if check {
            let place = old.map {
                "has other figures than '\(results)', first at line \(firstDifference($0, new))"
            }
            throw Refusal(
                "'\(path)' \(place ?? "does not exist"); compass-bench report \(results) \(option) renews it",
                status: .failure
            ).reported()
        }
        try OutputFile.requireWritable([path])
        try OutputFile.write(new, to: path)
    }

    private func readDocument(_ path: String) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Refusal(
                "'\(path)' does not exist; --readme needs a Markdown file with the line "
                    + "\"\(MarkedText.begin)\"",
                status: .missingInput
            ).reported()
        }
        guard let bytes = FileManager.default.contents(atPath: path),
            let text = String(data: bytes, encoding: .utf8)
        else {
            throw Refusal(
                "'\(path)' cannot be read as UTF-8 text; name a Markdown file", status: .unreadableInput
            ).reported()
        }
        return text
    }

    /// Returns a file's path as seen from a document: relative to the document's folder if the file is below
    /// that, otherwise its name.
    private func relative(_ path: String, from document: String) -> String {
        let folder = URL(fileURLWithPath: document).standardizedFileURL.deletingLastPathComponent().path
        let file = URL(fileURLWithPath: path).standardizedFileURL
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return file.path.hasPrefix(prefix)
            ? String(file.path.dropFirst(prefix.count)) : file.lastPathComponent
    }

    /// Returns the number of the first line in which two texts differ, from 1.
    private func firstDifference(_ old: String, _ new: String) -> Int {
        let pairs = zip(
            old.split(separator: "\n", omittingEmptySubsequences: false),
            new.split(separator: "\n", omittingEmptySubsequences: false))
        return pairs.prefix { $0 == $1 }.reduce(1) { count, _ in count + 1 }
    }
}
