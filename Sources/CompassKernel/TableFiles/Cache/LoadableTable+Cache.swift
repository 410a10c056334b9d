extension LoadableTable {
    /// Returns the table of a file from the cache of `options`, or reads it, after which it is stored.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - encoding: the format in which it is read, and how it is compressed.
    ///   - options: the options with which it is read.
    ///   - read: reads it.
    /// - Throws: what `read` throws.
    package static func loadCached<Failure>(
        contentsOf path: String, encoding: String, options: LoadOptions,
        _ read: () throws(Failure) -> LoadedDocument<Self>
    ) throws(Failure) -> LoadedDocument<Self> {
        // Parts of files, and which rows other shards replace, belong to one computation alone.
        guard let cache = options.cache, options.replacedElsewhere.isEmpty, options.byteRange == nil else {
            return try read()
        }
        return try cache.load(
            path, encoding, options, atNanos: DocumentState.currentNanos, read)
    }
}

extension TableCache {
    /// Returns the table of a file, which is read if it is not stored.
    ///
    /// - Parameter nanos: the present time, in nanoseconds since 1970.
    func load<Table: LoadableTable, Failure>(
        _ path: String, _ encoding: String, _ options: LoadOptions, atNanos nanos: Int64,
        _ read: () throws(Failure) -> LoadedDocument<Table>
    ) throws(Failure) -> LoadedDocument<Table> {
        guard let type = Table.self as? any CacheableTable.Type,
            let state = DocumentState(ofFile: path), state.byteCount >= Int64(minimumDocumentByteCount)
        else { return try read() }
        let key = TableCacheKey(state, table: type.storedName, format: encoding, options)
        if let found = opened(key, type, options, as: Table.self) { return found }
        let loaded = try read()
        // What was read belongs to the state only if that has not changed meanwhile.
        if state.isSettled(atNanos: nanos), DocumentState(ofFile: path) == state,
            let table = loaded.table as? any CacheableTable
        {
            keep(table, loaded, key, options)
        }
        return loaded
    }

    private func opened<Stored: CacheableTable, Table>(
        _ key: TableCacheKey, _ type: Stored.Type, _ options: LoadOptions, as: Table.Type
    ) -> LoadedDocument<Table>? {
        guard let found = open(key, type, options), let table = found.table as? Table else { return nil }
        touch(key)
        if let posts = table as? PostTable { storeIndex(of: posts, key, options) }
        return (table, found.report, found.byteCount)
    }

    private func keep(
        _ table: some CacheableTable, _ loaded: LoadedDocument<some Any>, _ key: TableCacheKey,
        _ options: LoadOptions
    ) {
        store((table, loaded.report, loaded.byteCount), key, searchIndex: false)
        if let posts = table as? PostTable { storeIndex(of: posts, key, options) }
    }
}
