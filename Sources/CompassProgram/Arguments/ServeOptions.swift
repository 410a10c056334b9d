import ArgumentParser
import CompassKernel

/// The arguments of `compass serve`, which two programs read: the one that shows them, and the one that does it.
package struct ServeOptions: ParsableArguments {
    /// The host that only this machine reaches.
    package static let loopback = "127.0.0.1"

    @Argument(help: TablesArgument.help, completion: TablesArgument.completion)
    package var directory: String?

    @Option(
        help: """
            The address of a Supabase project or PostgREST service, in place of files. With a path, it is the \
            service itself; without one, /rest/v1 is appended.
            """,
        completion: .list(["https://"]))
    package var source: String?

    @Option(
        parsing: .unconditional, help: "The port to listen on; 0 for a free one, which is printed.",
        transform: { try ArgumentReading.number($0, in: 0...65_535) })
    package var port = 8_080

    @Option(
        help: """
            The address to listen on. Any other than this machine's own requires '--token-file' and '--public-origin'.
            """)
    package var host = Self.loopback

    @Option(
        help: """
            The file with the token that requests must have; it is made, readable by its owner alone, if it does not \
            exist.
            """,
        completion: .file())
    package var tokenFile: String?

    @Option(
        help: "The origin under which a proxy offers the pages, such as https://compass.example.org.")
    package var publicOrigin: String?

    @Flag(
        help: """
            Accept flags, notes and deletions: they are kept in DIRECTORY/changes.ndjson, or beside a table file in \
            FILE.changes.ndjson, or sent to the service.
            """)
    package var allowChanges = false

    @Flag(help: "Print neither the address nor the requests.")
    package var quiet = false

    @OptionGroup(title: "Pages") package var moment: MomentOptions

    @Option(
        help: "The file with the key of the service of '--source'. (default: the variable COMPASS_API_KEY)",
        completion: .file())
    package var apiKeyFile: String?

    @Option(
        help: "The file with the access token for '--source'. (default: the variable COMPASS_TOKEN)",
        completion: .file())
    package var sourceTokenFile: String?

    @Option(help: "The path that is appended to a '--source' without one. (default: /rest/v1)")
    package var restPath: String?

    @Option(help: "The schema of the database of '--source'. (default: the service's own)")
    package var schema: String?

    package init() {}

    package func validate() throws {
        switch (directory, source) {
        case (nil, nil):
            throw ValidationError(
                "a data directory or a table file is expected, or '--source' with the address of a service.")
        case (_?, _?):
            throw ValidationError("a data directory or table file, or '--source', is accepted, not both.")
        case (let directory?, nil):
            if directory.isEmpty { throw ValidationError("a path must not be empty.") }
            if directory == "-" {
                throw ValidationError(
                    "'-' is not accepted: the pages have nine tables; a directory or a table file holds them."
                )
            }
            if let name = givenSourceOption {
                throw ValidationError("'\(name)' is accepted only with '--source'.")
            }
        case (nil, _?): _ = try address
        }
        try validateAccess()
    }

    /// The address of the service; nil for a directory.
    package var address: ServiceAddress? {
        get throws(ValidationError) {
            guard let source else { return nil }
            return try ServiceAddress(source, restPath: restPath)
        }
    }

    /// Whether only this machine reaches the server.
    package var isLoopback: Bool { [Self.loopback, "localhost", "::1"].contains(host) }

    private func validateAccess() throws {
        for (name, path) in [
            ("--token-file", tokenFile), ("--api-key-file", apiKeyFile),
            ("--source-token-file", sourceTokenFile), ("--host", host),
        ] where path == "" {
            throw ValidationError("'\(name)' must not be empty.")
        }
        if !isLoopback, tokenFile == nil || publicOrigin == nil {
            throw ValidationError(
                "'--host \(host)' lets other machines in: '--token-file' and '--public-origin' are required "
                    + "with it.")
        }
    }

    private var givenSourceOption: String? {
        [
            ("--api-key-file", apiKeyFile), ("--source-token-file", sourceTokenFile),
            ("--rest-path", restPath), ("--schema", schema),
        ]
        .first { $0.1 != nil }?.0
    }

    /// The name and the help of the command, which are the same in both programs.
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show all pages in a browser, and return them as JSON.",
        discussion: """
            Prints the address and serves until it is interrupted. Only this machine is let in, unless '--host' tells \
            otherwise. Without '--allow-changes' nothing can be changed. A hangup (SIGHUP) reads the files again.

            The command requires the program compass-serve, which 'make serve' builds in the sources of Compass Kernel.

            Exit codes: 64 the arguments are invalid, 65 the table file is damaged, or its changes are of a later one, 66 \
            there is no such directory or file, 69 compass-serve is missing, or the port is taken, 73 the token's file or \
            changes.ndjson cannot be written.

            Examples:
              compass serve data --now 2026-03-01
              compass serve season.compass --allow-changes --port 0
              compass serve --source https://project.supabase.co --source-token-file token.txt
            """)
}
