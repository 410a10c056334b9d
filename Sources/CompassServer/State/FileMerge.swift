import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The posts of a table after the rows of a document were merged into them, or after a table file took their
/// place.
struct FileMerge: Sendable {
    /// The size of the parts in which a file is merged: the rows of a part are in memory twice.
    private static let partByteCount = 8 << 20
    /// The number of touched posts above which they are not compared one by one.
    private static let comparisonCount = 10_000

    private(set) var posts: PostTable
    /// The posts that were changed, removed or added by a part, also if a later one changed them back; nil if
    /// it may be any.
    private var touched: Set<String>? = []
    private var added: Set<String> = []
    private var newCount = 0

    /// Takes the posts of a table file in place of others.
    ///
    /// - Throws: ``Failure`` if it has none, or they cannot be read.
    init(_ shown: PostTable, file: StoredTables, _ searchIndexing: SearchIndexing) throws(Failure) {
        (posts, _) = try DataSource.file(file).loadRequired(
            PostTable.self, .socialMediaPosts, LoadOptions(maxProblems: 0, searchIndexing: searchIndexing))
        touched = nil
        var shown = shown
        shown.prepareForChanges()
        for post in posts where shown.post(id: post.id) == nil { added.insert(post.id) }
        newCount = added.count
    }

    /// Merges the posts' file of a directory.
    ///
    /// - Throws: ``Failure`` if it cannot be read.
    init(_ posts: PostTable, directory: DataDirectory) throws(Failure) {
        self.posts = posts
        let file = try directory.requiredFile(of: .socialMediaPosts)
        do {
            if file.isPacked {
                let document = try file.unpacked()
                try document.withBytes { bytes in try merge(bytes, file.format) }
            } else {
                try RowCursor.withBytes(ofFile: file.path) { bytes in try merge(bytes, file.format) }
            }
        } catch let error as ReadError {
            throw Failure(error, source: file.name)
        } catch let error as LoadError {
            throw Failure(error, source: file.name)
        } catch let error as PostChangeError {
            throw Failure(.malformedData, error.description)
        } catch {
            throw Failure(.software, "\(error)")
        }
    }

    private mutating func merge(_ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat) throws {
        switch format {
        case .json:
            var part: [UInt8] = []
            var rows = try RowCursor(bytes)
            while let row = try rows.next() {
                part.append(UInt8(ascii: part.isEmpty ? "[" : ","))
                part.append(contentsOf: row.bytes)
                if part.count >= Self.partByteCount { try mergeArray(&part) }
            }
            try mergeArray(&part)
        case .ndjson:
            var rest = bytes[...]
            while !rest.isEmpty {
                let reach = min(rest.startIndex + Self.partByteCount, rest.endIndex)
                let lineBreak = rest[reach...].firstIndex(of: UInt8(ascii: "\n"))
                let end = lineBreak.map { $0 + 1 } ?? rest.endIndex
                note(try posts.merge(ndjson: rest[..<end], options: LoadOptions(maxProblems: 0, threads: 1)))
                rest = rest[end...]
            }
        }
    }

    private mutating func mergeArray(_ part: inout [UInt8]) throws {
        if part.isEmpty { return }
        part.append(UInt8(ascii: "]"))
        note(try posts.merge(json: part, options: LoadOptions(maxProblems: 0, threads: 1)))
        part.removeAll(keepingCapacity: true)
    }

    private mutating func note(_ result: MergeResult) {
        newCount += result.newCount
        touched?.formUnion(result.inverse.postIDs)
        added.formUnion(result.inverse.withdrawnIDs)
    }

    /// The number of new posts, without those that the log has deleted.
    func newCount(in posts: PostTable) -> Int {
        max(0, newCount - added.count { posts.post(id: $0) == nil })
    }

    /// Returns the event for the difference between two tables; nil if there is none.
    func event(from before: PostTable, to after: PostTable) -> ServerEvent? {
        guard let touched, touched.count <= Self.comparisonCount else { return .reset }
        return .comparing(before, with: after, ids: touched)
    }
}
