import CompassKernel
import CompassPages

/// Builds the requests to a PostgREST service.
struct PostgRESTRequests: Sendable {
    /// The maximum number of ids in one request.
    static let maximumIDCount = 100
    /// The maximum number of bytes of the ids of one request, which keeps its address below 8 KiB.
    static let maximumIDByteCount = 7_168

    let configuration: SupabaseConfiguration

    /// A request for one page of a table, ids ascending.
    ///
    /// - Parameters:
    ///   - selection: which rows; neither the newest nor some ids.
    ///   - lastID: the last id of the page before; nil for the first page.
    ///   - isCounted: whether the server is to count all rows.
    func page(
        of table: TableName, _ selection: RowSelection, after lastID: String?, isCounted: Bool
    ) -> HTTPRequest {
        let columns = selection == .ids ? ["id"] : table.columns
        var query = [("select", columns.joined(separator: ",")), ("order", "id.asc")]
        query.append(("limit", "\(configuration.pageSize)"))
        if let lastID { query.append(("id", "gt." + lastID)) }
        return read(table, query + conditions(of: selection, in: table), isCounted: isCounted)
    }

    /// A request for the number of rows alone.
    func count(of table: TableName, _ selection: RowSelection) -> HTTPRequest {
        var request = read(table, [("select", "id")] + conditions(of: selection, in: table), isCounted: true)
        request.method = .head
        return request
    }

    /// A row's place among the newest ones.
    struct Place: Hashable, Sendable {
        let id: String
        /// The text of the creation column; nil for null, and for a table without that column.
        let creation: String?
    }

    /// A request for the newest rows after the last one of the page before, if any.
    func newest(_ table: TableName, after last: Place?, limit: Int) -> HTTPRequest {
        let order = table.creationColumn.map { "\($0).desc.nullslast,id.asc" } ?? "id.asc"
        var query = [
            ("select", table.columns.joined(separator: ",")), ("order", order), ("limit", "\(limit)"),
        ]
        switch (last, table.creationColumn) {
        case (nil, _): break
        case (let last?, nil): query.append(("id", "gt." + last.id))
        case (let last?, let column?):
            if let creation = last.creation?.postgRESTQuoted {
                let same = "and(\(column).eq.\(creation),id.gt.\(last.id.postgRESTQuoted))"
                query.append(("or", "(\(column).lt.\(creation),\(same),\(column).is.null)"))
            } else {
                query += [(column, "is.null"), ("id", "gt." + last.id)]
            }
        }
        return read(table, query, isCounted: false)
    }

    /// Returns the first of some ids that fit into one request, at least one.
    static func firstIDs(of ids: ArraySlice<String>) -> ArraySlice<String> {
        var byteCount = 0
        let fitting = ids.prefix(maximumIDCount).prefix { id in
            byteCount += id.postgRESTQuoted.queryEncoded.utf8.count + 1
            return byteCount <= maximumIDByteCount
        }
        return fitting.isEmpty ? ids.prefix(1) : fitting
    }

    /// A request for the rows with some ids, those of ``firstIDs(of:)``.
    ///
    /// - Parameter lastID: the last id of the page before, if the server cut it.
    func rows(of table: TableName, ids: ArraySlice<String>, after lastID: String?) -> HTTPRequest {
        let list = ids.map(\.postgRESTQuoted).joined(separator: ",")
        var query = [("select", table.columns.joined(separator: ",")), ("order", "id.asc")]
        query.append(("id", "in.(\(list))"))
        if let lastID { query.append(("id", "gt." + lastID)) }
        return read(table, query, isCounted: false)
    }

    /// A request that changes fields of a post, and returns the row.
    func change(post id: String, to fields: PostFields) -> HTTPRequest {
        var members: [String] = []
        if let isFlagged = fields.isFlagged { members.append("\"flagged_for_review\":\(isFlagged)") }
        switch fields.notes {
        case .removed: members.append("\"notes\":null")
        case .text(let text): members.append("\"notes\":\(text.jsonQuoted)")
        case nil: break
        }
        var request = write(.patch, id)
        request.headers.append(HTTPHeader("Content-Type", "application/json"))
        request.body = Array("{\(members.joined(separator: ","))}".utf8)
        return request
    }

    /// A request that deletes a post.
    func delete(post id: String) -> HTTPRequest { write(.delete, id) }

    private func write(_ method: HTTPRequest.Method, _ id: String) -> HTTPRequest {
        let query = [("id", "eq." + id), ("select", TableName.posts.columns.joined(separator: ","))]
        var request = self.request(method, .posts, query)
        request.headers.append(HTTPHeader("Prefer", "return=representation"))
        if let schema = configuration.schema {
            request.headers.append(HTTPHeader("Content-Profile", schema))
        }
        return request
    }

    private func read(_ table: TableName, _ query: [(String, String)], isCounted: Bool) -> HTTPRequest {
        let filters = (configuration.filters[table] ?? []).map { ($0.column, $0.condition) }
        var request = self.request(.get, table, query + filters)
        if isCounted { request.headers.append(HTTPHeader("Prefer", "count=exact")) }
        if let schema = configuration.schema {
            request.headers.append(HTTPHeader("Accept-Profile", schema))
        }
        return request
    }

    private func request(
        _ method: HTTPRequest.Method, _ table: TableName, _ query: [(String, String)]
    ) -> HTTPRequest {
        let text = query.map { "\($0.queryEncoded)=\($1.queryEncoded)" }.joined(separator: "&")
        var headers = [HTTPHeader("Accept", "application/json")]
        if let key = configuration.apiKey { headers.append(HTTPHeader("apikey", key)) }
        return HTTPRequest(
            method, "\(configuration.restURL)/\(table.rawValue)?\(text)", headers: headers,
            timeout: configuration.timeout)
    }

    /// The conditions on rows that a selection stands for.
    ///
    /// A row that was never updated may have no `updated_at`. Of a table without that column all rows are read.
    private func conditions(of selection: RowSelection, in table: TableName) -> [(String, String)] {
        guard case .changedSince(let time) = selection, table.recordsUpdates else { return [] }
        let start = "\(time)".postgRESTQuoted
        return [("or", "(updated_at.gte.\(start),and(updated_at.is.null,created_at.gte.\(start)))")]
    }
}

extension String {
    /// The text as a JSON string.
    var jsonQuoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
