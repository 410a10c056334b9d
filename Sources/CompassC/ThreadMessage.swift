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

    /// Replaces the calling thread's message.
    static func set(_ text: String) {
        guard let key else { return }
        let previous = pthread_getspecific(key)
        // A text may hold a NUL, which would cut what follows: an id is quoted as it was given.
        let message = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{fffd}" : $0 }) : text
        let copy = strdup(message)
        if pthread_setspecific(key, copy) == 0 { free(previous) } else { free(copy) }
    }
}
