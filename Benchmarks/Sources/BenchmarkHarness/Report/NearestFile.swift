import Foundation

/// Finds files from any folder of a project.
public enum NearestFile {
    /// Returns the first file with a name in the current folder and its parent folders.
    ///
    /// - Parameter name: a path relative to the folder that is searched for, such as
    ///   `Datasets/manifest.json`.
    /// - Returns: the file's path; nil if there is none.
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
