#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The table of a document, its report, and the size of the document after decompression, in bytes.
package typealias LoadedDocument<Table> = (table: Table, report: IngestReport, byteCount: Int)

/// Files of the cache: table files with one table, its report, and two sections more, which name what they
/// belong to (`cache/key.bytes`) and the size of the document after decompression (`cache/document.size`).
extension TableCache {
    private static let keyName = "cache/key.bytes"
    private static let sizeName = "cache/document.size"

    private func path(_ key: TableCacheKey) -> String { folder + "/" + key.fileName }

    /// Returns what is stored under a key; nil if that is nothing, or damaged.
    ///
    /// - Complexity: O(n) for n rows, independent of the size of their texts.
    func open<Table: CacheableTable>(
        _ key: TableCacheKey, _ type: Table.Type, _ options: LoadOptions
    ) -> LoadedDocument<Table>? {
        guard isFolderUsable(creating: false) else { return nil }
        let path = path(key)
        do throws(TableFileError) {
            let reader = try TableFileReader(
                try MappedRegion.opening(path, copying: false), path: path,
                schemaHash: TableFile.schemaHash, verify: .read)
            guard reader.contains(Self.keyName) else { return nil }
            let stored: ColumnBuffer<UInt8> = try reader.column(Self.keyName, isRead: true)
            guard stored.withBuffer({ $0.elementsEqual(key.bytes) }) else { return nil }
            let size: ColumnBuffer<UInt64> = try reader.column(Self.sizeName, count: 1, isRead: true)
            guard let table = try Table.readSections(from: reader, options),
                let report = try StoredReports.read(from: reader).first(where: {
                    $0.table == Table.storedName
                })
            else { return nil }
            return (table, report, Int(clamping: size[0]))
        } catch {
            return nil
        }
    }

    /// Notes that the file of a key was used.
    func touch(_ key: TableCacheKey) {
        // Not the access time, which many systems do not keep.
        _ = path(key).withCString { utimensat(AT_FDCWD, $0, nil, 0) }
    }

    /// Stores a table, unless that fails.
    ///
    /// - Complexity: O(b) for b bytes.
    func store(
        _ loaded: LoadedDocument<some CacheableTable>, _ key: TableCacheKey, searchIndex: Bool
    ) {
        guard Int64(loaded.table.byteCount) <= maximumByteCount, isFolderUsable(creating: true) else {
            return
        }
        do throws(TableFileError) {
            var writer = try TableFileWriter(path: path(key), isPrivate: true)
            try writer.append(Self.keyName, bytes: key.bytes)
            try writer.append(Self.sizeName, ColumnBuffer([UInt64(loaded.byteCount)]))
            try loaded.table.writeSections(searchIndex: searchIndex, to: &writer)
            try StoredReports.write([loaded.report], to: &writer)
            try writer.finish(schemaHash: TableFile.schemaHash)
        } catch {
            // The table is loaded; that it cannot be stored only makes the next load slower.
        }
        removeLeastRecentlyUsed()
    }

    /// Sees to it that the search index of posts is stored as well, once it is built: by a thread of its own,
    /// which keeps no posts but the index alive.
    func storeIndex(of posts: PostTable, _ key: TableCacheKey, _ options: LoadOptions) {
        let segments = posts.records.segments
        guard options.searchIndexing != .never, segments.count == 1 else { return }
        segments[0].search.whenBuilt { index in
            // Small texts have no index that is worth it.
            guard index.tokens != nil else { return }
            _ = WorkerThreads.detach { addIndex(index, key) }
        }
    }

    /// Adds the search index to the stored posts of a key.
    private func addIndex(_ index: SearchIndex, _ key: TableCacheKey) {
        guard let stored = open(key, PostTable.self, LoadOptions(searchIndexing: .never)) else { return }
        let segments = stored.table.records.segments
        guard segments.count == 1, segments[0].count == index.folded.count,
            segments[0].availableSearch == nil
        else { return }
        segments[0].search.finish(index)
        store(stored, key, searchIndex: true)
    }

    // MARK: - The folder

    /// Returns whether the folder is one that only this user writes to.
    private func isFolderUsable(creating: Bool) -> Bool {
        // The system reads a path up to a NUL.
        guard !folder.isEmpty, !folder.utf8.contains(0) else { return false }
        var status = stat()
        if stat(folder, &status) != 0 {
            guard creating, errno == ENOENT else { return false }
            createFolder()
            guard stat(folder, &status) == 0 else { return false }
        }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    /// Creates the folder, and those that it is in, for this user alone.
    private func createFolder() {
        // Bytes, because a combining scalar makes another character of the slash before it.
        let path = folder.utf8
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            _ = String(path[..<end])?.withCString { mkdir($0, 0o700) }
        }
    }

    /// A file of the folder.
    private struct StoredFile {
        let path: String
        let byteCount: Int64
        let lastUse: timespec
    }

    /// Removes files while they are together larger than the limit, and what ended processes have left.
    private func removeLeastRecentlyUsed() {
        var files = storedFiles()
        var byteCount = files.reduce(0) { $0 + $1.byteCount }
        if byteCount <= maximumByteCount { return }
        files.sort {
            ($0.lastUse.tv_sec, $0.lastUse.tv_nsec, $0.path) < (
                $1.lastUse.tv_sec, $1.lastUse.tv_nsec, $1.path
            )
        }
        for file in files where byteCount > maximumByteCount {
            // Another process may have removed it. One that has mapped it keeps its bytes.
            _ = file.path.withCString { unlink($0) }
            byteCount -= file.byteCount
        }
    }

    private func storedFiles() -> [StoredFile] {
        var files: [StoredFile] = []
        for name in FileReplacement.names(in: folder) {
            let path = folder + "/" + name
            if TableCacheKey.isTemporaryName(name) { FileReplacement.removeIfAbandoned(path) }
            var status = stat()
            guard TableCacheKey.isFileName(name), lstat(path, &status) == 0 else { continue }
            #if canImport(Darwin)
                let lastUse = status.st_mtimespec
            #else
                let lastUse = status.st_mtim
            #endif
            files.append(StoredFile(path: path, byteCount: Int64(status.st_size), lastUse: lastUse))
        }
        return files
    }
}
