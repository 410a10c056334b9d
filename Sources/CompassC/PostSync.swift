// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

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
        report?.pointee = HandleTable.shared.insert(TextObject(result.json()))
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
        outcomes?.pointee = HandleTable.shared.insert(TextObject(result.json()))
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
