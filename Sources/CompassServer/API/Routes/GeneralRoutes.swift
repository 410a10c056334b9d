import CompassKernel
import CompassPages
import CompassProgram

extension RouteTable {
    /// The routes that are not of a page.
    static let generalRoutes: [Route] = [
        Route(
            "GET", "/api/schools", "The schools of the directory and of the posts, in name order.",
            response: .json(SchoolList.self)
        ) { call throws(APIError) in
            call.response(SchoolList(schools: try call.ready(call.snapshot.posts).schoolsInNameOrder()))
        },
        Route(
            "GET", "/api/status", "The state of the tables, and facts about the server.",
            response: .json(ServerStatus.self)
        ) { call throws(APIError) in
            call.response(ServerStatus(call))
        },
        Route("GET", "/api/texts", "The texts of the pages.", response: .document, refusals: [500]) {
            call throws(APIError) in
            RouteCall.response(json: try call.documents.texts())
        },
        Route("GET", "/api/openapi.json", "This document.", response: .document) { call throws(APIError) in
            RouteCall.response(json: call.documents.openAPI())
        },
    ]
}

/// The state of the tables, and facts about the server.
struct ServerStatus: KeyedValue {
    let state: String
    let loadingTable: String?
    let generation: UInt64
    let version: String
    let allowsChanges: Bool
    let source: ServerSource
    let tables: [ServerSnapshot.TableStatus]
    let pages: [PageState]

    /// The state of a page.
    struct PageState: KeyedValue {
        let page: String
        let state: String
        let reason: String?

        init<Value>(_ page: String, _ content: ServerSnapshot.Content<Value>) {
            self.page = page
            switch content {
            case .ready: (state, reason) = ("ready", nil)
            case .loading: (state, reason) = ("loading", nil)
            case .failed(let reason): (state, self.reason) = ("failed", reason)
            }
        }

        static func writeMembers(of page: PageState?, to writer: inout some MemberWriter & ~Copyable) {
            writer.member("page", page?.page)
            writer.member("state", page?.state)
            writer.member("reason", page?.reason)
        }
    }

    init(_ call: RouteCall) {
        let snapshot = call.snapshot
        pages = [
            PageState("social", snapshot.posts), PageState("feed", snapshot.posts),
            PageState("timeline", snapshot.timeline), PageState("activity", snapshot.activity),
            PageState("report", snapshot.reports),
        ]
        state = pages.contains { $0.state == "loading" } ? "loading" : "ready"
        loadingTable = snapshot.loadingTable
        generation = snapshot.generation
        version = call.defaults.version
        allowsChanges = call.state.allowsChanges
        source = call.state.source
        tables = snapshot.tables
    }

    static func writeMembers(of status: ServerStatus?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("state", status?.state)
        writer.member("loadingTable", status?.loadingTable)
        writer.member("generation", status.map { Int(clamping: $0.generation) })
        writer.member("version", status?.version)
        writer.member("allowsChanges", status?.allowsChanges)
        writer.member("source", status?.source)
        writer.list("pages", status?.pages)
        writer.list("tables", status?.tables)
    }
}

extension ServerSnapshot.TableStatus: KeyedValue {
    package static func writeMembers(
        of table: ServerSnapshot.TableStatus?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("table", table?.table)
        writer.member("rows", table?.rows)
        writer.member("loaded", table?.loaded)
        writer.member("skipped", table?.skipped)
        writer.member("replaced", table?.replaced)
        writer.member("warnings", table?.warnings)
        writer.member("failure", table?.failure)
    }
}
