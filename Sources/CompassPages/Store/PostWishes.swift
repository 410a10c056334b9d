import CompassKernel

/// The changes of posts that the user wishes and that the server has not confirmed.
///
/// A wish is shown at once. Of each post one change is under way at a time; meanwhile only the last wish counts, and
/// it is not sent if the server has it already. What is refused is undone. When nobody knows what became of a change,
/// or someone else changed the post meanwhile, its row is read again.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PostWishes {
    /// What came of a change.
    enum Outcome: Hashable, Sendable {
        /// It was refused and is undone: fields of the post, or its deletion if nil.
        case undone(id: String, fields: PostFields?)
        /// There is no such post any more.
        case notFound(id: String)
        /// Without a network nothing is changed.
        case offline
        /// A post was deleted and can come back for a while; nil if there is none.
        case removable(id: String?)
    }

    private struct Wish {
        var flag: Bool?
        var notes: PostFields.Notes?
        var isRemoved = false
        /// Whether a change or the deletion is under way to the server.
        var isUnderWay = false

        var isEmpty: Bool { flag == nil && notes == nil && !isRemoved && !isUnderWay }

        /// Returns those of these fields that are still wished, rather than others.
        func stillWished(of fields: PostFields) -> PostFields {
            PostFields(
                isFlagged: flag == fields.isFlagged ? flag : nil,
                notes: notes == fields.notes ? notes : nil)
        }

        /// Forgets the wishes that these fields fulfil.
        mutating func clear(_ fields: PostFields) {
            if flag == fields.isFlagged { flag = nil }
            if notes == fields.notes { notes = nil }
        }
    }

    /// The posts, which own the wishes; nil once they are freed, when there is nobody to tell.
    private weak var posts: StorePosts?
    private let environment: PageEnvironment
    private var wishes: [String: Wish] = [:]
    /// Counts ``drop()``: what was sent before it concerns nobody any more.
    private var generation = 0
    /// The post whose deletion can still be undone.
    private(set) var removable: String?
    private var removal: Task<Void, Never>?

    init(_ posts: StorePosts, _ environment: PageEnvironment) {
        self.posts = posts
        self.environment = environment
    }

    deinit { removal?.cancel() }

    /// Whether nothing is wished and nothing under way.
    var isEmpty: Bool { wishes.isEmpty }

    /// Applies the wishes to the posts of the server.
    func apply(to shown: inout SocialPosts) {
        for (id, wish) in wishes where wish.flag != nil || wish.notes != nil || wish.isRemoved {
            // A post that is gone has nothing to change.
            shown.update { posts in
                if wish.isRemoved {
                    _ = try? posts.remove(id: id)
                } else {
                    if let flag = wish.flag { _ = try? posts.setFlag(flag, ofPost: id) }
                    if let notes = wish.notes { _ = try? posts.setNotes(notes.text, ofPost: id) }
                }
            }
        }
    }

    // Wishes

    /// Flags a post, or removes its flag.
    func setFlag(_ isFlagged: Bool, ofPost id: String) { wish(id) { $0.flag = isFlagged } }

    /// Sets the notes of a post; nil removes them.
    func setNotes(_ notes: String?, ofPost id: String) {
        wish(id) { $0.notes = notes.map { .text($0) } ?? .removed }
    }

    /// Hides a post, and deletes it when the time to undo that has passed.
    func remove(_ id: String) {
        sendRemoval()
        guard let posts, canChange(id, posts) else { return }
        wishes[id, default: Wish()].isRemoved = true
        setRemovable(id)
        posts.changed()
        removal = Task { [weak self, environment] in
            guard await environment.wait(environment.timings.undoDuration) else { return }
            self?.sendRemoval()
        }
    }

    /// Shows the post again whose deletion can be undone.
    func undoRemoval() {
        guard let id = removable else { return }
        endRemoval()
        update(id) { $0.isRemoved = false }
        send(id)
        posts?.changed()
    }

    /// Deletes the post whose deletion could be undone.
    func sendRemoval() {
        guard let id = removable else { return }
        endRemoval()
        send(id)
    }

    /// Forgets all wishes; a deletion that the user confirmed is sent all the same.
    func drop() {
        if let id = removable, posts?.isOnline() == true {
            let source = environment.source
            Task { try? await source.delete(post: id) }
        }
        endRemoval()
        wishes = [:]
        generation += 1
    }

    private func endRemoval() {
        removal?.cancel()
        removal = nil
        setRemovable(nil)
    }

    private func setRemovable(_ id: String?) {
        guard id != removable else { return }
        removable = id
        posts?.tell(.outcome(.removable(id: id)))
    }

    private func wish(_ id: String, _ body: (inout Wish) -> Void) {
        guard let posts, canChange(id, posts) else { return }
        update(id, body)
        send(id)
        posts.changed()
    }

    /// Returns whether a post can be changed now; tells the pages why if not.
    private func canChange(_ id: String, _ posts: StorePosts) -> Bool {
        guard posts.shown?.posts.post(id: id) != nil else {
            posts.tell(.outcome(.notFound(id: id)))
            return false
        }
        if !posts.isOnline() { posts.tell(.outcome(.offline)) }
        return posts.isOnline()
    }

    private func update(_ id: String, _ body: (inout Wish) -> Void) {
        var wish = wishes[id] ?? Wish()
        body(&wish)
        wishes[id] = wish.isEmpty ? nil : wish
    }

    // Sending

    /// Sends what the server does not have, unless something is under way.
    private func send(_ id: String) {
        guard let wish = wishes[id], !wish.isUnderWay, id != removable else { return }
        guard let post = posts?.confirmedPost(id) else { return wishes[id] = nil }
        if wish.isRemoved { return sendRemoval(of: id) }
        let fields = PostFields(
            isFlagged: wish.flag == post.flaggedForReview ? nil : wish.flag,
            notes: wish.notes.flatMap { Self.areEqual($0.text, post.notes) ? nil : $0 })
        update(id) { wish in
            if fields.isFlagged == nil { wish.flag = nil }
            if fields.notes == nil { wish.notes = nil }
            wish.isUnderWay = fields != PostFields()
        }
        guard fields != PostFields() else { return }
        let (source, generation) = (environment.source, generation)
        Task { [weak self] in
            let result: Result<[UInt8], SourceError>
            do throws(SourceError) { result = .success(try await source.change(post: id, to: fields)) } catch
            {
                result = .failure(error)
            }
            await self?.changeEnded(id, fields, before: post, result, generation)
        }
    }

    private func sendRemoval(of id: String) {
        update(id) { $0.isUnderWay = true }
        let (source, generation) = (environment.source, generation)
        Task { [weak self] in
            let error: SourceError?
            do throws(SourceError) {
                try await source.delete(post: id)
                error = nil
            } catch let failure { error = failure }
            await self?.removalEnded(id, error, generation)
        }
    }

    private func changeEnded(
        _ id: String, _ fields: PostFields, before: Post, _ result: Result<[UInt8], SourceError>,
        _ generation: Int
    ) async {
        guard generation == self.generation, let posts else { return }
        switch result {
        case .success(let row):
            if posts.confirm(id, row: row) {
                settle(id, fields)
            } else {
                await readAgain(id, fields, posts)
            }
        case .failure(.signedOut): posts.signOut()
        case .failure(.notFound):
            posts.confirmRemoval(id)
            forget(id)
            posts.tell(.outcome(.notFound(id: id)))
        case .failure(let error):
            if Self.isUncertain(error) || posts.confirmedPost(id) != before {
                await readAgain(id, fields, posts)
            } else {
                refuse(id, fields)
            }
        }
    }

    private func removalEnded(_ id: String, _ error: SourceError?, _ generation: Int) async {
        guard generation == self.generation, let posts else { return }
        switch error {
        case nil, .notFound?:
            posts.confirmRemoval(id)
            forget(id)
        case .signedOut?: posts.signOut()
        case let error?:
            var isGone = false
            if Self.isUncertain(error) {
                isGone = await read(id, posts) == .some(false)
                guard generation == self.generation else { return }
            }
            if isGone { return forget(id) }
            update(id) { $0.isRemoved = false }
            // What was wished before the deletion is sent now.
            settle(id, PostFields())
            posts.tell(.outcome(.undone(id: id, fields: nil)))
        }
    }

    /// Reads the row of a post whose change may have succeeded.
    private func readAgain(_ id: String, _ fields: PostFields, _ posts: StorePosts) async {
        let generation = generation
        let isThere = await read(id, posts)
        guard generation == self.generation else { return }
        if isThere == .some(false) {
            forget(id)
            return posts.tell(.outcome(.notFound(id: id)))
        }
        let post = posts.confirmedPost(id)
        let isDone =
            isThere != nil && (fields.isFlagged == nil || post?.flaggedForReview == fields.isFlagged)
            && (fields.notes.map { Self.areEqual($0.text, post?.notes) } ?? true)
        if isDone { settle(id, fields) } else { refuse(id, fields) }
    }

    /// Reads a post; returns whether the server has it, nil if that could not be found out.
    private func read(_ id: String, _ posts: StorePosts) async -> Bool? {
        var pages = RowPages(environment.source, RowRequest(.posts, .only([id])))
        let generation = generation
        var row: [UInt8]?
        do throws(SourceError) {
            while let page = try await pages.next() { if page.rowCount > 0 { row = page.json } }
        } catch { return nil }
        guard generation == self.generation else { return nil }
        guard let row else {
            posts.confirmRemoval(id)
            return false
        }
        return posts.confirm(id, row: row) ? true : nil
    }

    /// Ends a change that the server has; what was wished meanwhile is sent.
    private func settle(_ id: String, _ fields: PostFields) {
        update(id) { wish in
            wish.isUnderWay = false
            wish.clear(fields)
        }
        send(id)
        posts?.changed()
    }

    /// Undoes a change that the server does not have; of what was not wished any more nothing is told.
    private func refuse(_ id: String, _ fields: PostFields) {
        let undone = wishes[id]?.stillWished(of: fields) ?? PostFields()
        settle(id, fields)
        if undone != PostFields() { posts?.tell(.outcome(.undone(id: id, fields: undone))) }
    }

    private func forget(_ id: String) {
        if removable == id { endRemoval() }
        wishes[id] = nil
        posts?.changed()
    }

    /// Returns whether a request may have been carried out though it failed.
    private static func isUncertain(_ error: SourceError) -> Bool {
        switch error {
        case .timedOut, .connection, .unreadable, .incomplete, .pageTooLarge, .refused, .cancelled: true
        // A gateway reports that it knows of no response, not that nothing was done.
        case .server(status: 502...504, message: _): true
        case .offline, .signedOut, .forbidden, .notFound, .rateLimited, .server: false
        }
    }

    private static func areEqual(_ left: String?, _ right: String?) -> Bool {
        // By bytes: another spelling of the same characters is another text to the server.
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }
}

extension PostFields.Notes {
    /// The text; nil if the notes are removed.
    var text: String? {
        switch self {
        case .removed: nil
        case .text(let text): text
        }
    }
}
