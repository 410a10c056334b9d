import CCompass
import CompassKernel

/// Why a call failed: what its status says, and its message.
struct CallFailure: Error {
    let status: compass_status
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = compass_status(status)
        self.message = message
    }

    /// A pointer is NULL that is needed.
    static func nullPointer(_ name: String) -> CallFailure {
        CallFailure(COMPASS_NULL_POINTER, "\(name) is NULL, but needed")
    }

    /// A value is not among those that are accepted.
    static func invalid(_ name: String, _ value: some CustomStringConvertible, accepted: String)
        -> CallFailure
    {
        CallFailure(COMPASS_INVALID_ARGUMENT, "\(name) is \(value); \(accepted)")
    }
}

extension CallFailure {
    /// A table that could not be loaded.
    ///
    /// - Parameter source: what the message calls the document; nil where the error names it.
    init(_ error: LoadError, source: String) {
        switch error {
        case .malformedDocument(let document):
            self.init(COMPASS_MALFORMED_DATA, "\(source): \(document); nothing was loaded")
        case .missingFile:
            self.init(COMPASS_FILE_NOT_FOUND, "\(source): no such file; check the path")
        case .unreadableFile(_, let reason):
            self.init(COMPASS_FILE_UNREADABLE, "\(source): cannot be read: \(reason)")
        case .columnTooLarge, .tooManyRows:
            self.init(COMPASS_TOO_LARGE, "\(source): \(error)")
        }
    }

    /// A zone that cannot be had.
    init(_ error: ZoneError) {
        self.init(
            COMPASS_UNKNOWN_ZONE,
            "\(error); hand over a name like America/New_York, or the zone's TZif file where the system has none"
        )
    }
}

/// Runs the body of a function of the interface: its failure becomes a status and the thread's message.
///
/// - Parameter function: the function's Swift name, of which the message gets the part before the parenthesis.
@inline(__always)
func attempt(
    _ function: StaticString = #function, _ body: () throws(CallFailure) -> Void
) -> compass_status {
    do throws(CallFailure) {
        try body()
        return compass_status(COMPASS_OK)
    } catch {
        return report(error, of: function)
    }
}

@inline(never)
private func report(_ failure: CallFailure, of function: StaticString) -> compass_status {
    let name = function.description.prefix { $0 != "(" }
    ThreadMessage.set("\(name): \(failure.message)")
    return failure.status
}
