import ArgumentParser
import CCompass
import CompassProgram

/// The entry point: serves the pages, for `compass serve`.
@main
enum Main {
    static func main() {
        ProgramRun.run(ServeProgram.self) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            var command = try ArgumentSplitting.parse(arguments, of: ServeProgram.self)
            try command.run()
        }
    }
}

/// `compass-serve`: the command that `compass` starts it for.
struct ServeProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass-serve",
        abstract: "Run the command of compass that serves browsers; compass starts this program.",
        version: COMPASS_VERSION, subcommands: [ServeCommand.self])
}
