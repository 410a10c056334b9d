import ArgumentParser

/// The style of text, an option of every command.
package struct DrawingOptions: ParsableArguments {
    @Option(
        help: """
            Colors in text: always, never, or auto: on a terminal only, unless NO_COLOR or CLICOLOR_FORCE is set in \
            the environment.
            """)
    package var color = ColorChoice.auto

    package init() {}

    /// Returns the style for the output.
    ///
    /// - Parameter isFile: whether the output goes to a file, regardless of standard output.
    package func style(isFile: Bool = false) -> TerminalStyle { .current(color: color, isFile: isFile) }
}

extension ColorChoice: ExpressibleByArgument {}
