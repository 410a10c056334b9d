import CompassKernel
import CompassPages
import CompassSupabase
import CompassSynthesis
import Foundation

/// The stand-ins for PostgREST and Realtime that `CI/supabase-run` starts.
public struct StandInServer: Sendable {
    /// The address of the stand-in for PostgREST.
    public let url: String
    /// The address of the stand-in for Realtime.
    public let realtimeURL: String
    /// The project's public key.
    public let key: String
    private let transport = URLSessionTransport()

    /// The servers that the environment names; nil if it names none.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let url = environment["COMPASS_SUPABASE_URL"], let key = environment["COMPASS_SUPABASE_KEY"],
            let realtimeURL = environment["COMPASS_REALTIME_URL"]
        else { return nil }
        (self.url, self.realtimeURL, self.key) = (url, realtimeURL, key)
    }

    /// An order that was not obeyed.
    public struct Failure: Error, CustomStringConvertible {
        /// What the server says.
        public let description: String

        /// Creates a failure.
        public init(_ description: String) { self.description = description }
    }

    /// Sends an order of a test; returns the JSON of the answer.
    @discardableResult
    public func order(_ path: String, _ body: String = "") async throws -> [UInt8] {
        try await order(url: url + "/_" + path, body)
    }

    /// Sends an order to the stand-in for Realtime, such as `close`; returns the number in its response.
    @discardableResult
    public func realtimeOrder(_ path: String) async throws -> Int {
        let answer = try await order(url: "http" + realtimeURL.dropFirst("ws".count) + "/_" + path, "")
        guard let count = Int(String(decoding: answer.dropLast(), as: UTF8.self)) else {
            throw Failure("\(path): no number")
        }
        return count
    }

    private func order(url: String, _ body: String) async throws -> [UInt8] {
        let request = HTTPRequest(
            body.isEmpty ? .get : .post, url, body: Array(body.utf8), timeout: .seconds(600))
        let response = try await transport.send(request, maximumByteCount: 1 << 30)
        guard response.status == 200 else {
            throw Failure("\(url): \(String(decoding: response.body, as: UTF8.self))")
        }
        return response.body
    }

    /// Returns the faults that no request has met yet, as JSON; `[]` when all are spent.
    public func remainingFaults() async throws -> String {
        String(decoding: try await order("faults"), as: UTF8.self)
    }

    /// Returns the number of the server's open connections besides that of orders.
    public func connectionCount() async throws -> Int {
        try JSONDecoder().decode(Int.self, from: Data(try await order("connections")))
    }

    /// Runs statements; returns the only value of the last one as text.
    @discardableResult
    public func sql(_ statements: String) async throws -> String? {
        try JSONDecoder().decode([String?].self, from: Data(try await order("sql", statements)))[0]
    }

    /// Returns a token of a family's member.
    public func token(family: String = "ours", secondsToLive: Int = 7_200) async throws -> SessionToken {
        let end = Int(Date().timeIntervalSince1970) + secondsToLive
        let json = try await order(
            "token", #"{"role":"authenticated","family":"\#(family)","exp":\#(end)}"#)
        let text = try JSONDecoder().decode([String].self, from: Data(json))[0]
        return SessionToken(text, expiresAt: Timestamp(micros: Int64(end) * 1_000_000))
    }

    /// Removes all rows, faults and limits.
    public func reset() async throws {
        let tables = TableName.allCases.map(\.rawValue).joined(separator: ",")
        try await sql("truncate \(tables); select 'done'")
        try await order("faults", "[]")
        try await order("options", #"{"max_rows":1000,"gzip":true}"#)
        try await order("requests")
        try await realtimeOrder("reset")
    }

    /// Fills a table with the rows of a JSON array.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - json: the rows.
    ///   - expressions: what is stored in place of some columns, as SQL.
    public func insert(
        _ table: TableName, _ json: [UInt8], replacing expressions: [String: String] = [:]
    ) async throws {
        let columns = table.columns.joined(separator: ",")
        let values = table.columns.map { expressions[$0] ?? $0 }.joined(separator: ",")
        try await sql(
            "insert into \(table.rawValue) (\(columns)) select \(values) from "
                + "json_populate_recordset(null::\(table.rawValue), $rows$\(String(decoding: json, as: UTF8.self))$rows$);"
                + "select 'done'")
    }

    /// Whether `COMPASS_TEST_ITERATIONS` asks for the usual rounds of random tests or more: with fewer, tests
    /// of large tables have smaller ones.
    public static var isThorough: Bool {
        ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap(Int.init) ?? 200 >= 200
    }

    /// Fills the table of posts with generated ones, of which no two have the same URL, as in a project's database.
    ///
    /// - Parameters:
    ///   - count: the number of posts.
    ///   - seed: the seed of the generator.
    public func insertPosts(_ count: Int, seed: UInt64 = 1) async throws {
        let rows = try Self.generated(.socialMediaPosts, posts: count, seed: seed)
        try await insert(.posts, rows, replacing: ["post_url": "'https://example.com/' || id"])
        try await sql("analyze social_media_posts")
    }

    /// Returns a table's rows as the database prints them, without any service in between.
    public func rows(of table: TableName) async throws -> [UInt8] {
        let columns = table.columns.joined(separator: ",")
        let text = try await sql(
            "select coalesce(json_agg(t), '[]')::text from (select \(columns) from \(table.rawValue) order by id) t"
        )
        return Array((text ?? "").utf8)
    }

    /// Returns a source for a member of the family.
    ///
    /// - Parameters:
    ///   - session: where tokens come from; by default a token that lives for two hours.
    ///   - webSockets: what opens connections for live changes; nil for none.
    ///   - clock: the clock of delays.
    ///   - configure: changes the configuration.
    public func source(
        session: (any SessionProvider)? = nil, webSockets: (any WebSocketTransport)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        configure: (inout SupabaseConfiguration) -> Void = { _ in }
    ) async throws -> SupabaseSource {
        var configuration = SupabaseConfiguration(project: url, apiKey: key)
        configuration.realtimeURL = realtimeURL
        configure(&configuration)
        var retries = RetryPolicy()
        retries.firstDelay = .milliseconds(20)
        var provider = session
        if provider == nil { provider = FixedSession(try await token()) }
        return SupabaseSource(
            configuration, session: provider ?? FixedSession(nil), webSockets: webSockets, retries: retries,
            clock: clock)
    }

    /// Returns the generated rows of a table.
    public static func generated(_ table: SynthesisTable, posts: Int, seed: UInt64 = 1) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try DatasetGenerator(SynthesisOptions(posts: posts, seed: seed)).write(table) { bytes += $0 }
        return bytes
    }
}

/// Returns the table of all pages, and the pages of the last attempt.
public func load<Table: LoadableTable>(
    _ type: Table.Type, _ request: RowRequest, from source: SupabaseSource
) async throws -> (table: Table, report: IngestReport, pages: [RowPage]) {
    var loader = Table.Loader()
    var pages: [RowPage] = []
    for try await page in source.rows(of: request) {
        if page.attempt > pages.last?.attempt ?? 1 {
            loader = Table.Loader()
            pages = []
        }
        try loader.append(json: page.json)
        pages.append(page)
    }
    let (table, report) = loader.finish()
    return (table, report, pages)
}
