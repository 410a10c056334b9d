import CompassProgram

/// The destination of the output: standard output, or a file.
struct OutputTarget {
    /// The path of the file; nil for standard output.
    let path: String?

    /// - Parameter path: the value of `--output`; nil and `-` mean standard output.
    init(_ path: String? = nil) { self.path = path == "-" ? nil : path }

    var isFile: Bool { path != nil }

    /// Whether the output is shown on a terminal.
    var isTerminal: Bool {
        guard let path else { return OperatingSystem.isTerminal(OperatingSystem.standardOutput) }
        let target = OutputFile.followingLinks(path)
        return OutputFile.openDescriptor(target).map(OperatingSystem.isTerminal)
            ?? OperatingSystem.isTerminal(atPath: target)
    }
}
