/// The folders that were missing above an output; they are removed again unless something was written into them.
package final class CreatedFolders {
    private var paths: [String] = []

    /// Creates a folder and its missing parents, if it is not there yet.
    package func create(_ path: String) throws(Failure) {
        do throws(OperatingSystem.CallFailure) {
            try OperatingSystem.createFolders(path) {
                paths.append($0)
                UnfinishedFiles.add(folder: $0)
            }
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be created: \(error.reason)")
        }
    }

    /// Leaves the folders, even empty ones.
    package func keep() {
        for path in paths { UnfinishedFiles.forget(folder: path) }
        paths = []
    }

    package init() {}

    deinit {
        // Only empty folders can be removed.
        for path in paths.reversed() {
            OperatingSystem.removeFolder(path)
            UnfinishedFiles.forget(folder: path)
        }
    }
}
