/// A file that appears whole or not at all: written beside its place under another name, then renamed.
///
/// Until it is published, the file that was there before stays as it was; when writing fails or the process is
/// interrupted, nothing is left behind. Devices and pipes are written to directly, and names of open files, such as
/// `/dev/stdout`, go on where these are. A file that is replaced hands its permissions on.
final class OutputFile {
    /// What the caller calls the file.
    private let path: String
    /// Where it will stand: `path`, or what a symbolic link there points at.
    private let target: String
    /// Where it is written; nil for what is no ordinary file.
    private var temporaryPath: String?
    private var descriptor: Int32?

    /// Opens a file for writing.
    ///
    /// - Throws: ``Failure`` when it cannot be created.
    init(_ path: String) throws(Failure) {
        self.path = path
        target = Self.followingLinks(path)
        do throws(OperatingSystem.CallFailure) {
            if let open = Self.openDescriptor(target) {
                descriptor = try OperatingSystem.duplicate(open)
                return
            }
            switch try OperatingSystem.fileKind(path) {
            case .directory: throw OperatingSystem.CallFailure.isDirectory
            case .file where Self.isWrittenDirectly(target):
                descriptor = try OperatingSystem.create(target)
            case .file, .nothing:
                // The same folder, so that renaming moves no bytes; a short name, as a long one may have no room.
                let slash = target.lastIndex(of: "/")
                let folder = slash.map { String(target[...$0]) } ?? ""
                let temporary = folder + ".compass-\(OperatingSystem.uniqueNumber()).partial"
                temporaryPath = temporary
                UnfinishedFiles.add(file: temporary)
                descriptor = try OperatingSystem.createNew(temporary, permissionsOf: target)
            }
        } catch {
            if let temporaryPath { UnfinishedFiles.forget(file: temporaryPath) }
            temporaryPath = nil
            throw Failure(.cannotCreate, "\(path): cannot be created: \(error.reason)")
        }
    }

    deinit {
        if let descriptor { try? OperatingSystem.closeFile(descriptor) }
        guard let temporaryPath else { return }
        OperatingSystem.removeFile(temporaryPath)
        UnfinishedFiles.forget(file: temporaryPath)
    }

    /// Writes the next bytes.
    ///
    /// - Throws: ``Failure`` when the file takes no more, on a full disk for example.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard let descriptor else { return }
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.writeAll(bytes, to: descriptor)
        } catch {
            // Nobody reads the pipe any more: that is its reader's right, as on standard output.
            if error.isBrokenPipe { return }
            throw Failure(.inputOutput, "\(path): \(error.reason)")
        }
    }

    /// Ends the writing.
    ///
    /// - Throws: ``Failure`` when the system tells only now that the bytes have no room.
    func finish() throws(Failure) {
        guard let descriptor else { return }
        self.descriptor = nil
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.closeFile(descriptor)
        } catch {
            throw Failure(.inputOutput, "\(path): \(error.reason)")
        }
    }

    /// Puts the file in its place, after ``finish()``.
    ///
    /// - Throws: ``Failure`` when that cannot be done.
    func publish() throws(Failure) {
        guard let temporaryPath else { return }
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.rename(temporaryPath, to: target)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be created: \(error.reason)")
        }
        self.temporaryPath = nil
        UnfinishedFiles.forget(file: temporaryPath)
    }

    private static func isWrittenDirectly(_ path: String) -> Bool {
        path.hasPrefix("/dev/") || path.hasPrefix("/proc/") || !OperatingSystem.isOrdinaryFile(path)
    }

    /// The number of the open file that a path names; nil for other paths.
    static func openDescriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return OperatingSystem.standardOutput
        case "/dev/stderr": return OperatingSystem.standardError
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// A link is kept, and what it points at is written. Names of open files are links, too: to what they are, which
    /// may be no place at all.
    static func followingLinks(_ path: String) -> String {
        var path = path
        // No system follows more.
        for _ in 0..<40 {
            guard openDescriptor(path) == nil, let target = OperatingSystem.linkTarget(path) else { break }
            if target.hasPrefix("/") {
                path = target
            } else {
                let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
                path = folder + target
            }
        }
        return path
    }
}
