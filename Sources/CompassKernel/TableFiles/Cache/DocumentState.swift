#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// What tells whether a file is the same as before, without reading it.
struct DocumentState: Hashable {
    /// The path without symbolic links.
    var path: String
    var device: Int64
    var inode: UInt64
    var byteCount: Int64
    /// When the content was changed, in nanoseconds since 1970.
    var modificationNanos: Int64
    /// When the content, the name or the rights were changed, which programs cannot set.
    var changeNanos: Int64

    /// Returns the state of the regular file at `path`; nil if there is none.
    init?(ofFile path: String) {
        guard let path = resolvedPath(path) else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        // Platforms differ in the types of these.
        device = Int64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        byteCount = Int64(status.st_size)
        #if canImport(Darwin)
            let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modification, change) = (status.st_mtim, status.st_ctim)
        #endif
        modificationNanos = Self.nanos(modification)
        changeNanos = Self.nanos(change)
    }

    /// The time in nanoseconds since 1970, now.
    static var currentNanos: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanos(time)
    }

    /// Returns whether the last change was long enough before `nanos` that another one would be
    /// distinguished from it: file systems have times as coarse as two seconds.
    func isSettled(atNanos nanos: Int64) -> Bool {
        nanos &- max(modificationNanos, changeNanos) >= 2_000_000_000
    }

    private static func nanos(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
