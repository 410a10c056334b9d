import BenchmarkHarness

/// A table of posts that grows, with an index on time for the newest ones, one on ids for rows that come
/// again, and a full-text index of trigrams (FTS5), which finds any text of three characters or more.
final class SQLiteLivePosts {
    let rowCount: Int
    private let begin: SQLiteStatement
    private let insertPost: SQLiteStatement
    private let insertTexts: SQLiteStatement
    private let commit: SQLiteStatement
    private let newest: SQLiteStatement
    private let count: SQLiteStatement
    private let matching: SQLiteStatement

    /// - Parameter limit: the number of posts of a page.
    init(_ files: PeerFiles, limit: Int) throws {
        let database = try SQLitePeer.load(files)
        try database.execute(
            """
            CREATE UNIQUE INDEX post_id ON post (id);
            CREATE INDEX post_time ON post (micros DESC, id);
            CREATE VIRTUAL TABLE post_text USING
                fts5 (post_content, author_name, author_handle, content = '', tokenize = 'trigram');
            BEGIN;
            INSERT INTO post_text (rowid, post_content, author_name, author_handle)
                SELECT rowid, post_content, author_name, author_handle FROM post;
            COMMIT; ANALYZE;
            """)
        let columns = SQLitePeer.columns(of: "?1", path: "$.record")
        begin = try database.statement("BEGIN")
        insertPost = try database.statement(
            "INSERT OR REPLACE INTO post SELECT " + columns.joined(separator: ", "))
        insertTexts = try database.statement(
            "INSERT INTO post_text (rowid, post_content, author_name, author_handle) SELECT last_insert_rowid(), "
                + ["post_content", "author_name", "author_handle"].map {
                    "json_extract(?1, '$.record.\($0)')"
                }
                .joined(separator: ", "))
        commit = try database.statement("COMMIT")
        newest = try database.statement("SELECT id FROM post ORDER BY micros DESC, id LIMIT \(limit)")
        count = try database.statement("SELECT count(*) FROM post_text WHERE post_text MATCH ?1")
        matching = try database.statement(
            "SELECT id FROM post WHERE rowid IN (SELECT rowid FROM post_text WHERE post_text MATCH ?1) "
                + "ORDER BY micros DESC, id LIMIT \(limit)")
        var rowCount = 0
        try database.statement("SELECT count(*) FROM post").run { rowCount = $0.number(0) }
        self.rowCount = rowCount
    }

    /// Inserts the row of a payload in a transaction.
    func insert(_ document: [UInt8]) throws {
        try begin.run()
        try document.withUnsafeBytes { bytes in
            try insertPost.run(text: bytes)
            try insertTexts.run(text: bytes)
        }
        try commit.run()
    }

    /// Returns the newest posts, of all or of those that contain a text.
    func page(_ text: String?) throws -> LivePageAnswer {
        var page = LivePageAnswer(count: nil, ids: [])
        guard let text else {
            try newest.run { page.ids.append($0.text(0)) }
            return page
        }
        // A phrase of trigrams, in which a quotation mark is doubled.
        let phrase = Array("\"\(text.replacing("\"", with: "\"\""))\"".utf8)
        try phrase.withUnsafeBytes { bytes in
            try count.run(text: bytes) { page.count = $0.number(0) }
            try matching.run(text: bytes) { page.ids.append($0.text(0)) }
        }
        return page
    }
}

extension SQLitePeer: LivePeer {
    func prepareLive(_ files: PeerFiles) throws -> Int {
        forgetTables()
        let posts = try SQLiteLivePosts(files, limit: LiveQuestion.pageSize)
        live = posts
        return posts.rowCount
    }

    private func loadedLive() throws -> SQLiteLivePosts {
        guard let live else { throw PeerFailure(description: "an insert before its table") }
        return live
    }

    func insert(_ documents: [[UInt8]]) throws -> [Double] {
        let live = try loadedLive()
        return try documents.map { document in
            let start = ContinuousClock.now
            try live.insert(document)
            return Sampler.seconds(since: start) * 1e9
        }
    }

    func livePage(_ text: String?, limit: Int) throws -> LivePageAnswer {
        let page = try loadedLive().page(text)
        return LivePageAnswer(count: page.count, ids: Array(page.ids.prefix(limit)))
    }

    func sampleLive(_ text: String?, limit: Int, calls: Int) throws -> [Double] {
        let live = try loadedLive()
        return try (0..<calls).map { _ in
            let start = ContinuousClock.now
            blackHole(try live.page(text))
            return Sampler.seconds(since: start) * 1e9
        }
    }
}
