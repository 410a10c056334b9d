import BenchmarkHarness
import CompassKernel
import CompassPages

/// Changes of posts while the feed is shown.
enum FeedEvents {
    static let all = [flag, confirm, refuse, notes, delete, undo, deleted, live, waiting, showNew, sync]

    /// A change of one post each: its number decides which.
    ///
    /// - Parameter isAnswered: whether the event ends with the server's answer to it.
    private static func change(
        _ name: String, _ purpose: String, isAnswered: Bool = false,
        before: @escaping @MainActor @Sendable (PostsStage, FeedPost, Int) throws -> Void = { _, _, _ in },
        _ event: @escaping @MainActor @Sendable (PostsStage, FeedPost, Int) throws -> Void,
        after: @escaping @MainActor @Sendable (PostsStage) -> Void = { $0.source.release() }
    ) -> PageEvent {
        PageEvent(name: name, purpose: purpose) { stages in
            let stage = try stages.posts()
            func post(_ number: Int) -> FeedPost { stage.changeable[number * 97 % stage.changeable.count] }
            return .init(
                before: { try before(stage, post($0), $0) }, event: { try event(stage, post($0), $0) },
                isDone: {
                    stage.source.inFlightCount == 0
                        && !(isAnswered && stage.setting.store.hasUnconfirmedChanges)
                }, check: { try stage.checkFeed() }, after: { after(stage) })
        }
    }

    /// Waits until a change has reached the source, which on busy processors takes longer than an event.
    @MainActor
    private static func untilHeld(_ stage: PostsStage) throws {
        try stage.turns.run(until: { stage.source.heldCount > 0 }) {}
    }

    @MainActor
    private static func setFlag(_ stage: PostsStage, _ post: FeedPost, _ number: Int) {
        let isFlagged =
            number / stage.changeable.count % 2 == 0 ? !post.flaggedForReview : post.flaggedForReview
        stage.feed.setFlag(isFlagged, ofPost: post.id)
        stage.note { _ = try $0.setFlag(isFlagged, ofPost: post.id) }
    }

    private static let flag = change(
        "pages.feed.flag", "a post is flagged, or its flag is taken away; the server does not answer yet",
        before: { stage, _, _ in
            stage.source.release()
            stage.source.hold()
        }, setFlag)

    private static let confirm = change(
        "pages.feed.confirm", "the server confirms a flag, and its channel reports it",
        isAnswered: true,
        before: { stage, post, number in
            stage.source.hold()
            // Other flags than those of the event before.
            setFlag(stage, post, number + stage.changeable.count)
            try untilHeld(stage)
        }, { stage, _, _ in stage.source.release() })

    private static let refuse = change(
        "pages.feed.refuse", "the server refuses notes, and they are undone", isAnswered: true,
        before: { stage, post, number in
            stage.source.hold()
            stage.feed.editNotes(ofPost: post.id)
            stage.feed.notesDraft?.text = "Refused note \(number)"
            stage.feed.saveNotes()
            try untilHeld(stage)
        },
        { stage, _, _ in stage.source.release(refusing: true) },
        after: { stage in
            stage.source.release()
            stage.feed.cancelNotes()
        })

    private static let notes = change(
        "pages.feed.notes", "notes of a post are saved; the server does not answer yet",
        before: { stage, post, number in
            stage.source.release()
            stage.source.hold()
            stage.feed.editNotes(ofPost: post.id)
            stage.feed.notesDraft?.text = "Note \(number)"
        },
        { stage, post, number in
            stage.feed.saveNotes()
            stage.note { _ = try $0.setNotes("Note \(number)", ofPost: post.id) }
        })

    private static let delete = change(
        "pages.feed.delete", "a post is deleted, which can still be undone",
        before: { stage, post, _ in
            stage.feed.undoDeletion()
            stage.feed.askToDelete(post.id)
        },
        { stage, _, _ in stage.feed.confirmDeletion() },
        after: { $0.feed.undoDeletion() }
    ).checked { stage in
        stage.feed.undoDeletion()
        try stage.checkFeed()
    }

    private static let undo = change(
        "pages.feed.undo", "a deleted post comes back",
        before: { stage, post, _ in
            stage.feed.askToDelete(post.id)
            stage.feed.confirmDeletion()
        },
        { stage, _, _ in stage.feed.undoDeletion() })

    /// Each sample has one more post deleted.
    private static let deleted = PageEvent(
        name: "pages.feed.deleted", purpose: "a deletion is sent, confirmed and reported"
    ) { stages in
        let stage = try stages.posts()
        return .init(
            before: { _ in
                // A post that has arrived meanwhile, so that those of the other events stay.
                let row = stage.arrival()
                stage.source.insert(row)
                stage.note { _ = try $0.merge(json: PageRow.json([row])) }
                try stage.turns.run(until: { stage.feed.posts.contains { $0.id == row.id } }) {}
                stage.note { _ = try $0.remove(id: row.id) }
                try stage.untilAsleep {
                    stage.feed.askToDelete(row.id)
                    stage.feed.confirmDeletion()
                }
            },
            event: { _ in stage.setting.clock.advance(by: .seconds(5)) },
            isDone: {
                stage.source.inFlightCount == 0 && stage.feed.undoableDeletion == nil
                    && !stage.setting.store.hasUnconfirmedChanges
            },
            check: { try stage.checkFeed() })
    }

    private static let live = arrival(
        "pages.feed.live", "a post of another author arrives and is shown", isAtTop: true)
    private static let waiting = arrival(
        "pages.feed.live.waiting", "a post arrives and waits above the list", isAtTop: false)

    private static func arrival(_ name: String, _ purpose: String, isAtTop: Bool) -> PageEvent {
        PageEvent(name: name, purpose: purpose) { stages in
            let stage = try stages.posts()
            var (row, newCount, count) = (stage.arrival(), 0, stage.feed.statistics.totalPosts)
            return .init(
                before: { _ in
                    stage.feed.isAtTop = isAtTop
                    row = stage.arrival()
                    count = stage.feed.statistics.totalPosts
                    if !isAtTop { newCount += 1 }
                },
                event: { _ in
                    stage.source.insert(row)
                    let json = PageRow.json([row])
                    stage.note { _ = try $0.merge(json: json) }
                },
                isDone: { stage.feed.statistics.totalPosts == count + 1 },
                check: {
                    try CheckFailure.unless(
                        stage.feed.newPostCount == newCount, "another number of new posts")
                    try stage.checkFeed(from: newCount)
                },
                after: { stage.feed.isAtTop = true })
        }
    }

    private static let showNew = PageEvent(
        name: "pages.feed.live.show", purpose: "the posts that wait above the list are shown"
    ) { stages in
        let stage = try stages.posts()
        return .init(
            before: { _ in
                stage.feed.isAtTop = false
                let row = stage.arrival()
                stage.source.insert(row)
                stage.note { _ = try $0.merge(json: PageRow.json([row])) }
                try stage.turns.run(until: { stage.feed.newPostCount == 1 }) {}
            },
            event: { _ in stage.feed.isAtTop = true },
            isDone: { stage.feed.newPostCount == 0 }, check: { try stage.checkFeed() })
    }

    /// The rows of a sync: 90 new ones, and 10 known ones that were changed.
    private static let sync = PageEvent(
        name: "pages.feed.sync", purpose: "a sync is caught up with: 100 rows are read, merged and followed",
        sampleCount: 100, quietSeconds: 0.03
    ) { stages in
        let stage = try stages.posts()
        var (rows, count) = ([PageRow](), 0)
        return .init(
            before: { number in
                rows = (0..<90).map { _ in stage.arrival() }
                rows += (0..<10).map { index in
                    var row = PageRow(stage.models[(number * 10 + index) % stage.models.count])
                    row.postContent = "Edited \(number): " + (row.postContent ?? "")
                    row.updatedAt = stage.setting.now.description
                    return row
                }
                stage.source.setChangedRows(rows, newCount: 90)
                count = stage.feed.statistics.totalPosts
            },
            event: { _ in
                stage.feed.sync()
                let json = PageRow.json(rows)
                stage.note { _ = try $0.merge(json: json) }
            },
            isDone: { !stage.feed.isSyncing && stage.feed.statistics.totalPosts == count + 90 },
            check: { try stage.checkFeed() })
    }
}

extension PageEvent {
    /// Returns the event with another check.
    fileprivate func checked(_ check: @escaping @MainActor @Sendable (PostsStage) throws -> Void) -> PageEvent
    {
        PageEvent(
            name: name, purpose: purpose, sampleCount: sampleCount, quietSeconds: quietSeconds
        ) { [prepare] stages in
            var steps = try prepare(stages)
            let stage = try stages.posts()
            steps.check = { try check(stage) }
            return steps
        }
    }
}
