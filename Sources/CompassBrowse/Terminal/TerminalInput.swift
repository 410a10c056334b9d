#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

import CompassProgram
import Dispatch

/// The events of the terminal, read by a thread of its own.
struct TerminalInput: Sendable {
    /// The time after which a single escape character is the key of that name.
    private static let escapeMilliseconds: Int32 = 25

    /// Where signal handlers report what they have seen.
    let wakingDescriptor: Int32
    private let wakingReader: Int32

    /// - Throws: ``Failure`` when the process can open no more files.
    init() throws(Failure) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else {
            throw Failure(.inputOutput, "a pipe cannot be opened: \(String(cString: strerror(errno)))")
        }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // A handler must never wait, however many signals came.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        (wakingReader, wakingDescriptor) = (descriptors[0], descriptors[1])
    }

    /// Begins to read; the stream ends with ``TerminalEvent/ended``.
    func events() -> AsyncStream<TerminalEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        DispatchQueue(label: "terminal", qos: .userInteractive).async {
            readAll(continuation)
            continuation.yield(.ended)
            continuation.finish()
        }
        return stream
    }

    /// Reads until the terminal is gone.
    private func readAll(_ continuation: AsyncStream<TerminalEvent>.Continuation) {
        var keys = KeyReader()
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            var descriptors = [
                pollfd(fd: OperatingSystem.standardInput, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakingReader, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, 2, keys.isIncomplete ? Self.escapeMilliseconds : -1)
            if ready < 0 {
                if errno == EINTR { continue }
                return
            }
            if ready == 0 {
                for event in keys.flush() { continuation.yield(event) }
                continue
            }
            if descriptors[1].revents != 0 { forwardSignals(continuation) }
            guard descriptors[0].revents != 0 else { continue }
            let count = bytes.withUnsafeMutableBytes {
                read(OperatingSystem.standardInput, $0.baseAddress, $0.count)
            }
            if count > 0 {
                for event in keys.read(bytes[..<count]) { continuation.yield(event) }
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                return
            }
        }
    }

    private func forwardSignals(_ continuation: AsyncStream<TerminalEvent>.Continuation) {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { read(wakingReader, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        // However often a size has changed, only the last one matters.
        let reasons = Set(bytes[..<count])
        if reasons.contains(TerminalWaking.resumed) { continuation.yield(.resumed) }
        if reasons.contains(TerminalWaking.resized) { continuation.yield(.resized) }
    }
}
