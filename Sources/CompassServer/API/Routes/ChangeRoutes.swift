import CompassKernel

extension RouteTable {
    /// The statuses of what a service refuses, or could not do, beside those that every route has.
    private static let serviceRefusals = [404, 502, 504]

    /// The routes that change posts, and the stream that reports changes.
    static let changeRoutes: [Route] = [
        Route(
            "PATCH", "/api/posts/{id}", "Changes the flag or the notes of a post.",
            response: .json(ChangeReceipt.self),
            refusals: serviceRefusals + [507]
        ) { call throws(APIError) in
            // Asked first: who may not change anything learns nothing about posts.
            try call.requireChanges()
            let fields = try PostFieldsChange(json: call.request.body)
            return call.response(try await call.state.change(post: call.path[0], to: fields))
        },
        Route(
            "DELETE", "/api/posts/{id}", "Deletes a post.", response: .json(ChangeReceipt.self),
            refusals: serviceRefusals + [507]
        ) { call throws(APIError) in
            try call.requireChanges()
            return call.response(try await call.state.delete(post: call.path[0]))
        },
        Route(
            "POST", "/api/undo/{undo}", "Takes a change back; `undo` is the number from the response to it.",
            response: .json(ChangeReceipt.self), refusals: serviceRefusals + [409, 410, 507]
        ) { call throws(APIError) in
            try call.requireChanges()
            // Any other text is the number of no change.
            guard let number = UInt64(call.path[0]), call.path[0].utf8.first != UInt8(ascii: "+") else {
                throw APIError(404, "There is no change with this number.")
            }
            return call.response(try await call.state.undo(number))
        },
        Route(
            "POST", "/api/social/sync", "Reads the posts again and merges them.",
            response: .json(SyncReceipt.self),
            refusals: serviceRefusals
        ) { call throws(APIError) in
            call.response(try await call.state.sync())
        },
        Route(
            "GET", "/api/events",
            "Server-sent events: `posts`, `tables`, `reset`. Ids are generations; `Last-Event-ID` continues.",
            response: .events
        ) { call throws(APIError) in
            // A HEAD must not hold a place among the listeners.
            let headers: [(name: String, value: String)] = [
                ("content-type", "text/event-stream; charset=utf-8")
            ]
            if call.request.method == "HEAD" { return ServerResponse(headers: headers, body: .bytes([])) }
            // A client that sends something else gets what a new one gets.
            let last = call.request.value(of: "last-event-id").flatMap { UInt64($0) }
            return ServerResponse(headers: headers, body: .events(try call.state.events(after: last)))
        },
    ]
}

extension RouteCall {
    fileprivate func requireChanges() throws(APIError) {
        if !state.allowsChanges { throw APIError.changesNotAllowed }
    }
}

extension ChangeReceipt: KeyedValue {
    package static func writeMembers(of receipt: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("generation", receipt.map { Int(clamping: $0.generation) })
        writer.member("undo", receipt?.undo.map { Int(clamping: $0) })
    }
}

extension SyncReceipt: KeyedValue {
    package static func writeMembers(of receipt: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("success", receipt?.success)
        writer.member("message", receipt?.message)
        writer.member("newPostCount", receipt?.newPostCount)
    }
}

extension PostFieldsChange {
    /// Reads `{"flaggedForReview": true, "notes": "…"}`; either may be left out.
    ///
    /// - Throws: 400 that says what is accepted.
    init(json bytes: [UInt8]) throws(APIError) {
        guard case .object(let members) = try JSONValue(parsing: bytes) else { throw Self.error("") }
        self.init()
        for (name, value) in members {
            switch (name, value) {
            case ("flaggedForReview", .bool(let flag)) where flaggedForReview == nil: flaggedForReview = flag
            case ("notes", .text(let text)) where notes == nil: notes = .some(text)
            case ("notes", .null) where notes == nil: notes = .some(nil)
            default:
                throw Self.error(
                    "'\(QueryParameters.shown(name))' is unknown, repeated, or has another type; ")
            }
        }
        if flaggedForReview == nil, notes == nil { throw Self.error("nothing is changed; ") }
    }

    private static func error(_ reason: String) -> APIError {
        APIError(
            400,
            reason
                + "an object with 'flaggedForReview', true or false, and 'notes', a text or null, is "
                + "accepted; one of the two may be left out.")
    }
}
