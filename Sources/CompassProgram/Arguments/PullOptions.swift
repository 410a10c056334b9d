import ArgumentParser
import CompassPages

/// The arguments of `compass pull`, which both programs read: the one that shows them, and the one that does it.
package struct PullOptions: ParsableArguments {
    /// The formats of the summary.
    package enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case json
    }

    @Argument(
        help: """
            The address of a Supabase project or PostgREST service. With a path, it is the service itself; without \
            one, /rest/v1 is appended.
            """,
        // Without one, fish would offer nothing for the argument after it.
        completion: .list(["https://"]))
    package var url: String

    @Argument(
        help: "The data directory to write into; it is created if it does not exist.", completion: .directory)
    package var directory: String

    @Option(
        help: "Only these tables, separated by commas. (default: all nine)",
        completion: .list(TableName.allCases.map(\.rawValue)), transform: { try Self.tableNames($0) })
    package var tables = TableName.allCases

    @OptionGroup package var service: ServiceOptions

    @Flag(help: "Read all rows, not only those that were changed since the last time.")
    package var full = false

    @Flag(
        help: """
            Afterwards, keep the tables as table files in the cache folder of the user, for commands with '--cache'. \
            Waits two seconds, until changes of the files can be recognized.
            """)
    package var cache = false

    @Option(help: "The format of the summary.")
    package var format = Format.text

    @OptionGroup package var drawing: DrawingOptions

    package init() {}

    package func validate() throws {
        _ = try address
        if directory.isEmpty { throw ValidationError("a path must not be empty.") }
    }

    /// The address of the service.
    package var address: ServiceAddress {
        get throws(ValidationError) { try ServiceAddress(url, restPath: service.restPath) }
    }

    private static func tableNames(_ text: String) throws -> [TableName] {
        var tables: [TableName] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let table = TableName(rawValue: String(name)) else {
                let known = TableName.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is not a table; \(known) are accepted, separated by commas.")
            }
            if !tables.contains(table) { tables.append(table) }
        }
        return tables
    }

    /// The name and the help of the command, which are the same in both programs.
    package static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Read tables from a Supabase project or PostgREST service into a data directory.",
        discussion: """
            Each table is written into DIRECTORY/TABLE.json, ids ascending by their bytes, and appears there once all \
            its rows are received; pull.json lists what was read. A second run reads only changes where a table \
            records them (social_media_posts has updated_at), and what was deleted; the other tables are read again. \
            An interruption leaves complete tables alone.

            The key and the token are read from files or variables of the environment, never from arguments. A \
            terminal shows the progress.

            The command requires the program compass-network, which 'make install' installs beside compass.

            Exit codes: 65 the service returns something else than its rows, 66 a table does not exist, 69 the service \
            cannot be reached, or compass-network is missing, 77 the service refuses the key or the token.

            Examples:
              compass pull https://project.supabase.co data --token-file token.txt
              compass pull http://localhost:3000 data --rest-path / --tables schools
            """)
}
