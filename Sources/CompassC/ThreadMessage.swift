#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The message of each thread's last failure, as C reads it.
enum ThreadMessage {
    /// The system frees a thread's message when the thread ends. nil when the process has used up its keys: then no
    /// message is kept, since another key's values are somebody else's.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key) { message in free(message) } == 0 ? key : nil
    }()

    /// The calling thread's message; "" when there is none.
    static var current: UnsafePointer<CChar> {
        key.flatMap { pthread_getspecific($0) }
            .map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) } ?? StaticText.pointer("")
    }

    /// The most bytes that are kept of a message: what quotes the caller's input may be as long as that.
    static let maximumByteCount = 4096

    /// Replaces the calling thread's message, which is cut in its middle when it is too long: it begins with what
    /// happened, and ends with what to do next.
    static func set(_ text: String) {
        guard let key else { return }
        let text = text.utf8.count > maximumByteCount ? shortened(text) : text
        let previous = pthread_getspecific(key)
        // A text may hold a NUL, which would cut what follows: an id is quoted as it was given.
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
    /// The beginning and the end of a text that is longer than both, each of at most `byteCount` bytes, without parts
    /// of characters.
    fileprivate func headAndTail(byteCount: Int) -> [String] {
        var headEnd = utf8.index(startIndex, offsetBy: byteCount)
        while headEnd.samePosition(in: unicodeScalars) == nil { headEnd = utf8.index(before: headEnd) }
        var tailStart = utf8.index(endIndex, offsetBy: -byteCount)
        while tailStart.samePosition(in: unicodeScalars) == nil { tailStart = utf8.index(after: tailStart) }
        return [String(self[..<headEnd]), String(self[tailStart...])]
    }
}
