import CompassKernel
import CompassProgram
import CompassSynthesis

/// A folder with at most one file per table.
package struct DataDirectory {
    package let path: String

    /// Opens a data directory.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - command: the command that would read a single table from standard input; nil when there is none.
    /// - Throws: ``Failure`` when there is no such folder.
    package init(_ path: String, orInputOf command: String? = nil) throws(Failure) {
        switch try Self.fileKind(path) {
        case .directory: self.path = path
        case .file:
            let advice = command.map { ", or posts on standard input: compass \($0) - < \(path)" }
            throw Failure(
                .usage,
                "\(path) is neither a directory nor a table file; a data directory or a table file is expected"
                    + (advice ?? ""))
        case .nothing: throw Failure(.noInput, "\(path): no such directory or table file")
        }
    }

    /// Returns the file of a table; nil when it is missing.
    ///
    /// - Throws: ``Failure`` when the table exists in several formats.
    package func file(of table: SynthesisTable) throws(Failure) -> DocumentFile? {
        var existing: [(file: DocumentFile, ending: Substring)] = []
        for (name, format, isPacked) in DocumentFile.names(of: table) {
            let file = DocumentFile(table: table, path: join(name), format: format, isPacked: isPacked)
            guard try Self.fileKind(file.path) != .nothing else { continue }
            existing.append((file, name.dropFirst(table.rawValue.count)))
        }
        if existing.count > 1 {
            let count = existing.count == 2 ? "twice" : "\(existing.count) times"
            let forms = existing.map { "as \($0.ending)" }
            throw Failure(
                .usage,
                "\(path) has \(table.rawValue) \(count), \(forms.dropLast().joined(separator: ", ")) and "
                    + "\(forms[forms.count - 1]); exactly one is accepted")
        }
        return existing.first?.file
    }

    /// Returns the file of a required table.
    ///
    /// - Throws: ``Failure`` that names the table when it is missing.
    package func requiredFile(of table: SynthesisTable) throws(Failure) -> DocumentFile {
        if let file = try file(of: table) { return file }
        throw Failure(missing: [table], in: .directory(self))
    }

    /// Returns the files of all tables that exist.
    package func files() throws(Failure) -> [DocumentFile] {
        var files: [DocumentFile] = []
        for table in SynthesisTable.allCases {
            if let file = try file(of: table) { files.append(file) }
        }
        return files
    }

    package func join(_ name: String) -> String { Self.join(path, name) }

    package static func join(_ path: String, _ name: String) -> String {
        path.hasSuffix("/") ? path + name : path + "/" + name
    }

    /// Returns the kind of file at a path that is to be read or, with `isOutput`, created.
    ///
    /// - Throws: ``Failure`` with the system's reason when it cannot be determined.
    package static func fileKind(_ path: String, isOutput: Bool = false) throws(Failure)
        -> OperatingSystem.FileKind
    {
        do throws(OperatingSystem.CallFailure) {
            return try OperatingSystem.fileKind(path)
        } catch {
            throw isOutput
                ? Failure(.cannotCreate, "\(path): cannot be created: \(error.reason)")
                : Failure(.noInput, "\(path): cannot be read: \(error.reason)")
        }
    }
}

extension Failure {
    /// Creates the failure to load the table of `source`, a file's path or "standard input".
    package init(_ error: LoadError, source: String) {
        switch error {
        case .malformedDocument(let document): self.init(.malformedData, "\(source): \(document)")
        case .missingFile: self.init(.noInput, "\(source): no such file")
        case .unreadableFile(_, let reason): self.init(.noInput, "\(source): cannot be read: \(reason)")
        case .columnTooLarge, .tooManyRows: self.init(.malformedData, "\(source): \(error)")
        }
    }
}
