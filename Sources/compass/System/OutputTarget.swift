/// Where an answer goes: standard output, or a file.
struct OutputTarget {
    /// The path of the file; nil for standard output.
    let path: String?

    /// - Parameter path: the value of `--output`; nil and `-` stand for standard output.
    init(_ path: String? = nil) { self.path = path == "-" ? nil : path }

    var isFile: Bool { path != nil }

    /// Whether people see the bytes at once.
    var isTerminal: Bool { !isFile && OperatingSystem.isTerminal(OperatingSystem.standardOutput) }
}
