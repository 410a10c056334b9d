#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The message of each thread's last failure, as a C string.
enum ThreadMessage {
    /// The system frees a thread's message when the thread ends. nil when the process has no keys left: then
    /// no message is kept, since the values of another key belong to other code.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key) { message in free(message) } == 0 ? key : nil
    }()

    /// The calling thread's message; "" when there is none.
    static var current: UnsafePointer<CChar> {
        key.flatMap { pthread_getspecific($0) }
            .map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) } ?? StaticText.pointer("")
    }

    /// The maximum size of a message in bytes: messages that quote the caller's input can be as long as this.
    static let maximumByteCount = 4096

    /// Replaces the calling thread's message. A message that is too long is shortened in the middle: it
    /// begins with what happened, and ends with what to do next.
    static func set(_ text: String) {
        guard let key else { return }
        let text = text.utf8.count > maximumByteCount ? shortened(text) : text
        let previous = pthread_getspecific(key)
        // A text may contain a NUL, which would truncate it: an id is quoted as given.
        let message = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{fffd}" : $0 }) : text
        let copy = strdup(message)
        if pthread_setspecific(key, copy) == 0 { free(previous) } else { free(copy) }
    }

    private static func shortened(_ text: String) -> String {
        let gap = "…"
        let half = (maximumByteCount - gap.utf8.count) / 2
        return text.headAndTail(byteCount: half).joined(separator: gap)
    }
}

extension String {
    /// Returns the beginning and the end of a text that is longer than both, each of at most `byteCount`
    /// bytes, without partial characters.
    fileprivate func headAndTail(byteCount: Int) -> [String] {
        var headEnd = utf8.index(startIndex, offsetBy: byteCount)
        while headEnd.samePosition(in: unicodeScalars) == nil { headEnd = utf8.index(before: headEnd) }
        var tailStart = utf8.index(endIndex, offsetBy: -byteCount)
        while tailStart.samePosition(in: unicodeScalars) == nil { tailStart = utf8.index(after: tailStart) }
        return [String(self[..<headEnd]), String(self[tailStart...])]
    }
}
