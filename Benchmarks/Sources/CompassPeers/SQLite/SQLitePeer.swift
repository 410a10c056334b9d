import BenchmarkHarness
import CSQLite
import CompassKernel
import Foundation

/// SQLite within this process, in memory.
///
/// Posts are numbered by `place`, the newest first, so that a page's range is a prefix of places. `hot` holds
/// the counted fields as small numbers: `code` packs platform, recruiting, flagged and sentiment, `school` is
/// the school's index in the order of names. Covering indexes that begin with the code, the school or the day
/// allow each group of a range to be counted along a range of an index, without sorting and without reading
/// rows.
final class SQLitePeer: Peer {
    let engine = "sqlite"
    let version = SQLiteDatabase.version
    let threads = 1
    private var database: SQLiteDatabase?
    private var pages: [[SQLitePage]] = []
    private var search: SQLiteSearch?
    var live: SQLiteLivePosts?

    /// Frees all tables.
    func forgetTables() { (pages, database, search, live) = ([], nil, nil, nil) }

    func ingest(_ files: PeerFiles, calls: Int) throws -> [Double] {
        try (0..<calls).map { _ in
            let start = ContinuousClock.now
            let loaded = try Self.load(files)
            let seconds = Sampler.seconds(since: start)
            withExtendedLifetime(loaded) {}
            return seconds * 1e9
        }
    }

    /// SQLite uses one thread for all work: its own JSON functions parse each line.
    static func load(_ files: PeerFiles) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase()
        try database.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
            CREATE TABLE post (
                id TEXT, coach_id TEXT, school_id TEXT, platform TEXT, post_url TEXT, post_content TEXT,
                micros INTEGER, author_handle TEXT, author_name TEXT, recruiting INTEGER, flagged INTEGER,
                sentiment TEXT, notes TEXT, created_at TEXT, updated_at TEXT);
            BEGIN;
            """)
        let insert = try database.statement(
            "INSERT INTO post SELECT " + columns(of: "?1", path: "$").joined(separator: ", "))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: files.lines), options: .alwaysMapped)
        try bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count, let base = buffer.baseAddress {
                let found = memchr(base + start, 0x0A, buffer.count - start)
                let end = found.map { base.distance(to: UnsafeRawPointer($0)) } ?? buffer.count
                if end > start { try insert.run(text: UnsafeRawBufferPointer(rebasing: buffer[start..<end])) }
                start = end + 1
            }
        }
        try database.execute("COMMIT;")
        return database
    }

    /// Returns the expressions of all columns of a row, which is at a path of a JSON document.
    static func columns(of document: String, path: String) -> [String] {
        [
            "id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date",
            "author_handle", "author_name", "is_recruiting_related", "flagged_for_review", "sentiment",
            "notes",
            "created_at", "updated_at",
        ].map { name in
            let value = "json_extract(\(document), '\(path).\(name)')"
            return name == "post_date" ? micros(value) : value
        }
    }

    /// Returns the microseconds of a timestamp's text from whole seconds and the digits between point and
    /// offset.
    private static func micros(_ text: String) -> String {
        """
        strftime('%s', \(text)) * 1000000 + CASE substr(\(text), 20, 1) WHEN '.' THEN
            CAST(substr(substr(\(text), 21, instr(substr(\(text), 21), '+') - 1) || '000000', 1, 6) AS INTEGER)
            ELSE 0 END
        """
    }

    func prepare(_ files: PeerFiles, zone: String) throws -> (rows: Int, memoryBytes: Int?) {
        pages = []
        database = nil
        // The memory of the whole process, which here is that of this database alone.
        let bytesBefore = sqlite3_memory_used()
        let database = try Self.load(files)
        let memoryBytes = Int(sqlite3_memory_used() - bytesBefore)
        try numberSchools(files, in: database)
        try database.execute(
            """
            CREATE TABLE cold (place INTEGER PRIMARY KEY, id TEXT);
            CREATE TABLE hot (
                place INTEGER PRIMARY KEY, code INTEGER, school INTEGER, day INTEGER, micros INTEGER);
            BEGIN;
            INSERT INTO cold (id) SELECT id FROM post ORDER BY micros DESC, id;
            """)
        let zone = try ZoneOffsets(identifier: zone)
        let insert = try database.statement(
            "INSERT INTO hot (code, school, day, micros) VALUES (?1, ?2, ?3, ?4)")
        var failure: (any Error)?
        try database.statement(Self.rowsInOrder).run { row in
            let micros = Int64(row.number(2))
            let day = zone.civilDate(at: Timestamp(micros: micros)).daysSinceEpoch
            do {
                try insert.run([Int64(row.number(0)), Int64(row.number(1)), Int64(day), micros])
            } catch { failure = error }
        }
        if let failure { throw failure }
        try database.execute(
            """
            CREATE INDEX hot_code ON hot (code, place);
            CREATE INDEX hot_school ON hot (school, place, code);
            CREATE INDEX hot_day ON hot (day, place, code, school);
            CREATE INDEX hot_micros ON hot (micros, place);
            COMMIT; DROP TABLE post; ANALYZE;
            """)
        self.database = database
        var rows = 0
        try database.statement("SELECT count(*) FROM hot").run { rows = $0.number(0) }
        return (rows, memoryBytes)
    }

    /// School -1 stands for a post without one.
    private static let rowsInOrder = """
        SELECT
            CASE platform WHEN 'instagram' THEN 1 ELSE 0 END
                | CASE recruiting WHEN 1 THEN 2 ELSE 0 END
                | CASE flagged WHEN 1 THEN 4 ELSE 0 END
                | 8 * CASE sentiment WHEN 'very_positive' THEN 1 WHEN 'positive' THEN 2 WHEN 'neutral' THEN 3
                    WHEN 'negative' THEN 4 ELSE 0 END,
            coalesce(school.place, -1), micros
        FROM post LEFT JOIN school ON school.id = school_id ORDER BY micros DESC, post.id
        """

    /// Schools in the page's order of names, which orders those with equal counts. The names come from the
    /// kernel: they are the same for all engines, and not measured.
    private func numberSchools(_ files: PeerFiles, in database: SQLiteDatabase) throws {
        try database.execute("CREATE TABLE school (place INTEGER PRIMARY KEY, id TEXT UNIQUE);")
        let directory = try SchoolDirectory.load(contentsOf: files.schools).table
        let posts = try PostTable.load(contentsOf: files.posts).table.bound(to: directory)
        let page = posts.analyticsPage(.all, asOf: Timestamp(micros: 0), in: .utc, topSchools: .max)
        let keys = page.topSchools.map { school in
            (Array(school.name.lowercased().unicodeScalars), Array(school.name.unicodeScalars), school.id)
        }
        let sorted = keys.sorted { left, right in
            if left.0 != right.0 { return left.0.lexicographicallyPrecedes(right.0) }
            if left.1 != right.1 { return left.1.lexicographicallyPrecedes(right.1) }
            return left.2.utf8.lexicographicallyPrecedes(right.2.utf8)
        }
        let insert = try database.statement("INSERT INTO school (id) VALUES (?1)")
        for (_, _, id) in sorted {
            try Array(id.utf8).withUnsafeBytes { try insert.run(text: $0) }
        }
    }

    func setQuestions(_ questions: [PageQuestion]) throws {
        guard let database else { throw PeerFailure(description: "questions before a table") }
        pages = try questions.map { question in
            let shared = try SQLitePage.Statements(database, filter: question.variants.first?.window.filter)
            return question.variants.map { SQLitePage(window: $0.window, statements: shared) }
        }
    }

    func answer(question: Int, variant: Int) throws -> PageAnswer { try pages[question][variant].answer() }

    func sample(question: Int, calls: Int, first: Int) throws -> [Double] {
        let variants = pages[question]
        return try (first..<first + calls).map { index in
            let start = ContinuousClock.now
            blackHole(try variants[index % variants.count].answer())
            return Sampler.seconds(since: start) * 1e9
        }
    }

    func prepareSearch(path: String) throws -> Int {
        forgetTables()
        let search = try SQLiteSearch(path: path)
        self.search = search
        return search.rowCount
    }

    private func loadedSearch() throws -> SQLiteSearch {
        guard let search else { throw PeerFailure(description: "a search before its texts") }
        return search
    }

    func searchCount(_ text: String) throws -> Int { try loadedSearch().count(text) }

    func sampleSearches(_ texts: [String]) throws -> [Double] {
        let search = try loadedSearch()
        return try texts.map { text in
            let start = ContinuousClock.now
            blackHole(try search.count(text))
            return Sampler.seconds(since: start) * 1e9
        }
    }
}
