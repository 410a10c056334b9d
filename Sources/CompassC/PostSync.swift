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
        do throws(PostChangeError) {
            result = try posts.replace { posts throws(PostChangeError) in
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
        do throws(PostChangeError) {
            result = try posts.replace { posts throws(PostChangeError) in
                try posts.apply(realtime: document)
            }
        } catch {
            throw CallFailure(error)
        }
        outcomes?.pointee = HandleTable.shared.insert(TextObject(result.json()))
    }
}
