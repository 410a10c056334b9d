import ArgumentParser
import CompassBrowse
import CompassFiles
import CompassKernel
import CompassPages
import CompassProgram
import CompassSynthesis

/// `compass browse`: the pages on the whole terminal, of files, or by the program `compass-network` of a service.
struct BrowseCommand: ParsableCommand {
    static let configuration = BrowseOptions.configuration

    @OptionGroup var options: BrowseOptions

    func run() throws {
        guard let path = options.directory else {
            // As they were parsed here: help and errors of arguments come from this program alone.
            try OtherProgram.network.replaceThisProcess(for: "compass browse --source")
        }
        try Browsing.requireTerminal()
        let source: any CompassDataSource
        let (tables, changes) = try DataSource.opening(path)
        switch tables {
        case .directory(let directory):
            // A table in two formats is an error here, before the screen is taken.
            if try directory.files().isEmpty {
                throw Failure(.noInput, "\(path) has no table: neither .json nor .ndjson files of them")
            }
            source = DirectorySource { table throws(SourceError) in
                try Self.document(of: table, in: directory)
            }
        case .file(let file):
            if try DataSource.file(file).tables().isEmpty {
                throw Failure(.noInput, "\(path) has no table")
            }
            source = TableFileSource(file) { posts in
                var (posts, changes) = (posts, changes)
                changes.apply(to: &posts)
                return posts
            }
        }
        let zone = try options.moment.resolvedZone()
        let now = options.moment.now == nil ? nil : options.moment.resolvedNow(in: zone)
        try Browsing.run(
            source,
            Browsing.Options(
                place: Browsing.Place(changes: "Changes stay in memory", name: path),
                color: options.drawing.color, now: now, zone: zone))
    }

    /// Returns the file of a table as it is now; nil if there is none.
    private static func document(
        of table: TableName, in directory: DataDirectory
    ) throws(SourceError) -> TableDocument? {
        guard let synthesisTable = SynthesisTable(rawValue: table.rawValue) else { return nil }
        do throws(Failure) {
            guard let file = try directory.file(of: synthesisTable) else {
                // Schools give names alone; without them, they are unknown.
                return table == .schools ? TableDocument(Array("[]".utf8), format: .json) : nil
            }
            return try file.document()
        } catch {
            throw .connection(reason: error.message)
        }
    }
}

extension DocumentFile {
    /// Reads the file, decompressing it if necessary.
    func document() throws(Failure) -> TableDocument {
        do throws(ReadError) {
            guard isPacked else { return TableDocument(try bytes(), format: format) }
            return TableDocument(try unpacked().withBytes { Array($0) }, format: format)
        } catch {
            throw Failure(error, source: path)
        }
    }
}
