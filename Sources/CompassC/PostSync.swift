// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the functions do is said in compass.h, which they implement.

import CCompass
import CompassKernel

@c @implementation
public func compass_posts_merge(
    _ posts: compass_posts, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ inverse: UnsafeMutablePointer<compass_change>!,
    _ report: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        inverse?.pointee = 0
        report?.pointee = 0
        let posts = try object(posts, PostsObject.self, "posts")
        let (format, options) = try Arguments.loading(options)
        let document = try Arguments.bytes(bytes, count)
        let result: MergeResult
        do throws(MergeError) {
            result = try posts.replace { posts throws(MergeError) in
                switch format ?? .json {
                case .json: try posts.merge(json: document, options: options)
                case .ndjson: try posts.merge(ndjson: document, options: options)
                }
            }
        } catch {
            throw CallFailure(error)
        }
        inverse?.pointee = HandleTable.shared.insert(ChangeObject(result.inverse))
        report?.pointee = HandleTable.shared.insert(TextObject(result.json))
    }
}

@c @implementation
public func compass_posts_apply_realtime(
    _ posts: compass_posts, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ outcomes: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        outcomes?.pointee = 0
        let posts = try object(posts, PostsObject.self, "posts")
        let document = try Arguments.bytes(bytes, count)
        let result: RealtimeResult
        do throws(RealtimeError) {
            result = try posts.replace { posts throws(RealtimeError) in
                try posts.apply(realtime: document)
            }
        } catch {
            throw CallFailure(error)
        }
        outcomes?.pointee = HandleTable.shared.insert(TextObject(result.json))
    }
}

extension CallFailure {
    fileprivate init(_ error: MergeError) {
        switch error {
        case .unreadable(let loading):
            self.init(CallFailure(loading, source: TableKind.posts.tableName).status, error.description)
        case .refused(let change): self.init(change)
        }
    }

    fileprivate init(_ error: RealtimeError) {
        switch error {
        case .unreadable(let loading):
            self.init(CallFailure(loading, source: "payload").status, error.description)
        case .refused(let change): self.init(change)
        case .malformedPayload: self.init(COMPASS_MALFORMED_DATA, error.description)
        }
    }

    private init(_ status: compass_status, _ message: String) { self.init(Int(status), message) }
}

extension MergeResult {
    /// What was merged, as the header describes it.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("schemaVersion", SocialAnalyticsPage.schemaVersion)
            writer.member("newCount", newCount)
            writer.member("message", message)
            report.writeMembers(to: &writer)
        }
        return writer.bytes
    }
}

extension RealtimeResult {
    /// What became of the payloads, as the header describes it.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("schemaVersion", SocialAnalyticsPage.schemaVersion)
            writer.array("outcomes", outcomes) { writer, outcome in
                let parts = outcome.parts
                writer.object { writer in
                    writer.member("outcome", parts.name)
                    writer.member("id", parts.id)
                    writer.member("lastCommit", parts.lastCommit.map { ZonedTimestamp($0, in: .utc) })
                    writer.member("field", parts.field)
                    writer.member("reason", parts.reason)
                }
            }
            writer.array("problems", problems) { writer, problem in
                writer.object { problem.writeMembers(to: &$0) }
            }
        }
        return writer.bytes
    }
}

extension RealtimeOutcome {
    fileprivate struct Parts {
        let name: String
        let id: String
        var lastCommit: Timestamp?
        var field: String?
        var reason: String?
    }

    fileprivate var parts: Parts {
        switch self {
        case .inserted(let id): Parts(name: "inserted", id: id)
        case .updated(let id): Parts(name: "updated", id: id)
        case .deleted(let id): Parts(name: "deleted", id: id)
        case .alreadyGone(let id): Parts(name: "alreadyGone", id: id)
        case .ignoredAsOlder(let id, let lastCommit):
            Parts(name: "ignoredAsOlder", id: id, lastCommit: lastCommit)
        case .unusable(let id, let field, let reason):
            Parts(name: "unusable", id: id, field: field, reason: reason)
        }
    }
}
