/// An operation that changes files. The order of such operations decides what a loss of power leaves; tests
/// record them, and check what each part of them would leave.
package enum FileOperation: Hashable, Sendable {
    case create(path: String)
    case append([UInt8], path: String)
    case truncate(byteCount: Int, path: String)
    /// The file's bytes are on the disk.
    case synchronize(path: String)
    case rename(path: String, newPath: String)
    case remove(path: String)
    /// The names of a folder are on the disk.
    case synchronizeFolder(path: String)

    /// Called with each operation of the current task, after it has succeeded.
    @TaskLocal package static var recorder: (@Sendable (FileOperation) -> Void)?

    package static func note(_ operation: @autoclosure () -> FileOperation) {
        if let recorder { recorder(operation()) }
    }
}
