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
            StandardError.write("Error: \(failure.message)\n")
            OperatingSystem.exitProcess(failure.status.rawValue)
        } catch {
            // Requests for help come as errors, too; everything else that is unknown is a fault of ours.
            guard Compass.exitCode(for: error) != .failure else {
                StandardError.write("Error: \(error)\n")
                OperatingSystem.exitProcess(Failure.Status.software.rawValue)
            }
            Compass.exit(withError: error)
        }
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

            Exit codes: 0 done, 64 wrong arguments, 65 malformed data, 66 missing input, 70 a fault of this \
            program, 73 an output cannot be created, 74 writing failed.
            """,
        subcommands: [
            SocialCommand.self, InspectCommand.self, GenerateCommand.self, DatasetsCommand.self,
        ])
}
