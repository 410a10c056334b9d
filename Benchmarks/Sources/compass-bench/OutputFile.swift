import ArgumentParser
import Foundation

/// Files that a command writes at the end.
enum OutputFile {
    /// Throws unless the files can be created or replaced, so that measured figures are not lost.
    static func requireWritable(_ paths: [String?]) throws {
        for path in paths.compactMap(\.self) where !canWrite(path) {
            throw ValidationError("'\(path)' cannot be written")
        }
    }

    /// Writes a value as JSON; does nothing without a path.
    static func write(_ value: some Encodable, to path: String?) throws {
        guard let path else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(value) + [0x0A]).write(to: URL(fileURLWithPath: path))
    }

    /// Writes a text; does nothing without a path.
    static func write(_ text: String, to path: String?) throws {
        if let path { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    }

    private static func canWrite(_ path: String) -> Bool {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            return !isFolder.boolValue && files.isWritableFile(atPath: path)
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return !path.isEmpty && files.fileExists(atPath: folder, isDirectory: &isFolder)
            && isFolder.boolValue && files.isWritableFile(atPath: folder)
    }
}
