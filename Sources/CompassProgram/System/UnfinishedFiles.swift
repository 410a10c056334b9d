#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Unfinished files and folders: SIGINT, SIGTERM and SIGHUP remove them before they end the process.
///
/// A signal handler may do little more than make system calls. So paths are C strings in a fixed array, files
/// before folders, and nothing is freed while the handler could read it: its slot is cleared first.
package enum UnfinishedFiles {
    /// More than one command creates at a time: nine tables, and the folders above them.
    private static let capacity = 64
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    // SAFETY: the array lives as long as the process, and only the main thread writes to it.
    nonisolated(unsafe) private static let files: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = slots()
    nonisolated(unsafe) private static let folders: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> =
        slots()

    private static func slots() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        slots.initialize(repeating: nil, count: capacity)
        return slots
    }

    /// Registers a file, which does not have to exist yet, for removal on interruption.
    package static func add(file path: String) { add(path, to: files) }

    /// Registers a folder for removal on interruption, if it is empty by then.
    package static func add(folder path: String) { add(path, to: folders) }

    /// Unregisters a file that is to be kept or was removed.
    package static func forget(file path: String) { forget(path, in: files) }

    /// Unregisters a folder.
    package static func forget(folder path: String) { forget(path, in: folders) }

    /// Runs `body` with interruptions deferred until afterwards.
    package static func withoutInterruption<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    private static func add(_ path: String, to slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
        handleSignals()
        guard let slot = (0..<capacity).first(where: { slots[$0] == nil }) else { return }
        slots[slot] = strdup(path)
    }

    private static func forget(_ path: String, in slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
        for slot in 0..<capacity {
            guard let text = slots[slot], strcmp(text, path) == 0 else { continue }
            slots[slot] = nil
            free(text)
        }
    }

    nonisolated(unsafe) private static var isHandling = false

    private static func handleSignals() {
        guard !isHandling else { return }
        isHandling = true
        // Initializes the arrays here: the handler must not be the first to access them.
        _ = (files, folders)
        for number in signals {
            let before = signal(number) { number in
                UnfinishedFiles.removeAll()
                signal(number, SIG_DFL)
                // Delivered when this handler returns, so that the shell learns which signal it was.
                raise(number)
            }
            // A signal that is ignored, as in the background of a shell, remains ignored.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Called by the signal handler.
    private static func removeAll() {
        var slot = 0
        while slot < capacity {
            if let path = files[slot] { unlink(path) }
            slot += 1
        }
        while slot > 0 {
            slot -= 1
            if let path = folders[slot] { rmdir(path) }
        }
    }
}
