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
    /// The system frees a thread's message when the thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { message in free(message) }
        return key
    }()

    /// The calling thread's message; "" when there is none.
    static var current: UnsafePointer<CChar> {
        pthread_getspecific(key).map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
            ?? StaticText.pointer("")
    }

    /// Replaces the calling thread's message.
    static func set(_ text: String) {
        let previous = pthread_getspecific(key)
        // A text may hold a NUL, which would cut what follows: an id is quoted as it was given.
        let message = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{fffd}" : $0 }) : text
        pthread_setspecific(key, strdup(message))
        free(previous)
    }
}
