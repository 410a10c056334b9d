import CompassKernel

/// The pages of a snapshot.
extension PageTables {
    func showPosts(_ posts: PostTable?, in snapshot: inout ServerSnapshot) {
        snapshot.schools = schoolContent
        if let reason = postFailure {
            snapshot.posts = .failed(reason: reason)
        } else {
            snapshot.posts = .ready(bound(posts ?? .empty))
        }
        snapshot.tables = statuses
    }

    func showActivity(in snapshot: inout ServerSnapshot) {
        snapshot.activity = activity
        snapshot.tables = statuses
    }

    func showReports(in snapshot: inout ServerSnapshot) {
        snapshot.reports = report
        snapshot.tables = statuses
    }

    func showTimeline(in snapshot: inout ServerSnapshot) {
        snapshot.timeline = timeline
        snapshot.tables = statuses
        snapshot.loadingTable = nil
    }
}
