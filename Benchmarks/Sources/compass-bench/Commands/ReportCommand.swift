import ArgumentParser
import BenchmarkHarness
import Foundation

/// Renders figures that were measured before.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Render the figures of a file that run --json has written.",
        discussion: """
            Prints the report unless a file is named. --readme replaces what is between the lines \
            "\(MarkedText.begin)" and "\(MarkedText.end)" of a Markdown file. \
            Exits 66 when a file is missing and 65 when it cannot be read.
            """)

    @Argument(help: "The file that run --json has written.") var results: String

    @Option(help: "Write a page for a browser to this file.")
    var html: String?

    @Option(help: "Write the report as Markdown to this file.")
    var markdown: String?

    @Option(help: "Put the figures into this Markdown file.")
    var readme: String?

    @Flag(help: "Change nothing; exit 1 when the file of --readme has other figures.")
    var check = false

    func validate() throws {
        if check, readme == nil { throw ValidationError("--check needs --readme, the file to check") }
        if check, html != nil || markdown != nil {
            throw ValidationError("--check writes nothing; leave out --html and --markdown")
        }
        try OutputFile.requireWritable([html, markdown])
    }

    func run() throws {
        let report = try ReportFile.readOrRefuse(path: results)
        if let readme { try renew(readme, from: report) }
        try OutputFile.write(report.html, to: html)
        try OutputFile.write(report.markdown, to: markdown)
        if html == nil, markdown == nil, readme == nil { print(report.plainText, terminator: "") }
    }

    private func renew(_ path: String, from report: BenchmarkReport) throws {
        let old = try readDocument(path)
        let new: String
        do {
            new = try MarkedText(old).with(report.readmeFigures(source: source(from: path)))
        } catch {
            throw Refusal("'\(path)' cannot take figures: \(error)", status: .unreadableInput).reported()
        }
        if new == old { return }
        if check {
            throw Refusal(
                "'\(path)' has other figures than '\(results)', first at line \(firstDifference(old, new)); "
                    + "compass-bench report \(results) --readme \(path) renews them", status: .failure
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

    /// The results' path as a reader of the document finds it: from its folder where it lies below,
    /// otherwise its name.
    private func source(from document: String) -> String {
        let folder = URL(fileURLWithPath: document).standardizedFileURL.deletingLastPathComponent().path
        let file = URL(fileURLWithPath: results).standardizedFileURL
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return file.path.hasPrefix(prefix)
            ? String(file.path.dropFirst(prefix.count)) : file.lastPathComponent
    }

    /// The number of the first line that two texts do not share, from 1.
    private func firstDifference(_ old: String, _ new: String) -> Int {
        let pairs = zip(
            old.split(separator: "\n", omittingEmptySubsequences: false),
            new.split(separator: "\n", omittingEmptySubsequences: false))
        return pairs.prefix { $0 == $1 }.reduce(1) { count, _ in count + 1 }
    }
}
