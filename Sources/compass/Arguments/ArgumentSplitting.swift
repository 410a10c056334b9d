import ArgumentParser

/// Arguments of which the parser cannot tell the name from the value.
///
/// A value may begin with a scalar that joins the one before it, as a skin tone or an accent does. In `--search=🏽` the
/// `=` and the skin tone are then one character, and the parser, which looks for the character `=`, finds none.
enum ArgumentSplitting {
    /// The commands of a line of arguments, as the parser reads them, or reads them once names and values stand alone.
    ///
    /// Arguments are taken apart only where the parser does not accept them: `--search --x=🏽` searches for `--x=🏽`.
    static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            return try Compass.parseAsRoot(arguments)
        } catch {
            let split = split(arguments)
            if split == arguments { throw error }
            return try Compass.parseAsRoot(split)
        }
    }

    /// The arguments with names and values apart where a value joins its `=`; up to `--`, after which no options stand.
    static func split(_ arguments: [String]) -> [String] {
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
