import ArgumentParser

/// How text is drawn, which every command takes.
struct DrawingOptions: ParsableArguments {
    @Option(
        help: """
            Colours in text: always, never, or auto, on a terminal only. NO_COLOR and CLICOLOR_FORCE in the \
            environment are heeded by auto.
            """)
    var color = ColorChoice.auto

    /// The style that fits the output.
    ///
    /// - Parameter isFile: whether a file takes the output, whatever standard output is.
    func style(isFile: Bool = false) -> TerminalStyle { .current(color: color, isFile: isFile) }
}

extension ColorChoice: ExpressibleByArgument {}
