import ArgumentParser
import CompassKernel
import CompassProgram

/// The options for tables that are larger than memory.
struct StreamOptions: ParsableArguments {
    @Flag(
        help: """
            Read files of any size in chunks, with at most 1 GB of memory. Each id and each URL must be in them once: \
            two posts with the same id or URL in different chunks are refused, among up to 3 million posts always, \
            among more when they are noticed.
            """)
    var stream = false

    @Option(
        help: """
            With '--stream', a file, directory or table file with the names of schools. (default: those beside the \
            posts of a directory or a table file)
            """,
        completion: .file())
    var schools: String?

    @Option(help: "Likewise, with the names of coaches.", completion: .file())
    var coaches: String?

    /// Checks that there is one path, or `--stream`. Not a part of the validation, which precedes the search for
    /// unknown options: the value of one would be taken for a second path.
    func requireOnePath(_ paths: [String]) throws(Failure) {
        if !stream, let second = paths.dropFirst().first {
            throw Failure(
                .usage, "'\(second)' is unexpected: several files are accepted only with '--stream'")
        }
    }

    /// - Throws: an error for arguments that do not fit together.
    func validate(_ paths: [String], ndjson: Bool, cache: Bool) throws {
        guard stream else {
            for (isGiven, name) in [(schools != nil, "--schools"), (coaches != nil, "--coaches")]
            where isGiven {
                throw ValidationError("'\(name)' is accepted only with '--stream'.")
            }
            return
        }
        if cache { throw ValidationError("'--cache' is not accepted with '--stream'.") }
        for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
            throw ValidationError("'\(path)' is given twice: with '--stream' each post is read once.")
        }
        if ndjson, !paths.contains("-") {
            throw ValidationError(
                "'--ndjson' is accepted only with '-': the format of a file follows from its name.")
        }
        for (path, name) in [(schools, "--schools"), (coaches, "--coaches")] where path == "" {
            throw ValidationError("'\(name)' must not be empty: a path is accepted.")
        }
    }
}
