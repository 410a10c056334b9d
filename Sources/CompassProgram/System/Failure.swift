/// The reason why a command ends without a result: the text for people and the exit code for scripts.
package struct Failure: Error {
    /// Exit codes, those of BSD's `sysexits.h`.
    package enum Status: Int32 {
        /// The arguments are invalid.
        case usage = 64
        /// The data is malformed.
        case malformedData = 65
        /// An input does not exist or cannot be read.
        case noInput = 66
        /// A service, or a program that is required, cannot be reached.
        case unavailable = 69
        /// A fault of this program.
        case software = 70
        /// An output file cannot be created.
        case cannotCreate = 73
        /// Writing failed.
        case inputOutput = 74
        /// A service refuses access.
        case noPermission = 77
    }

    package let status: Status
    /// The error messages, one per line.
    package let messages: [String]

    package init(_ status: Status, _ message: String) {
        self.init(status, [message])
    }

    package init(_ status: Status, _ messages: [String]) {
        self.status = status
        self.messages = messages
    }

    package var message: String { messages.joined(separator: "; ") }
}
