import CCompass
import CompassKernel

extension Arguments {
    /// Returns the options for reading rows; the defaults when none are given.
    ///
    /// - Parameter isOfFile: whether a file is read, of which a part may be requested.
    static func loading(
        _ options: UnsafePointer<compass_load_options>?, ofFile isOfFile: Bool = false
    ) throws(CallFailure) -> (format: DocumentFormat?, options: LoadOptions) {
        guard let options = try loadOptions(options) else { return (nil, LoadOptions()) }
        let format: DocumentFormat? = try choice(
            options.format,
            of: [
                (COMPASS_FORMAT_AUTOMATIC, "COMPASS_FORMAT_AUTOMATIC", nil),
                (COMPASS_FORMAT_JSON, "COMPASS_FORMAT_JSON", .json),
                (COMPASS_FORMAT_NDJSON, "COMPASS_FORMAT_NDJSON", .ndjson),
            ], "options.format")
        let maxProblems = try number(options.max_problems, in: 0...Int64.max, "options.max_problems")
        let threads = try number(options.threads, in: 1...Int32.max, "options.threads")
        let searchIndexing = try searchIndexing(options.search_index, "options.search_index")
        try reserved(Int64(options.reserved), "options")
        var result = LoadOptions(
            maxProblems: maxProblems, threads: threads, searchIndexing: searchIndexing,
            cache: try cache(options))
        result.replacedElsewhere = try replacedRows(options)
        result.byteRange = try byteRange(options)
        guard result.byteRange == nil || isOfFile else {
            throw CallFailure(
                COMPASS_INVALID_ARGUMENT,
                "options.from_byte or options.to_byte is given, but no file is read; pass only the bytes of the part"
            )
        }
        return (format, result)
    }

    private static func replacedRows(_ options: compass_load_options) throws(CallFailure) -> [UInt32] {
        if options.replaced_count == 0 { return [] }
        guard options.replaced_count > 0 else {
            throw .invalid(
                "options.replaced_count", UInt(bitPattern: options.replaced_count),
                accepted: "no list is that long")
        }
        guard let rows = options.replaced else { throw .nullPointer("options.replaced") }
        return Array(UnsafeBufferPointer(start: rows, count: options.replaced_count))
    }

    /// Returns the requested part of a file; nil for all of it.
    private static func byteRange(_ options: compass_load_options) throws(CallFailure) -> Range<Int>? {
        let from = try number(options.from_byte, in: 0...Int64.max, "options.from_byte")
        if options.to_byte == COMPASS_END_OF_FILE { return from == 0 ? nil : from..<Int.max }
        let to = try number(options.to_byte, in: 0...Int64.max, "options.to_byte")
        guard from <= to else {
            throw .invalid(
                "options.to_byte", options.to_byte,
                accepted: "it must not be before from_byte, which is \(from)")
        }
        return from..<to
    }

    /// Returns options of the present version, also those of an earlier one.
    private static func loadOptions(
        _ options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) -> compass_load_options? {
        guard let options else { return nil }
        let byteCount: Int?
        switch UnsafeRawPointer(options).loadUnaligned(as: UInt32.self) {
        case 1: byteCount = MemoryLayout<compass_load_options>.offset(of: \.cache)
        case 2: byteCount = MemoryLayout<compass_load_options>.offset(of: \.replaced)
        default: byteCount = nil
        }
        guard let byteCount else {
            return try self.options(options, version: COMPASS_LOAD_OPTIONS_VERSION, "options")
        }
        var first = compass_load_options()
        first.to_byte = Int64(COMPASS_END_OF_FILE)
        // SAFETY: earlier versions consist of the first members, in the same layout.
        withUnsafeMutableBytes(of: &first) { memory in
            memory.copyMemory(from: UnsafeRawBufferPointer(start: options, count: byteCount))
        }
        return first
    }

    private static func cache(_ options: compass_load_options) throws(CallFailure) -> TableCache? {
        let isNamed = options.cache_folder.data != nil || options.cache_folder.count != 0
        if isNamed, Int(options.cache) != COMPASS_CACHE_FOLDER {
            throw CallFailure(
                COMPASS_INVALID_ARGUMENT, "options.cache_folder is given, but options.cache is another")
        }
        let name = "options.cache"
        let folder: String? = isNamed ? try options.cache_folder.path("options.cache_folder") : nil
        let isUsers: Bool? = try choice(
            options.cache,
            of: [
                (COMPASS_CACHE_NONE, "COMPASS_CACHE_NONE", nil),
                (COMPASS_CACHE_USER, "COMPASS_CACHE_USER", true),
                (COMPASS_CACHE_FOLDER, "COMPASS_CACHE_FOLDER", false),
            ], name)
        guard let isUsers else { return nil }
        if isUsers { return .user }
        guard let folder else { throw .nullPointer("options.cache_folder.data") }
        return TableCache(folder: folder)
    }

    /// Returns when the search index of posts is built.
    static func searchIndexing(_ value: Int32, _ name: String) throws(CallFailure) -> SearchIndexing {
        try choice(
            value,
            of: [
                (COMPASS_SEARCH_INDEX_NOW, "COMPASS_SEARCH_INDEX_NOW", .now),
                (COMPASS_SEARCH_INDEX_BACKGROUND, "COMPASS_SEARCH_INDEX_BACKGROUND", .background),
                (COMPASS_SEARCH_INDEX_NEVER, "COMPASS_SEARCH_INDEX_NEVER", .never),
            ], name)
    }
}

extension LoadOptions {
    /// Checks that the file at `path` can be read in parts, if a part is requested.
    func checkRange(_ format: DocumentFormat?, _ path: String) throws(CallFailure) {
        guard byteRange != nil, (format ?? DocumentFormat(ofPath: path)) != .ndjson else { return }
        throw CallFailure(
            COMPASS_INVALID_ARGUMENT,
            "options.from_byte or options.to_byte is given, but \(path) is read as an array; only NDJSON can be "
                + "read in parts")
    }
}
