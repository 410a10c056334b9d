import ArgumentParser
import CCompass
import CompassProgram

/// The entry point: runs a command and turns every failure into a message and an exit code.
@main
enum Main {
    static func main() {
        ProgramRun.run(Compass.self) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            try CommandNames.check(arguments)
            var command = try ArgumentSplitting.parse(arguments, of: Compass.self)
            try command.run()
        }
    }
}

/// `compass`: the command with the subcommands.
struct Compass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass",
        abstract: "Show the analytics of The Recruiting Compass, from files of its tables.",
        discussion: """
            A data directory holds one file per table: TABLE.json, a JSON array as PostgREST returns it, or \
            TABLE.ndjson, one object per line; either may be compressed by gzip: TABLE.json.gz, TABLE.ndjson.gz. \
            A table file, which 'compass save' writes, holds all tables and is opened in milliseconds.

            Text fits the terminal, or the columns that COLUMNS names, from 40 to 120 (timeline: 200); 80 elsewhere.

            Exit codes: 0 success, 64 wrong arguments, 65 malformed data, 66 missing input, 69 a service or a program \
            is unavailable, 70 internal error, 73 an output cannot be created, 74 writing failed, 77 a service refuses \
            access.

            Examples:
              compass generate data --posts 2000
              compass overview data --now 2026-03-01
              compass social data --range all --format json
            """,
        version: COMPASS_VERSION,
        subcommands: [
            SocialCommand.self, FeedCommand.self, TimelineCommand.self, ActivityCommand.self,
            ReportCommand.self, OverviewCommand.self, SchoolsCommand.self, InspectCommand.self,
            SaveCommand.self, GenerateCommand.self, DatasetsCommand.self, PullCommand.self,
            BrowseCommand.self, ServeCommand.self,
        ])
}
