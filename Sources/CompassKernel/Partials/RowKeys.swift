/// The key of the hashes by which ``RowKeys`` compares rows.
public struct RowHashKey: Hashable, Sendable {
    /// The first half.
    public let first: UInt64
    /// The second half.
    public let second: UInt64

    /// Creates a key of its halves.
    public init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// A key that everyone knows, for rows that nobody would choose to have equal hashes.
    public static let fixed = RowHashKey(first: 0, second: 0)

    /// Returns a new random key; all shards must use the same one.
    public static func random() -> RowHashKey {
        RowHashKey(first: .random(in: 0...(.max)), second: .random(in: 0...(.max)))
    }

    /// The key for the URLs of posts, which are not compared with ids.
    var ofURLs: RowHashKey { RowHashKey(first: first, second: ~second) }
}

/// The ids and URLs of the rows of a shard as hashes, from which the rows that other shards' rows replace are
/// found.
///
/// In a table, a row is left out if a later readable row has its id or, among posts, its URL, even if that is
/// left out itself. Shards do not know each other's rows, so that it takes two passes to leave out the same
/// rows:
///
/// ```swift
/// // Pass 1, for each shard.
/// let keys = try PostTable.readKeys(ndjson: bytes, shard: 3, key: key)
/// // On one machine, or by the engine, which groups equal hashes.
/// let replaced = try RowKeys.replacedRows(of: keysOfAllShards)
/// // Pass 2, for each shard.
/// var options = LoadOptions()
/// options.replacedElsewhere = replaced[3] ?? []
/// let (posts, report) = try PostTable.load(ndjson: bytes, options: options)
/// ```
///
/// Later means a larger number of the shard, then of the row. Shards are therefore numbered in the order in
/// which one table would read them.
///
/// Hashes have 128 bits: that two of 10⁹ different ids have the same is as likely as 1 in 10²⁰.
public struct RowKeys: Hashable, Sendable {
    /// A hash of 128 bits.
    public struct Hash: Hashable, Comparable, Sendable {
        /// The first eight bytes, little-endian.
        public let first: UInt64
        /// The last eight bytes, little-endian.
        public let second: UInt64

        /// Compares by the first half, then by the second.
        public static func < (left: Hash, right: Hash) -> Bool {
            left.first == right.first ? left.second < right.second : left.first < right.first
        }
    }

    /// The keys of a row.
    public struct Row: Hashable, Sendable {
        /// The row's number in its document, from 1.
        public let row: UInt32
        /// The hash of the id.
        public let id: Hash
        /// The hash of a post's URL; nil without one.
        public let url: Hash?
    }

    /// The number of the shard.
    public let shard: UInt32
    /// The readable rows, in the order of the document.
    public let rows: [Row]

    /// The number of bytes of a row in ``bytes``.
    public static let byteCountPerRow = 40

    init(shard: UInt32, rows: [Row]) {
        self.shard = shard
        self.rows = rows
    }

    /// 40 bytes for each row: the hashes of id and URL, 16 bytes each, the number of the shard and of the
    /// row, 4 bytes each; numbers are little-endian. The hash of a URL that does not exist is zero.
    ///
    /// Engines need no more: a row is left out if another one with the same first or second hash, other than
    /// zero, has a larger number of the shard or, in the same shard, of the row.
    public var bytes: [UInt8] {
        var writer = PartialWriter()
        for row in rows {
            for hash in [row.id, row.url ?? Hash(first: 0, second: 0)] {
                writer.word(hash.first)
                writer.word(hash.second)
            }
            writer.halfWord(shard)
            writer.halfWord(row.row)
        }
        return writer.bytes
    }

    /// Returns the rows of each shard that a later row replaces, ascending; shards without such rows are left
    /// out.
    ///
    /// - Throws: ``PartialAnswerError/repeatedShard(_:)`` if two shards have the same number.
    /// - Complexity: O(n log n) for n rows of all shards, and 48 bytes of memory for each.
    public static func replacedRows(
        of shards: some Collection<RowKeys>
    ) throws(PartialAnswerError) -> [UInt32: [UInt32]] {
        var known: Set<UInt32> = []
        for keys in shards where !known.insert(keys.shard).inserted { throw .repeatedShard(keys.shard) }
        var replaced: [UInt32: Set<UInt32>] = [:]
        let hashes: [(Row) -> Hash?] = [{ $0.id }, { $0.url }]
        for hash in hashes {
            var places: [Place] = []
            for keys in shards {
                for row in keys.rows {
                    if let hash = hash(row) {
                        places.append(Place(hash: hash, shard: keys.shard, row: row.row))
                    }
                }
            }
            places.sort()
            for (place, next) in zip(places, places.dropFirst()) where place.hash == next.hash {
                replaced[place.shard, default: []].insert(place.row)
            }
        }
        return replaced.mapValues { $0.sorted() }
    }

    /// A row with a hash.
    private struct Place: Comparable {
        let hash: Hash
        let shard: UInt32
        let row: UInt32

        static func < (left: Place, right: Place) -> Bool {
            if left.hash != right.hash { return left.hash < right.hash }
            return left.shard == right.shard ? left.row < right.row : left.shard < right.shard
        }
    }
}

extension RowKeys.Hash {
    /// Hashes a text. It is never zero, which stands for a URL that does not exist.
    init(_ text: UnsafeBufferPointer<UInt8>, key: RowHashKey) {
        let hash = SipHash128.hash(text, key: key)
        self.init(first: hash.first, second: hash.first == 0 && hash.second == 0 ? 1 : hash.second)
    }
}

extension LoadableTable {
    /// Reads the keys of the rows of a JSON array, as ``load(json:options:)`` reads the rows.
    ///
    /// - Parameters:
    ///   - json: the document's bytes.
    ///   - shard: the number of the shard; rows of a shard with a larger number are later.
    ///   - key: the key of the hashes, the same for all shards.
    ///   - options: the number of threads and, for a file, the part that is read.
    /// - Throws: ``LoadError`` as for ``load(json:options:)``.
    /// - Complexity: O(b) for b bytes.
    public static func readKeys(
        json: some Collection<UInt8>, shard: UInt32, key: RowHashKey, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> RowKeys {
        let loader = makeLoader(options: options)
        let rows = try DocumentBytes.with(json) { bytes throws(LoadError) in
            try loader.readKeys(bytes, .json, key)
        }
        return RowKeys(shard: shard, rows: rows)
    }

    /// Reads the keys of the rows of NDJSON; otherwise the same as ``readKeys(json:shard:key:options:)``.
    public static func readKeys(
        ndjson: some Collection<UInt8>, shard: UInt32, key: RowHashKey, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> RowKeys {
        let loader = makeLoader(options: options)
        let rows = try DocumentBytes.with(ndjson) { bytes throws(LoadError) in
            try loader.readKeys(bytes, .ndjson, key)
        }
        return RowKeys(shard: shard, rows: rows)
    }

    /// Reads the keys of the rows of a file, as ``load(contentsOf:format:options:)`` reads the rows;
    /// otherwise the same as ``readKeys(json:shard:key:options:)``.
    public static func readKeys(
        contentsOf path: String, format: DocumentFormat? = nil, shard: UInt32, key: RowHashKey,
        options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> RowKeys {
        let loader = makeLoader(options: options)
        let format = format ?? DocumentFormat(ofPath: path)
        let rows = try options.withBytes(ofFile: path, format) { bytes, _ throws(LoadError) in
            try loader.readKeys(bytes, format, key)
        }
        return RowKeys(shard: shard, rows: rows)
    }
}
