import ArgumentParser

/// The arguments of `compass browse`, which both programs read: the one that shows directories, and the one that shows
/// services.
package struct BrowseOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A data directory or a table file. Changes of its posts stay in memory.",
            valueName: TablesArgument.valueName),
        completion: TablesArgument.completion)
    package var directory: String?

    @Option(
        help: """
            The address of a Supabase project or PostgREST service, in place of files. With a path, it is the \
            service itself; without one, /rest/v1 is appended. Changes are sent to it.
            """,
        completion: .list(["https://"]))
    package var source: String?

    @OptionGroup(title: "Service") package var service: ServiceOptions
    @OptionGroup(title: "Pages") package var moment: MomentOptions
    @OptionGroup(title: "Pages") package var drawing: DrawingOptions

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
                throw ValidationError("'-' is not accepted: standard input is the keyboard.")
            }
            if let name = service.givenName {
                throw ValidationError("'\(name)' is accepted only with '--source'.")
            }
        case (nil, _?): _ = try address
        }
    }

    /// The address of the service; nil for a directory.
    package var address: ServiceAddress? {
        get throws(ValidationError) {
            guard let source else { return nil }
            return try ServiceAddress(source, restPath: service.restPath)
        }
    }

    /// The name and the help of the command, which are the same in both programs.
    package static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Show all pages on the whole terminal, and search, flag, annotate and delete posts.",
        discussion: """
            The pages are Social Analytics, Social Media Monitoring, Recruiting Timeline, Activity History and \
            Reports: the keys 1 to 5, Tab, or a click show them. Arrows and the wheel move, / searches as one types, \
            ? lists the keys of a page, q quits. The terminal must have 60 columns or more.

            Files are never written: what is flagged, noted or deleted stays in memory until the \
            program ends. With '--source' changes are sent to the service, which requires the program \
            compass-network, as 'compass pull' does.

            Exit codes: 64 standard input or output is not a terminal, 66 there is no such directory or file, 69 \
            compass-network is missing.

            Examples:
              compass browse data
              compass browse data --now 2026-03-01
              compass browse --source https://project.supabase.co --token-file token.txt
            """)
}
