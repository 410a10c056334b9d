// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// A change of posts.
final class ChangeObject: HandleObject {
    static let handleKind = HandleKind.change

    let change: PostChange

    init(_ change: PostChange) { self.change = change }
}

@c @implementation
public func compass_posts_set_flag(
    _ posts: compass_posts, _ id: compass_string, _ flagged: Int32,
    _ inverse: UnsafeMutablePointer<compass_change>!
) -> compass_status {
    apply(to: posts, inverse) { () throws(CallFailure) in
        guard flagged == 0 || flagged == 1 else {
            throw .invalid("flagged", flagged, accepted: "0 and 1 are accepted")
        }
        return .flag(try id.requiredText("id"), flagged == 1)
    }
}

@c @implementation
public func compass_posts_set_notes(
    _ posts: compass_posts, _ id: compass_string, _ notes: compass_string,
    _ inverse: UnsafeMutablePointer<compass_change>!
) -> compass_status {
    apply(to: posts, inverse) { () throws(CallFailure) in
        .notes(try id.requiredText("id"), try notes.text("notes"))
    }
}

@c @implementation
public func compass_posts_delete(
    _ posts: compass_posts, _ id: compass_string, _ inverse: UnsafeMutablePointer<compass_change>!
) -> compass_status {
    apply(to: posts, inverse) { () throws(CallFailure) in .remove(try id.requiredText("id")) }
}

@c @implementation
public func compass_posts_apply_change(
    _ posts: compass_posts, _ change: compass_change, _ inverse: UnsafeMutablePointer<compass_change>!
) -> compass_status {
    apply(to: posts, inverse) { () throws(CallFailure) in
        try object(change, ChangeObject.self, "change").change
    }
}

@c @implementation
public func compass_change_destroy(_ change: compass_change) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(change, .change, "change") }
}

@c @implementation
public func compass_posts_forget_deletions(_ posts: compass_posts, _ before_micros: Int64) -> compass_status {
    replace(posts) { posts throws(CallFailure) in
        posts.forgetDeletions(before: try Arguments.instant(before_micros, "before_micros"))
    }
}

@c @implementation
public func compass_posts_prepare_for_changes(_ posts: compass_posts) -> compass_status {
    replace(posts) { posts in posts.prepareForChanges() }
}

@c @implementation
public func compass_posts_compact(_ posts: compass_posts) -> compass_status {
    replace(posts) { posts in posts.compact() }
}

@c @implementation
public func compass_posts_compact_for(
    _ posts: compass_posts, _ duration_micros: Int64, _ is_finished: UnsafeMutablePointer<Int32>!
) -> compass_status {
    is_finished?.pointee = 0
    return replace(posts) { posts throws(CallFailure) in
        guard duration_micros >= 0 else {
            throw .invalid("duration_micros", duration_micros, accepted: "it is at least 0")
        }
        let isFinished = posts.compact(for: .microseconds(duration_micros))
        is_finished?.pointee = isFinished ? 1 : 0
    }
}

/// Makes a change, and returns its inverse if requested.
private func apply(
    to posts: compass_posts, _ inverse: UnsafeMutablePointer<compass_change>?,
    function: StaticString = #function, _ change: () throws(CallFailure) -> PostChange
) -> compass_status {
    attempt(function) { () throws(CallFailure) in
        inverse?.pointee = 0
        let change = try change()
        let posts = try object(posts, PostsObject.self, "posts")
        let undo: PostChange
        do throws(PostChangeError) {
            undo = try posts.apply(change)
        } catch {
            throw CallFailure(error)
        }
        inverse?.pointee = HandleTable.shared.insert(ChangeObject(undo))
    }
}

/// Changes a copy of the posts, which replaces them.
private func replace(
    _ posts: compass_posts, function: StaticString = #function,
    _ body: (inout PostTable) throws(CallFailure) -> Void
) -> compass_status {
    attempt(function) { () throws(CallFailure) in try object(posts, PostsObject.self, "posts").replace(body) }
}

extension CallFailure {
    /// Creates the failure for a change that was not made.
    init(_ error: PostChangeError) {
        let status: Int =
            switch error {
            case .unreadable(let loading): Int(CallFailure(loading, source: "").status)
            case .malformedPayload: COMPASS_MALFORMED_DATA
            case .unknownPost: COMPASS_NOT_FOUND
            case .placeTaken, .deletedMeanwhile: COMPASS_CONFLICT
            case .emptyID: COMPASS_INVALID_ARGUMENT
            case .textTooLarge, .tooManyPosts: COMPASS_TOO_LARGE
            }
        self.init(status, error.description)
    }
}
