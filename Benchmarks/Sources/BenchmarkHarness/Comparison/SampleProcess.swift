import Foundation

/// A build that samples a workload in its own process.
public final class SampleProcess: SampledBuild {
    /// The reason why a program cannot sample.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// What is wrong, where, and how to fix it.
        public let description: String
        /// Whether the program can sample, but does not know this workload.
        public let isQuestionUnknown: Bool
    }

    /// The build's description of the workload before anything is timed.
    public let greeting: SampleGreeting
    private let program: String
    private let process: Process
    private let commands: FileHandle
    private let answers: FileHandle
    private let complaints: FileHandle
    private var unread = Data()

    /// Starts a program and waits until it is ready.
    ///
    /// - Parameters:
    ///   - program: the path of an executable file.
    ///   - arguments: the arguments with which it samples the workload.
    /// - Throws: a ``Failure`` if it cannot be run, does not know the arguments or uses another protocol
    ///   version.
    public init(program: String, arguments: [String]) throws {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        // Writing to a program that has ended must not end this process.
        signal(SIGPIPE, SIG_IGN)
        do { try process.run() } catch {
            throw Failure(
                description: "'\(program)' cannot be run: \(error.localizedDescription)",
                isQuestionUnknown: false)
        }
        self.program = program
        self.process = process
        commands = input.fileHandleForWriting
        answers = output.fileHandleForReading
        complaints = errors.fileHandleForReading
        var first = Data()
        guard let line = Self.line(from: answers, unread: &first),
            let answer = try? JSONDecoder().decode(SampleAnswer.self, from: line)
        else {
            // Do not wait for a program that itself waits for input.
            try? commands.close()
            throw Self.noGreeting(program, process, complaints)
        }
        unread = first
        switch answer {
        case .greeting(let greeting) where greeting.protocolVersion == SampleGreeting.currentVersion:
            self.greeting = greeting
        case .unknownQuestion(let name):
            process.terminate()
            throw Failure(description: "'\(program)' has no workload \(name)", isQuestionUnknown: true)
        case .failure(let reason):
            process.terminate()
            throw Failure(description: "'\(program)': \(reason)", isQuestionUnknown: false)
        default:
            process.terminate()
            throw Failure(
                description:
                    "'\(program)' samples in another form than this program; build both of sources that do "
                    + "so in form \(SampleGreeting.currentVersion)", isQuestionUnknown: false)
        }
    }

    deinit {
        try? commands.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Makes the program compare its results with the baselines'.
    public func check() throws {
        guard case .checked = try ask("check") else { throw unexpected() }
    }

    /// Makes the program sample every case.
    public func nanoseconds(firstBatch: Int, batches: Int, callsPerBatch: [Int]) throws -> [Double] {
        let numbers = ([firstBatch, batches] + callsPerBatch).map(String.init).joined(separator: " ")
        guard case .nanoseconds(let samples) = try ask("sample " + numbers),
            samples.count == callsPerBatch.count
        else { throw unexpected() }
        return samples
    }

    private func ask(_ command: String) throws -> SampleAnswer {
        try? commands.write(contentsOf: Data((command + "\n").utf8))
        guard let line = Self.line(from: answers, unread: &unread) else {
            process.waitUntilExit()
            throw Failure(
                description:
                    "'\(program)' ended with status \(process.terminationStatus) while it was measured",
                isQuestionUnknown: false)
        }
        let answer = try JSONDecoder().decode(SampleAnswer.self, from: line)
        if case .failure(let reason) = answer { throw CheckFailure("'\(program)': \(reason)") }
        return answer
    }

    private func unexpected() -> Failure {
        Failure(
            description: "'\(program)' answers something else than it was asked", isQuestionUnknown: false)
    }

    /// Returns the next line without its line break; nil at the end.
    private static func line(from handle: FileHandle, unread: inout Data) -> Data? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                let line = Data(unread[..<end])
                unread = Data(unread[(end + 1)...])
                return line
            }
            let more = handle.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    private static func noGreeting(_ program: String, _ process: Process, _ complaints: FileHandle) -> Failure
    {
        process.terminate()
        let said = String(decoding: complaints.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let firstLine = said.split(separator: "\n").first.map { "; it says: \($0)" } ?? ""
        return Failure(
            description:
                "'\(program)' does not know the subcommand sample, with which builds are compared: it is "
                + "older or another program. Build it of sources that have it\(firstLine)",
            isQuestionUnknown: false)
    }
}
