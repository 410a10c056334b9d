import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass save`: the tables of a data directory in one file.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Write tables into one file, which other commands open in milliseconds.",
        discussion: """
            All tables that exist are written, with the reports of loading them and the search index of posts. Other \
            commands take the file where they take a data directory, and show the same. It is named *.compass by \
            convention, and is as it was when it was saved: save it again when the tables have changed.

            Changes that 'compass serve' keeps beside the tables or beside FILE are written into the file, too.

            A table file that exists is replaced once the new one is complete and on the disk; any other file is not. \
            If a table is malformed, nothing is written.

            Exit codes: 65 a table is malformed, 66 there is none, 73 the file cannot be created, 74 writing failed.

            Examples:
              compass save data season.compass
              compass save season.compass smaller.compass --no-search-index
            """)

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    var source: String

    @Argument(
        help: "The file to write, whose name usually ends with .compass.",
        completion: TablesArgument.completion)
    var file: String

    @Flag(
        help: """
            Leave out the search index, nearly as large as everything else; searches then read the texts.
            """)
    var noSearchIndex = false

    @OptionGroup(title: "Output") var drawing: DrawingOptions
    @OptionGroup(title: "Reading") var threading: ThreadOptions

    func validate() throws {
        for path in [source, file] { try ArgumentReading.requirePath(path) }
        if source == "-" || file == "-" {
            throw ValidationError(
                "'-' is not accepted: a data directory or a table file is read, and a file is written.")
        }
    }

    func run() throws {
        let start = OperatingSystem.monotonicNanos()
        try checkTarget()
        let bar = SaveProgress(hasSearchIndex: !noSearchIndex)
        defer { bar.clear() }
        let (tables, outcome) = try TablesToSave.save(
            source, to: file, searchIndex: !noSearchIndex, threads: threading.resolvedThreads, bar)
        bar.clear()
        let stored = try StoredTables.opening(file)
        let posts = try DataSource.file(stored).load(
            PostTable.self, .socialMediaPosts, LoadOptions(searchIndexing: .never))
        let summary = SaveSummary(
            file: stored, path: file, loadings: tables.loadings, postCount: posts?.0.count,
            changeCount: tables.changeCount + outcome.changeCount,
            nanos: OperatingSystem.monotonicNanos() - start)
        var output = StandardOutput()
        output.append(summary.text(drawing.style(isFile: false)))
        try output.flush()
        tables.loadings.printNotes()
    }

    /// Checks that the file is none that a user would miss: a document, a folder.
    private func checkTarget() throws(Failure) {
        switch try DataDirectory.fileKind(file, isOutput: true) {
        case .nothing: return
        case .directory:
            throw Failure(.cannotCreate, "\(file) is a directory; the path of a file is expected")
        case .file: break
        }
        guard OperatingSystem.isOrdinaryFile(file) else {
            throw Failure(.cannotCreate, "\(file) is not a regular file")
        }
        // What is left of a table file that was cut off to nothing is no loss.
        if OperatingSystem.byteCount(ofFile: file) == 0 { return }
        guard StoredTables.isTableFile(file) else {
            throw Failure(
                .cannotCreate,
                "\(file) exists and is not a table file, and is not replaced; remove it, or save under another "
                    + "name")
        }
    }
}
