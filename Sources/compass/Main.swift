import ArgumentParser

/// The entry point: runs a command and turns every failure into a message and an exit code.
@main
enum Main {
    static func main() {
        OperatingSystem.ignoreBrokenPipes()
        do {
            var command = try Compass.parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            for message in failure.messages { StandardError.writeLine("Error: \(message)") }
            OperatingSystem.exitProcess(failure.status.rawValue)
        } catch {
            // Requests for help come as errors, too; everything else that is unknown is a fault of ours.
            guard Compass.exitCode(for: error) != .failure else {
                StandardError.writeLine("Error: \(error)")
                OperatingSystem.exitProcess(Failure.Status.software.rawValue)
            }
            let code = Compass.exitCode(for: error)
            if code == .success { Compass.exit(withError: error) }
            writeUsageError(error)
            OperatingSystem.exitProcess(code.rawValue)
        }
    }

    /// The message quotes what was typed; the usage after it is our own and has lines.
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

/// `compass`: the command that holds the others.
struct Compass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass",
        abstract: "Analytics of The Recruiting Compass on files of its tables.",
        discussion: """
            A data directory holds one file per table: TABLE.json, a JSON array as PostgREST answers, or \
            TABLE.ndjson, one object a line.

            Text fits the terminal, or the columns that COLUMNS names, from 40 to 120 (timeline: 200); 80 elsewhere.

            Exit codes: 0 done, 64 wrong arguments, 65 malformed data, 66 missing input, 70 a fault of this \
            program, 73 an output cannot be created, 74 writing failed.
            """,
        version: "0.1.0",
        subcommands: [
            SocialCommand.self, FeedCommand.self, TimelineCommand.self, ActivityCommand.self,
            ReportCommand.self, OverviewCommand.self, InspectCommand.self,
            GenerateCommand.self, DatasetsCommand.self,
        ])
}
