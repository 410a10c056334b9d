import Foundation

/// The posts a and b. Before changes are asked for, b is deleted; once they were read, c is inserted.
final class ServerOfPosts: @unchecked Sendable {
    // Sendable: the lock is held while a request is answered.
    private let lock = NSLock()
    private var ids = ["a", "b"]
    private var changesWereRead = false
    private var isFirstPull = true

    func server() throws -> LocalServer {
        try LocalServer { [self] request in lock.withLock { response(to: request) } }
    }

    private func response(to request: LocalServer.Request) -> LocalServer.Response {
        let line = request.line
        let asksForChanges = line.contains("updated_at.gte.")
        let countsAll = line.hasPrefix("HEAD") && !asksForChanges && !line.contains("id=in.")
        if countsAll, isFirstPull {
            // The count ends the first pull.
            defer { (ids, isFirstPull) = (["a"], false) }
            return page([], of: ids.count)
        }
        if countsAll, changesWereRead { ids = ["a", "c"] }
        if asksForChanges { changesWereRead = true }
        var rows = asksForChanges ? [] : ids
        if line.contains("id=in.") { rows.removeAll { $0 != "c" } }
        let count = rows.count
        if let last = line.range(of: "id=gt.") {
            let id = line[last.upperBound...].prefix { $0 != " " && $0 != "&" }
            rows.removeAll { $0 <= id }
        }
        return page(rows, of: count)
    }

    private func page(_ rows: [String], of count: Int) -> LocalServer.Response {
        var response = LocalServer.Response()
        response.body = "[" + rows.map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]"
        response.headers["Content-Range"] = rows.isEmpty ? "*/\(count)" : "0-\(rows.count - 1)/\(count)"
        return response
    }
}
