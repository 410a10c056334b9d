import ArgumentParser

/// Separates arguments in which the parser cannot tell the name from the value.
///
/// A value may begin with a scalar that combines with the preceding one, such as a skin tone or an accent. In
/// `--search=🏽` the `=` and the skin tone are then one character, and the parser, which looks for the
/// character `=`, finds none.
package enum ArgumentSplitting {
    /// Parses the arguments as given or, if the parser rejects them, with names and values separated.
    ///
    /// Arguments are separated only when the parser does not accept them: `--search --x=🏽` searches for
    /// `--x=🏽`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    ///   - root: the program's command, with its subcommands.
    package static func parse(
        _ arguments: [String], of root: any ParsableCommand.Type
    ) throws -> any ParsableCommand {
        do {
            return try root.parseAsRoot(arguments)
        } catch {
            let split = split(arguments)
            if split == arguments { throw error }
            return try root.parseAsRoot(split)
        }
    }

    /// Returns the arguments with names and values separated where a value combines with its `=`; up to `--`,
    /// after which there are no options.
    package static func split(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].flatMap(split) + arguments[end...]
    }

    private static func split(_ argument: String) -> [String] {
        let scalars = argument.unicodeScalars
        guard scalars.first == "-", scalars.count > 1, let sign = scalars.firstIndex(of: "="),
            argument.firstIndex(of: "=") != sign
        else { return [argument] }
        return [String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...])]
    }
}
