import CompassProgram

/// A program beside this one, for commands that require more than this program has.
enum OtherProgram: String {
    /// The commands that require a network.
    case network = "compass-network"
    /// The pages for browsers.
    case serve = "compass-serve"

    /// Replaces this process by the program, with the same arguments, environment and terminal; its signals and its exit
    /// code are then those of this process.
    ///
    /// - Parameter command: what requires it, for the message when it is missing.
    /// - Throws: ``Failure`` if it is missing or cannot be started.
    func replaceThisProcess(for command: String) throws(Failure) -> Never {
        let own = OperatingSystem.executablePath()
        guard let path = path(beside: own, searchPath: OperatingSystem.environment("PATH") ?? "") else {
            let folder = own.map(Self.folder) ?? "the folder of compass"
            throw Failure(
                .unavailable,
                "\(command) requires the program \(rawValue), which is neither in \(folder) nor in a folder of PATH; in the "
                    + "sources of Compass Kernel, \(advice)")
        }
        let failure = OperatingSystem.replaceProcess(with: path)
        throw Failure(.unavailable, "\(path): cannot be started: \(failure.reason)")
    }

    /// How to get the program.
    private var advice: String {
        switch self {
        case .network:
            "'make install' installs both programs, and 'swift build -c release --product compass-network' builds "
                + ".build/release/compass-network, to be copied beside compass"
        case .serve:
            "'make serve' builds it and serves an example, and 'swift build -c release --traits Serve --product "
                + "compass-serve' builds .build/release/compass-serve, to be copied beside compass"
        }
    }

    /// Returns the program's path: beside this program, otherwise in the first folder of `searchPath` that has it.
    ///
    /// Empty folders of the search path, which mean the working directory, are left out.
    func path(beside executable: String?, searchPath: String) -> String? {
        let own = executable.map(Self.folder)
        let folders = [own].compactMap { $0 } + searchPath.split(separator: ":").map(String.init)
        return folders.lazy.map { $0 + "/" + rawValue }.first(where: OperatingSystem.isExecutable)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
