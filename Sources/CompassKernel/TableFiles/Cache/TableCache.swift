#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A folder of table files that are used in place of documents that have not changed.
///
/// ```swift
/// let options = LoadOptions(cache: .user)
/// let (posts, report) = try PostTable.load(contentsOf: "social_media_posts.json", options: options)
/// ```
/// The first load of a file reads it as always and stores its table and report; later ones map the stored
/// table, which is ready in milliseconds and equal to the one that would be read. The search index is added
/// once it has been built, unless it never is (``SearchIndexing/never``).
///
/// A stored table belongs to one file with its path, device, inode, size, and modification and change time in
/// nanoseconds, to the format in which it is read, and to the options that affect the result. It is ignored
/// if any of these differs. A file that has changed within the last two seconds is not stored, because it may
/// change again at a time that the file system does not distinguish.
///
/// The cache is never a reason for a failure: where it cannot be read or written, on a full disk or in a
/// read-only folder, files are loaded as without it. Several processes may use a folder at once.
/// The folder is created if necessary and, like its files, only for this user. One that belongs to another
/// user, or that others may write to, is not used.
public struct TableCache: Hashable, Sendable {
    /// The path of the folder.
    public var folder: String
    /// The size of all its files together, in bytes, above which those are removed that have not been used
    /// for longest; 4 GiB by default.
    public var maximumByteCount: Int64
    /// The size of the smallest document that is stored, in bytes; 1 MiB by default. Smaller ones are read as
    /// quickly as a table file is opened.
    public var minimumDocumentByteCount: Int

    /// Creates a cache in a folder, which need not exist.
    public init(
        folder: String, maximumByteCount: Int64 = 4 << 30, minimumDocumentByteCount: Int = 1 << 20
    ) {
        self.folder = folder
        self.maximumByteCount = maximumByteCount
        self.minimumDocumentByteCount = minimumDocumentByteCount
    }

    /// The cache in the folder of this user, see ``userFolder()``; nil if the environment does not tell where
    /// that is.
    public static var user: TableCache? { userFolder().map { TableCache(folder: $0) } }

    /// Returns the folder for this user's cached tables: `compass` in the folder that the environment's
    /// `XDG_CACHE_HOME` names, otherwise in `~/.cache`, on Apple's systems in `~/Library/Caches`; nil if the
    /// environment has no home folder.
    public static func userFolder() -> String? {
        // As the specification of XDG folders requires, a relative path is ignored.
        func absolute(_ name: String) -> String? {
            guard let value = getenv(name), value.pointee == UInt8(ascii: "/") else { return nil }
            return String(cString: value)
        }
        if let caches = absolute("XDG_CACHE_HOME") { return caches + "/compass" }
        #if canImport(Darwin)
            return absolute("HOME").map { $0 + "/Library/Caches/compass" }
        #else
            return absolute("HOME").map { $0 + "/.cache/compass" }
        #endif
    }
}
