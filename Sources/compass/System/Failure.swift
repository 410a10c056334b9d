/// The reason why a command ends without a result: the text for people and the exit code for scripts.
struct Failure: Error {
    /// Exit codes, those of BSD's `sysexits.h`.
    enum Status: Int32 {
        /// The arguments are invalid.
        case usage = 64
        /// The data is malformed.
        case malformedData = 65
        /// An input does not exist or cannot be read.
        case noInput = 66
        /// A fault of this program.
        case software = 70
        /// An output file cannot be created.
        case cannotCreate = 73
        /// Writing failed.
        case inputOutput = 74
    }

    let status: Status
    /// The error messages, one per line.
    let messages: [String]

    init(_ status: Status, _ message: String) {
        self.init(status, [message])
    }

    init(_ status: Status, _ messages: [String]) {
        self.status = status
        self.messages = messages
    }

    var message: String { messages.joined(separator: "; ") }
}
