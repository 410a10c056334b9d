import ArgumentParser

/// The run of a program: it turns every failure into a message and an exit code.
package enum ProgramRun {
    /// Runs `body`, which parses the arguments and runs the command.
    ///
    /// - Parameter root: the program's command, whose help and usage are shown.
    package static func run(_ root: any ParsableCommand.Type, _ body: () throws -> Void) {
        OperatingSystem.letWritesFail()
        do {
            try body()
        } catch let failure as Failure {
            exit(failure)
        } catch {
            // Requests for help are also errors; any other unknown error is a fault of this program.
            guard root.exitCode(for: error) != .failure else {
                StandardError.writeLine("Error: \(error)")
                OperatingSystem.exitProcess(Failure.Status.software.rawValue)
            }
            let code = root.exitCode(for: error)
            if code == .success { printHelp(root.fullMessage(for: error)) }
            writeUsageError(error, of: root)
            OperatingSystem.exitProcess(code.rawValue)
        }
    }

    private static func exit(_ failure: Failure) -> Never {
        for message in failure.messages { StandardError.writeLine("Error: \(message)") }
        OperatingSystem.exitProcess(failure.status.rawValue)
    }

    /// Prints help, the version, or a completion script.
    private static func printHelp(_ text: String) -> Never {
        do throws(Failure) {
            var output = StandardOutput()
            if !text.isEmpty { output.appendLine(text) }
            try output.flush()
        } catch {
            exit(error)
        }
        OperatingSystem.exitProcess(0)
    }

    /// The message quotes the user's input; the usage after it is the program's own and has several lines.
    private static func writeUsageError(_ error: any Error, of root: any ParsableCommand.Type) {
        let message = root.message(for: error)
        let whole = root.fullMessage(for: error)
        let start = "Error: " + message
        guard whole.utf8.starts(with: start.utf8) else { return StandardError.writeLine(whole) }
        StandardError.writeLine(start)
        let usage = String(decoding: whole.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        StandardError.write(usage.drop { $0 == "\n" } + "\n")
    }
}
