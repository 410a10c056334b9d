import ArgumentParser
import CCompass

/// The entry point: runs a command and turns every failure into a message and an exit code.
@main
enum Main {
    static func main() {
        OperatingSystem.letWritesFail()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            try CommandNames.check(arguments)
            var command = try ArgumentSplitting.parse(arguments)
            try command.run()
        } catch let failure as Failure {
            for message in failure.messages { StandardError.writeLine("Error: \(message)") }
            OperatingSystem.exitProcess(failure.status.rawValue)
        } catch {
            // Requests for help are also errors; any other unknown error is a fault of this program.
            guard Compass.exitCode(for: error) != .failure else {
                StandardError.writeLine("Error: \(error)")
                OperatingSystem.exitProcess(Failure.Status.software.rawValue)
            }
            let code = Compass.exitCode(for: error)
            if code == .success { answer(Compass.fullMessage(for: error)) }
            writeUsageError(error)
            OperatingSystem.exitProcess(code.rawValue)
        }
    }

    /// Prints help, the version, or a completion script.
    private static func answer(_ text: String) -> Never {
        do throws(Failure) {
            var output = StandardOutput()
            if !text.isEmpty { output.appendLine(text) }
            try output.flush()
        } catch {
            for message in error.messages { StandardError.writeLine("Error: \(message)") }
            OperatingSystem.exitProcess(error.status.rawValue)
        }
        OperatingSystem.exitProcess(0)
    }

    /// The message quotes the user's input; the usage after it is the program's own and has several lines.
    private static func writeUsageError(_ error: any Error) {
        let message = Compass.message(for: error)
        let whole = Compass.fullMessage(for: error)
        let start = "Error: " + message
        guard whole.utf8.starts(with: start.utf8) else { return StandardError.writeLine(whole) }
        StandardError.writeLine(start)
        let usage = String(decoding: whole.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        StandardError.write(usage.drop { $0 == "\n" } + "\n")
    }
}

/// `compass`: the command with the subcommands.
struct Compass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass",
        abstract: "Show the analytics of The Recruiting Compass, from files of its tables.",
        discussion: """
            A data directory holds one file per table: TABLE.json, a JSON array as PostgREST returns it, or \
            TABLE.ndjson, one object per line; either may be compressed by gzip: TABLE.json.gz, TABLE.ndjson.gz.

            Text fits the terminal, or the columns that COLUMNS names, from 40 to 120 (timeline: 200); 80 elsewhere.

            Exit codes: 0 success, 64 wrong arguments, 65 malformed data, 66 missing input, 70 internal error, \
            73 an output cannot be created, 74 writing failed.

            Examples:
              compass generate data --posts 2000
              compass overview data --now 2026-03-01
              compass social data --range all --format json
            """,
        version: COMPASS_VERSION,
        subcommands: [
            SocialCommand.self, FeedCommand.self, TimelineCommand.self, ActivityCommand.self,
            ReportCommand.self, OverviewCommand.self, SchoolsCommand.self, InspectCommand.self,
            GenerateCommand.self, DatasetsCommand.self,
        ])
}
