import ArgumentParser
import CompassProgram

/// The names of commands, and the error for an unknown one.
enum CommandNames {
    private static let help = "help"

    /// The commands in the order of the program's help.
    static var all: [String] {
        Compass.configuration.subcommands.map { $0.configuration.commandName ?? $0._commandName }
    }

    /// Checks the name of a command, which is the first argument, and in `help NAME` the second.
    ///
    /// - Throws: an error that suggests the nearest command when there is no such command.
    static func check(_ arguments: [String]) throws(ValidationError) {
        guard let first = arguments.first, isName(first) else { return }
        if first == help {
            // Together with a command, 'help help' shows the program's help.
            guard arguments.count > 1, isName(arguments[1]), arguments[1] != help else { return }
            try checkName(arguments[1])
        } else {
            try checkName(first)
        }
    }

    private static func isName(_ argument: String) -> Bool { argument.unicodeScalars.first != "-" }

    private static func checkName(_ name: String) throws(ValidationError) {
        if all.contains(name) { return }
        let nearest = NearestNames.nearestWord(to: name, among: all) ?? help
        throw ValidationError("'\(name)' is not a command; the nearest one is '\(nearest)'.")
    }
}
