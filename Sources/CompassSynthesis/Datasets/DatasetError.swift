/// Why a dataset could not be written, read or trusted.
public enum DatasetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file or folder could not be created; the reason is the system's.
    case file(path: String, reason: String)
    /// A file was created and could not be written; the reason is the system's.
    case unwritable(path: String, reason: String)
    /// A file is there and could not be read; the reason is the system's.
    case unreadable(path: String, reason: String)
    /// The file is no manifest.
    case invalidManifest(path: String, reason: String)
    /// The options of a dataset are out of their limits.
    case options(SynthesisError)
    /// A file of the dataset is not there.
    case missing(path: String)
    /// A file differs from what the manifest says.
    case mismatch(path: String, expected: DatasetManifest.Table, bytes: Int, sha256: String)

    /// What is wrong, for people.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): cannot be created: \(reason)"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .invalidManifest(let path, let reason): "\(path) is no manifest of datasets: \(reason)"
        case .options(let error): error.description
        case .missing(let path): "\(path) is missing"
        case .mismatch(let path, let expected, let bytes, let sha256):
            "\(path) has \(bytes) bytes with the SHA-256 \(sha256); "
                + "the manifest says \(expected.bytes) bytes with \(expected.sha256)"
        }
    }
}
