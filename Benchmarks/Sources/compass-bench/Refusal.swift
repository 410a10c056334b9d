import ArgumentParser
import BenchmarkHarness
import Foundation

/// The reason why a command ends without doing its task, and its exit status from `sysexits.h`.
struct Refusal {
    enum Status: Int32 {
        case failure = 1
        case unreadableInput = 65
        case missingInput = 66
        case unavailable = 69
    }

    let reason: String
    let status: Status

    init(_ reason: String, status: Status) {
        self.reason = reason
        self.status = status
    }

    /// Prints the reason on standard error; returns the error that ends the program.
    func reported() -> ExitCode {
        FileHandle.standardError.write(Data("compass-bench: \(reason)\n".utf8))
        return ExitCode(status.rawValue)
    }
}

extension ProgressLine {
    /// Calls `body`; removes the line, tells why answers differ, and ends the program if they do.
    func reportingFailures(_ body: () throws -> Void) throws {
        do { try body() } catch let failure as CheckFailure {
            clear()
            throw Refusal(failure.description, status: .failure).reported()
        }
    }
}
