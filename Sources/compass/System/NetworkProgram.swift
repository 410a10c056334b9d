import CompassProgram

/// The program for commands that require a network: `compass-network`.
enum NetworkProgram {
    static let name = "compass-network"

    /// Replaces this process by the program, with the same arguments, environment and terminal; its signals and its exit
    /// code are then those of this process.
    ///
    /// - Parameter command: what requires it, for the message when it is missing.
    /// - Throws: ``Failure`` if it is missing or cannot be started.
    static func replaceThisProcess(for command: String) throws(Failure) -> Never {
        let own = OperatingSystem.executablePath()
        guard let path = path(beside: own, searchPath: OperatingSystem.environment("PATH") ?? "") else {
            let folder = own.map(folder) ?? "the folder of compass"
            throw Failure(
                .unavailable,
                "\(command) requires the program \(name), which is neither in \(folder) nor in a folder of PATH; in the "
                    + "sources of Compass Kernel, 'make install' installs both programs, and 'swift build -c release "
                    + "--product \(name)' builds .build/release/\(name), to be copied beside compass")
        }
        let failure = OperatingSystem.replaceProcess(with: path)
        throw Failure(.unavailable, "\(path): cannot be started: \(failure.reason)")
    }

    /// Returns the program's path: beside this program, otherwise in the first folder of `searchPath` that has it.
    ///
    /// Empty folders of the search path, which mean the working directory, are left out.
    static func path(beside executable: String?, searchPath: String) -> String? {
        let folders =
            [executable.map(folder)].compactMap { $0 } + searchPath.split(separator: ":").map(String.init)
        return folders.lazy.map { $0 + "/" + name }.first(where: OperatingSystem.isExecutable)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
