import ArgumentParser

/// How text is drawn, which every command takes.
struct DrawingOptions: ParsableArguments {
    @Option(
        help: """
            Colors in text: always, never, or auto: on a terminal only, unless NO_COLOR or CLICOLOR_FORCE is set in \
            the environment.
            """)
    var color = ColorChoice.auto

    /// The style that fits the output.
    ///
    /// - Parameter isFile: whether a file takes the output, whatever standard output is.
    func style(isFile: Bool = false) -> TerminalStyle { .current(color: color, isFile: isFile) }
}

extension ColorChoice: ExpressibleByArgument {}
