import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import SupabaseTestSupport

/// The time and memory of reading all posts.
struct Loading {
    let server: StandInServer

    func measure() async throws {
        let source = try await server.source()
        let requests = try await requestsOfALoad(source)
        let before = ResidentMemory.now
        let (table, peak) = try await ResidentMemory.peak { try await Self.load(source) }
        let extra = Double(peak - before - table.byteCount) / 1e6
        let (direct, _) = try PostTable.load(json: try await server.rows(of: .posts))
        guard table.elementsEqual(direct) else {
            throw StandInServer.Failure("the table that was paged in is not that of the database")
        }
        try await server.order("options", #"{"gzip":false}"#)
        let load = try await medianSeconds { _ = try await Self.load(source) }
        MeasureSource.report("load from the database, median of 5", load, "s", goal: 1.5)
        let curl = try await medianSeconds { try await fetch(requests) }
        MeasureSource.report("  the same \(requests.count) pages by curl, median", curl, "s")
        // Pages that the server keeps show what the source costs, without the database.
        try await server.order("options", #"{"kept":true}"#)
        _ = try await Self.load(source)
        let kept = try await medianSeconds { _ = try await Self.load(source) }
        MeasureSource.report("load of kept pages, median of 5", kept, "s", goal: 1.5)
        try await server.order("options", #"{"kept":false}"#)
        MeasureSource.report("load, memory beside the table, peak", extra, "MB", goal: 60)
        MeasureSource.report("  the table", Double(table.byteCount) / 1e6, "MB")
    }

    private func medianSeconds(_ body: () async throws -> Void) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<5 { times.append(try await MeasureSource.seconds(body)) }
        return times.percentile(0.5)
    }

    private static func load(_ source: SupabaseSource) async throws -> PostTable {
        try await source.load(PostTable.self, RowRequest(.posts)).table
    }

    private func requestsOfALoad(_ source: SupabaseSource) async throws -> [String] {
        try await server.order("requests")
        _ = try await Self.load(source)
        return try JSONDecoder().decode([String].self, from: Data(try await server.order("requests")))
            .filter { $0.hasPrefix("GET ") }.map { server.url + $0.dropFirst("GET ".count) }
    }

    /// Requests the same pages with curl over one connection, one after the other: the time of the server alone.
    private func fetch(_ urls: [String]) async throws {
        let token = try await server.token().text
        let list = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"" }.joined(separator: "\n")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(list.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let curl = Process()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = [
            "curl", "--silent", "--show-error", "--fail", "--compressed", "--globoff", "--config", file.path,
            "--header", "apikey: \(server.key)", "--header", "Authorization: Bearer \(token)",
        ]
        try curl.run()
        curl.waitUntilExit()
        if curl.terminationStatus != 0 { throw StandInServer.Failure("curl fails") }
    }
}

/// The resident memory of this process, from Linux's own figures.
enum ResidentMemory {
    /// The bytes at present; 0 where the system does not tell.
    static var now: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// Returns what `body` returns, and the largest figure meanwhile, looked at every millisecond.
    static func peak<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> (Value, Int) {
        let watcher = Task {
            var peak = now
            while !Task.isCancelled {
                peak = max(peak, now)
                try? await Task.sleep(for: .milliseconds(1))
            }
            return max(peak, now)
        }
        let value = try await body()
        watcher.cancel()
        return (value, await watcher.value)
    }
}
