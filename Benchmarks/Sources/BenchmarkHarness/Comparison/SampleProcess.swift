import Foundation

/// A build that samples a question in a process of its own.
public final class SampleProcess: SampledBuild {
    /// Why a program does not sample.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// What is wrong, where, and what to do.
        public let description: String
        /// Whether the program knows how to sample, but not this question.
        public let isQuestionUnknown: Bool
    }

    /// What it says of the question before anything is timed.
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
    ///   - arguments: with which it samples the question.
    /// - Throws: a ``Failure`` when it cannot be run, does not know the arguments or speaks another version.
    public init(program: String, arguments: [String]) throws {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        // A program that ended must not end this one when it is written to.
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
            // A program that waits for more must not be waited for.
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

    /// Has the program compare its answers.
    public func check() throws {
        guard case .checked = try ask("check") else { throw unexpected() }
    }

    /// Has the program sample every case.
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

    /// The next line, without its break; nil when there is none.
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
