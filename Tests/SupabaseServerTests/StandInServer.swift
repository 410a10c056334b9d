import CompassKernel
import CompassPages
import CompassSupabase
import CompassSynthesis
import Foundation
import XCTest

/// The stand-in for PostgREST that `CI/supabase-run` starts.
struct StandInServer {
    let url: String
    let key: String
    private let transport = URLSessionTransport()

    /// The running server; skips the test where there is none, unless there must be one.
    init() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["COMPASS_SUPABASE_URL"], let key = environment["COMPASS_SUPABASE_KEY"]
        else {
            if environment["COMPASS_REQUIRE_SUPABASE"] == "1" {
                throw Failure(message: "COMPASS_REQUIRE_SUPABASE is set, but COMPASS_SUPABASE_URL is not")
            }
            throw XCTSkip("no services here; run these tests with CI/supabase-run swift test")
        }
        (self.url, self.key) = (url, key)
    }

    struct Failure: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }

    /// Sends an order of a test; returns the JSON of the answer.
    @discardableResult
    func order(_ path: String, _ body: String = "") async throws -> [UInt8] {
        let request = HTTPRequest(
            body.isEmpty ? .get : .post, url + "/_" + path, body: Array(body.utf8), timeout: .seconds(120))
        let response = try await transport.send(request, maximumByteCount: 1 << 30)
        guard response.status == 200 else {
            throw Failure(message: "\(path): \(String(decoding: response.body, as: UTF8.self))")
        }
        return response.body
    }

    /// Returns the number of the server's open connections besides that of orders.
    func connectionCount() async throws -> Int {
        try JSONDecoder().decode(Int.self, from: Data(try await order("connections")))
    }

    /// Runs statements; returns the only value of the last one as text.
    @discardableResult
    func sql(_ statements: String) async throws -> String? {
        try JSONDecoder().decode([String?].self, from: Data(try await order("sql", statements)))[0]
    }

    /// Returns a token of a family's member.
    func token(family: String = "ours", secondsToLive: Int = 600) async throws -> SessionToken {
        let end = Int(Date().timeIntervalSince1970) + secondsToLive
        let json = try await order(
            "token", #"{"role":"authenticated","family":"\#(family)","exp":\#(end)}"#)
        return SessionToken(try JSONDecoder().decode([String].self, from: Data(json))[0])
    }

    /// Removes all rows, faults and limits.
    func reset() async throws {
        let tables = TableName.allCases.map(\.rawValue).joined(separator: ",")
        try await sql("truncate \(tables); select 'done'")
        try await order("faults", "[]")
        try await order("options", #"{"max_rows":1000,"gzip":true}"#)
        try await order("requests")
    }

    /// Fills a table with the rows of a JSON array.
    func insert(_ table: TableName, _ json: [UInt8]) async throws {
        let columns = table.columns.joined(separator: ",")
        try await sql(
            "insert into \(table.rawValue) (\(columns)) select \(columns) from "
                + "json_populate_recordset(null::\(table.rawValue), $rows$\(String(decoding: json, as: UTF8.self))$rows$);"
                + "select 'done'")
    }

    /// Returns a table's rows as the database prints them, without any service in between.
    func rows(of table: TableName) async throws -> [UInt8] {
        let columns = table.columns.joined(separator: ",")
        let text = try await sql(
            "select coalesce(json_agg(t), '[]')::text from (select \(columns) from \(table.rawValue) order by id) t"
        )
        return Array((text ?? "").utf8)
    }

    /// Returns a source for a member of the family.
    func source(
        session: (any SessionProvider)? = nil, configure: (inout SupabaseConfiguration) -> Void = { _ in }
    ) async throws -> SupabaseSource {
        var configuration = SupabaseConfiguration(project: url, apiKey: key)
        configure(&configuration)
        var retries = RetryPolicy()
        retries.firstDelay = .milliseconds(20)
        var provider = session
        if provider == nil { provider = FixedSession(try await token()) }
        return SupabaseSource(configuration, session: provider ?? FixedSession(nil), retries: retries)
    }

    /// Returns the generated rows of a table.
    static func generated(_ table: SynthesisTable, posts: Int, seed: UInt64 = 1) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try DatasetGenerator(SynthesisOptions(posts: posts, seed: seed)).write(table) { bytes += $0 }
        return bytes
    }
}

/// Returns the table of all pages, and the pages of the last attempt.
func load<Table: LoadableTable>(
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
