/// A file that appears complete or not at all: it is written under another name in the same folder, then
/// renamed.
///
/// Until it is published, the existing file is unchanged; when writing fails or the process is interrupted,
/// no temporary file remains. Devices and pipes are written to directly, and names of open files, such as
/// `/dev/stdout`, continue at their positions. A new file takes over the permissions of the one it replaces.
package final class OutputFile {
    /// The path given by the caller.
    private let path: String
    /// The final location: `path`, or the target of a symbolic link there.
    private let target: String
    /// The temporary location; nil for anything but a regular file.
    private var temporaryPath: String?
    private var descriptor: Int32?

    /// Where the bytes are that have been written so far.
    package var writtenPath: String { temporaryPath ?? target }

    /// Opens a file for writing.
    ///
    /// - Throws: ``Failure`` when it cannot be created.
    package init(_ path: String) throws(Failure) {
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
                // The same folder, so that renaming moves no bytes; a short name, since a longer one may
                // exceed the limit.
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
    /// - Throws: ``Failure`` when the file accepts no more, for example on a full disk.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard let descriptor else { return }
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.writeAll(bytes, to: descriptor)
        } catch {
            // The pipe has no reader any more, which is not an error, as on standard output.
            if error.isBrokenPipe { return }
            throw Failure(.inputOutput, "\(path): \(error.reason)")
        }
    }

    /// Finishes the file.
    ///
    /// - Throws: ``Failure`` when the system reports only now that the bytes do not fit.
    package func finish() throws(Failure) {
        guard let descriptor else { return }
        self.descriptor = nil
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.closeFile(descriptor)
        } catch {
            throw Failure(.inputOutput, "\(path): \(error.reason)")
        }
    }

    /// Moves the file to its place, after ``finish()``.
    ///
    /// - Throws: ``Failure`` when that fails.
    package func publish() throws(Failure) {
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

    /// Returns the descriptor of the open file that a path names; nil for other paths.
    package static func openDescriptor(_ path: String) -> Int32? {
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

    /// A link is kept, and its target is written. Names of open files are also links: to the open file, which
    /// may have no path at all.
    package static func followingLinks(_ path: String) -> String {
        var path = path
        // No system follows more links.
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
