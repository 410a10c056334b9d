import Foundation

/// Files that a program finds from whichever folder of a project it is called in.
public enum NearestFile {
    /// The first file of a name in the current folder and those above it.
    ///
    /// - Parameter name: a path from the folder that is sought, such as `Datasets/manifest.json`.
    /// - Returns: the file's path; nil when there is none.
    public static func path(_ name: String) -> String? {
        var directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        while true {
            let candidate = directory.appendingPathComponent(name).path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            if directory.path == "/" { return nil }
            directory.deleteLastPathComponent()
        }
    }
}
