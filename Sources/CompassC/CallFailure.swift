import CCompass
import CompassKernel

/// The reason of a failed call: its status and message.
struct CallFailure: Error {
    let status: compass_status
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = compass_status(status)
        self.message = message
    }

    /// Returns the failure for a required pointer that is NULL.
    static func nullPointer(_ name: String) -> CallFailure {
        CallFailure(COMPASS_NULL_POINTER, "\(name) is NULL, but needed")
    }

    /// Returns the failure for a value that is not accepted.
    static func invalid(_ name: String, _ value: some CustomStringConvertible, accepted: String)
        -> CallFailure
    {
        CallFailure(COMPASS_INVALID_ARGUMENT, "\(name) is \(value); \(accepted)")
    }
}

extension CallFailure {
    /// Creates the failure for a table that could not be loaded.
    ///
    /// - Parameter source: the document's name in the message; nil when the error contains it.
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

    /// Creates the failure for a zone that cannot be loaded.
    init(_ error: ZoneError) {
        self.init(
            COMPASS_UNKNOWN_ZONE,
            "\(error); hand over a name like America/New_York, or the zone's TZif file where the system has none"
        )
    }
}

/// Runs the body of a function of the interface: a failure becomes a status and the thread's message.
///
/// - Parameter function: the function's Swift name; the message contains the part before the parenthesis.
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
