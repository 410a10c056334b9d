import CompassKernel

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SocialFeedModel {
    // Messages

    /// What came of an action, for five seconds; nil if there is nothing to tell.
    public var message: PageNotice? { timedMessage.notice }

    /// Whether the message stays: while a pointer is over it, it has the focus, or a screen reader reads it.
    public var holdsMessage: Bool {
        get { timedMessage.isHeld }
        set { timedMessage.isHeld = newValue }
    }

    /// Removes the message.
    public func dismissMessage() { timedMessage.clear() }

    // Flags and notes

    /// Flags a post for review, or removes its flag. It is shown at once, and undone if the server refuses it.
    ///
    /// - Parameters:
    ///   - isFlagged: whether the post is to have a flag.
    ///   - id: the post's id; one that is not there any more leads to a message.
    /// - Complexity: O(log k) for k listed posts; a list of more than 200 is made anew in the background.
    public func setFlag(_ isFlagged: Bool, ofPost id: String) {
        pendingFlag = (id, isFlagged)
        store.posts.wishes.setFlag(isFlagged, ofPost: id)
        pendingFlag = nil
    }

    /// Flags a post that has no flag, and removes the flag of one that has one.
    ///
    /// - Parameter id: the post's id.
    /// - Complexity: that of ``setFlag(_:ofPost:)``.
    public func toggleFlag(ofPost id: String) {
        guard let post = store.posts.shown?.posts.post(id: id) else {
            return show(.notFound(id: id))
        }
        setFlag(!post.flaggedForReview, ofPost: id)
    }

    /// Opens the sheet with the notes of a post.
    ///
    /// - Parameter id: the post's id; one that is not there any more leads to a message.
    public func editNotes(ofPost id: String) {
        guard let post = store.posts.shown?.posts.post(id: id) else { return show(.notFound(id: id)) }
        notesDraft = NotesDraft(postID: id, text: post.notes ?? "")
    }

    /// Saves the notes and closes the sheet; blank notes are none.
    public func saveNotes() {
        guard let draft = notesDraft else { return }
        // The sheet stays open with its text.
        guard store.isOnline else { return show(.offline) }
        notesDraft = nil
        let isBlank = draft.text.allSatisfy(\.isWhitespace)
        store.posts.wishes.setNotes(isBlank ? nil : draft.text, ofPost: draft.postID)
    }

    /// Closes the sheet; what was written is forgotten.
    public func cancelNotes() { set(\.notesDraft, to: nil) }

    // Deletions

    /// Asks the user whether to delete a post.
    ///
    /// - Parameter id: the post's id.
    public func askToDelete(_ id: String) { set(\.deletionQuestion, to: id) }

    /// Keeps the post.
    public func cancelDeletion() { set(\.deletionQuestion, to: nil) }

    /// Deletes the post that the user was asked about. It can come back for five seconds, or until the page is left.
    public func confirmDeletion() {
        guard let id = deletionQuestion else { return }
        set(\.deletionQuestion, to: nil)
        store.posts.wishes.remove(id)
    }

    /// Brings back the post that was deleted.
    public func undoDeletion() { store.posts.wishes.undoRemoval() }

    func show(_ outcome: PostWishes.Outcome) {
        switch outcome {
        case .undone(let id, let fields):
            timedMessage.show(PageNotice(text: texts.common.changeUndone, kind: .banner))
            if let notes = fields?.notes, notesDraft == nil {
                notesDraft = NotesDraft(postID: id, text: notes.text ?? "")
            }
        case .notFound(let id):
            timedMessage.show(PageNotice(text: texts.socialFeed.notFound, kind: .banner))
            if notesDraft?.postID == id { notesDraft = nil }
            if deletionQuestion == id { deletionQuestion = nil }
        case .offline: timedMessage.show(PageNotice(text: texts.common.offlineChange, kind: .offline))
        case .removable(let id): set(\.undoableDeletion, to: id)
        }
    }

    // Sync

    /// Whether the user can ask for new posts.
    public var canSync: Bool { !isSyncing && store.isOnline }

    /// The text of the button.
    public var syncLabel: String { isSyncing ? texts.socialFeed.syncing : texts.socialFeed.syncPosts }

    /// Asks the app's server to fetch new posts, then reads them.
    public func sync() {
        guard canSync, !store.isSignedOut else { return }
        isSyncing = true
        syncNumber += 1
        let number = syncNumber
        let (source, posts) = (store.environment.source, store.posts)
        let before = posts.shown?.posts.count ?? 0
        Task { [weak self] in
            let result: Result<SyncResult, SourceError>
            do throws(SourceError) { result = .success(try await source.sync()) } catch {
                result = .failure(error)
            }
            // Another user may have come meanwhile.
            if let self, number != self.syncNumber { return }
            var failure: SourceError?
            if case .success(let sync) = result, sync.success {
                do throws(SourceError) { try await posts.catchUp() } catch { failure = error }
            }
            let count = max(0, (posts.shown?.posts.count ?? 0) - before)
            if let self, number == self.syncNumber { syncEnded(result, newCount: count, failure) }
        }
    }

    private func syncEnded(
        _ result: Result<SyncResult, SourceError>, newCount: Int, _ failure: SourceError?
    ) {
        set(\.isSyncing, to: false)
        let texts = texts.socialFeed
        switch result {
        case .success(let sync) where sync.success:
            let count = sync.newPostCount ?? newCount
            let text = count == 0 && sync.newPostCount != nil ? nil : sync.message
            showMessage(PageNotice(text: text ?? texts.synced(newCount: count), kind: .success))
            if let failure { loading.showFailure(failure) }
        case .success(let sync):
            showMessage(syncFailed(sync.message ?? self.texts.common.serverError))
        case .failure(.signedOut): store.signOut()
        case .failure(.rateLimited): showMessage(PageNotice(text: texts.syncTooSoon, kind: .banner))
        case .failure(let error): showMessage(syncFailed(reason(of: error)))
        }
    }

    private func showMessage(_ notice: PageNotice) { if loading.isVisible { timedMessage.show(notice) } }

    private func syncFailed(_ reason: String) -> PageNotice {
        PageNotice(text: texts.socialFeed.syncFailed.text(["reason": reason]), kind: .banner)
    }

    private func reason(of error: SourceError) -> String {
        switch error {
        case .offline, .connection, .notFound, .incomplete, .cancelled: error.description
        case .server(let status, let message) where !(500...599).contains(status) && !message.isEmpty: message
        default: loadTexts.text(of: error, texts.common)
        }
    }
}
