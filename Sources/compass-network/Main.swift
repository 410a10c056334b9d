import ArgumentParser
import CCompass
import CompassProgram

/// The entry point: runs a command of `compass` that requires a network.
@main
enum Main {
    static func main() {
        ProgramRun.run(NetworkCommand.self) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            var command = try ArgumentSplitting.parse(arguments, of: NetworkCommand.self)
            try command.run()
        }
    }
}

/// `compass-network`: the commands that `compass` starts it for.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compass-network",
        abstract: "Run the commands of compass that require a network; compass starts this program.",
        version: COMPASS_VERSION, subcommands: [PullCommand.self, BrowseCommand.self])
}

/// `compass pull`.
struct PullCommand: ParsableCommand {
    static let configuration = PullOptions.configuration

    @OptionGroup var options: PullOptions

    func run() throws {
        let start = OperatingSystem.monotonicNanos()
        let pull = try Pull(options)
        let manifest = try pull.run()
        if options.cache { PulledTableCache(options.directory).keep(manifest.tables.map(\.table)) }
        let nanos = OperatingSystem.monotonicNanos() - start
        var output = StandardOutput()
        switch options.format {
        case .json:
            output.append(manifest.json())
            output.appendLine()
        case .text:
            output.append(
                manifest.summary(directory: options.directory, nanos: nanos, options.drawing.style()))
        }
        try output.flush()
    }
}
