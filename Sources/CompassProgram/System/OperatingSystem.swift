#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The few system services that the commands use.
package enum OperatingSystem {
    package static let standardInput: Int32 = 0
    package static let standardOutput: Int32 = 1
    package static let standardError: Int32 = 2

    /// A failed call, with the system's reason.
    package struct CallFailure: Error {
        package let code: Int32

        package init(code: Int32) { self.code = code }

        package var reason: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
        package var isBrokenPipe: Bool { code == EPIPE }

        package static var isDirectory: CallFailure { CallFailure(code: EISDIR) }
    }

    /// The kind of file at a path.
    package enum FileKind {
        case nothing
        case directory
        case file
    }

    // MARK: Time

    /// Returns microseconds since 1970-01-01T00:00:00Z.
    package static func clockMicros() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Returns nanoseconds since an arbitrary moment, never decreasing.
    package static func monotonicNanos() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns when a time of ``monotonicNanos()`` has come.
    package static func sleep(untilMonotonicNanos end: Int64) {
        while true {
            let nanos = end - monotonicNanos()
            if nanos <= 0 { return }
            var time = timespec(
                tv_sec: time_t(nanos / 1_000_000_000), tv_nsec: Int(nanos % 1_000_000_000))
            nanosleep(&time, nil)
        }
    }

    // MARK: Process

    /// Returns the value of an environment variable; nil when it is not set.
    package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns the bytes of the argument, or of the value after its `=`, that reads as `text`; nil when there
    /// is none.
    package static func rawArgument(_ text: String) -> [UInt8]? {
        for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
            guard let argument else { continue }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            let values = [bytes[...], bytes.drop { $0 != UInt8(ascii: "=") }.dropFirst()]
            for value in values where String(decoding: value, as: UTF8.self) == text { return Array(value) }
        }
        return nil
    }

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the columns of a terminal; nil when it is not a terminal, or does not report them.
    package static func terminalColumns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// The memory of the machine in bytes.
    package static var physicalByteCount: Int {
        max(1, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The number of processors that can run threads now, at least 1.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Makes writes fail, instead of ending the process, for a pipe without a reader and for a file that has
    /// reached the user's size limit.
    package static func letWritesFail() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    package static func exitProcess(_ code: Int32) -> Never { exit(code) }

    /// Returns the path of this program's file, with links followed; nil when the system does not tell.
    package static func executablePath() -> String? {
        #if os(Linux) || os(Android)
            return linkTarget("/proc/self/exe")
        #elseif canImport(Darwin)
            var size: UInt32 = 4_096
            let path = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
                buffer.withMemoryRebound(to: CChar.self) { text in
                    count =
                        _NSGetExecutablePath(text.baseAddress!, &size) == 0 ? strlen(text.baseAddress!) : 0
                }
            }
            let given = String(decoding: path, as: UTF8.self)
            guard let resolved = realpath(given, nil) else { return given.isEmpty ? nil : given }
            defer { free(resolved) }
            return String(cString: resolved)
        #else
            return nil
        #endif
    }

    /// Returns whether a path leads to a regular file that this user can execute.
    package static func isExecutable(_ path: String) -> Bool {
        isOrdinaryFile(path) && access(path, X_OK) == 0
    }

    /// Replaces this process by another program with the same arguments and environment; returns only if that fails.
    package static func replaceProcess(with path: String) -> CallFailure {
        let count = Int(CommandLine.argc)
        var arguments = Array(UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count)) + [nil]
        return path.withCString { name in
            arguments[0] = UnsafeMutablePointer(mutating: name)
            execv(name, arguments)
            return CallFailure(code: errno)
        }
    }

    // MARK: Files

    /// - Throws: ``CallFailure`` when the system does not report it, for example for a folder without search
    ///   permission.
    package static func fileKind(_ path: String) throws(CallFailure) -> FileKind {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return .nothing }
            throw CallFailure(code: code)
        }
        return UInt32(status.st_mode) & 0o170000 == 0o040000 ? .directory : .file
    }

    /// Returns whether a path leads to a regular file: not a folder, device or pipe.
    package static func isOrdinaryFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && UInt32(status.st_mode) & 0o170000 == 0o100000
    }

    /// Returns whether others than its owner may read or write a file.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && UInt32(status.st_mode) & 0o066 != 0
    }

    /// Returns the size of a file in bytes; nil when it cannot be determined.
    package static func byteCount(ofFile path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the target of a symbolic link; nil when there is no such link.
    package static func linkTarget(_ path: String) -> String? {
        let longest = 4_096
        let target = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { text in
                count = max(0, readlink(path, text.baseAddress!, longest))
            }
        }
        return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
    }

    /// Returns the names in a folder, unordered; empty when it cannot be read.
    package static func names(inFolder path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns whether a file begins like a time zone file.
    package static func beginsWithZoneMark(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let mark = Array("TZif".utf8)
        var first = [UInt8](repeating: 0, count: mark.count)
        let count = first.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return count == mark.count && first == mark
    }

    /// Opens a file for reading.
    package static func openForReading(_ path: String) throws(CallFailure) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        return descriptor
    }

    /// Reads at most as many bytes as a buffer has; returns their number, 0 at the end.
    package static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(CallFailure) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw CallFailure(code: errno) }
        }
    }

    /// Returns all bytes of a file.
    package static func readFile(_ path: String) throws(CallFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        defer { close(descriptor) }
        return try readAll(descriptor)
    }

    /// Returns the remaining bytes of `descriptor`.
    package static func readAll(_ descriptor: Int32) throws(CallFailure) -> [UInt8] {
        let chunkByteCount = 1 << 20
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkByteCount)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, chunkByteCount) }
            if count < 0 {
                if errno == EINTR { continue }
                throw CallFailure(code: errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Opens a file for writing and truncates it.
    package static func create(_ path: String) throws(CallFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        return descriptor
    }

    /// Creates a file that does not exist yet.
    ///
    /// - Parameter existing: a file whose permissions are copied; when there is none, the new file has the
    ///   user's default permissions.
    package static func createNew(_ path: String, permissionsOf existing: String? = nil) throws(CallFailure)
        -> Int32
    {
        var status = stat()
        let mode = existing.flatMap { stat($0, &status) == 0 ? mode_t(status.st_mode) & 0o777 : nil }
        // Other users must not read it before it has its final permissions.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode.map { $0 & 0o700 } ?? 0o666)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        if let mode, fchmod(descriptor, mode) != 0 {
            let code = errno
            close(descriptor)
            unlink(path)
            throw CallFailure(code: code)
        }
        return descriptor
    }

    /// Writes a file that does not exist yet, and that its owner alone can read.
    package static func createPrivateFile(_ path: String, _ bytes: [UInt8]) throws(CallFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CallFailure(code: errno) }
        defer { close(descriptor) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                let code = errno
                // A part of it would be taken for the whole.
                unlink(path)
                throw CallFailure(code: code)
            }
            offset += count
        }
    }

    /// Returns another descriptor for an open file, which shares its position.
    package static func duplicate(_ descriptor: Int32) throws(CallFailure) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw CallFailure(code: errno) }
        return copy
    }

    /// Returns whether the file at a path is a terminal.
    package static func isTerminal(atPath path: String) -> Bool {
        var status = stat()
        // Opening anything but a device may block, for example on a pipe without a reader.
        guard stat(path, &status) == 0, UInt32(status.st_mode) & 0o170000 == 0o020000 else { return false }
        let descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isTerminal(descriptor)
    }

    /// Returns a number that no other running process of this machine has, nor another call in this one.
    package static func uniqueNumber() -> String { "\(getpid())-\(monotonicNanos())" }

    package static func rename(_ path: String, to newPath: String) throws(CallFailure) {
        guard systemRename(path, newPath) == 0 else { throw CallFailure(code: errno) }
    }

    /// Removes a file, if it exists.
    package static func removeFile(_ path: String) { unlink(path) }

    /// Removes a folder, if it exists and is empty.
    package static func removeFolder(_ path: String) { rmdir(path) }

    /// Creates a folder and its missing parents.
    ///
    /// - Parameter didCreate: called with each of them, the outermost first.
    package static func createFolders(_ path: String, didCreate: (String) -> Void) throws(CallFailure) {
        var parent = ""
        for (index, name) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            parent += (index == 0 ? "" : "/") + name
            if parent.isEmpty { continue }
            if mkdir(parent, 0o777) == 0 {
                didCreate(parent)
            } else if errno != EEXIST {
                let code = errno
                // Some folders above the first one that can be created may not be writable.
                guard access(parent, F_OK) == 0 else { throw CallFailure(code: code) }
            }
        }
    }

    package static func closeFile(_ descriptor: Int32) throws(CallFailure) {
        if close(descriptor) != 0, errno != EINTR { throw CallFailure(code: errno) }
    }

    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(CallFailure) {
        var written = 0
        while written < bytes.count {
            let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            if count < 0 {
                if errno == EINTR { continue }
                throw CallFailure(code: errno)
            }
            written += count
        }
    }
}

/// The function of the C library, which a method of the same name hides.
private func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
