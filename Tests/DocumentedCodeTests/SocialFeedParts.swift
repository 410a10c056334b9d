#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    /// A post: five lines of it, or all.
    @available(macOS 14, iOS 17, *)
    struct PostRow: View {
        let model: SocialFeedModel
        let post: FeedPost

        private var texts: SocialFeedTexts { model.texts.socialFeed }
        private var isExpanded: Bool { model.expandedPostIDs.contains(post.id) }
        private var flagLabel: String { post.flaggedForReview ? texts.unflag : texts.flag }

        var body: some View {
            HStack(alignment: .top) {
                VStack(alignment: .leading) {
                    Text(post.authorName ?? post.authorHandle ?? texts.unknownAuthor).bold()
                    Text(post.postContent ?? texts.noContent)
                        .lineLimit(isExpanded ? nil : SocialFeedModel.lineLimit)
                    Text([model.schoolName(of: post), post.relativeDate].joined(separator: " · "))
                        .font(.caption)
                    if post.isRecruitingRelated { Text(texts.recruitingBadge).font(.caption).bold() }
                    if let notes = post.notes { Text(notes).italic() }
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(model.aloud(post))
                Spacer()
                Menu {
                    menu
                } label: {
                    Label(texts.more, systemImage: post.flaggedForReview ? "flag.fill" : "ellipsis")
                        .labelStyle(.iconOnly)
                }
            }
            .swipeActions {
                Button(texts.delete, role: .destructive) { model.askToDelete(post.id) }
                Button(flagLabel) { model.toggleFlag(ofPost: post.id) }
            }
        }

        @ViewBuilder private var menu: some View {
            Button(isExpanded ? texts.readLess : texts.readMore) { model.toggleExpansion(ofPost: post.id) }
            Button(flagLabel) { model.setFlag(!post.flaggedForReview, ofPost: post.id) }
            Button(post.notes == nil ? texts.addNote : texts.editNote) { model.editNotes(ofPost: post.id) }
            if let link = post.link, let url = URL(string: link) {
                Link(texts.openPost, destination: url)
            }
            Button(texts.delete, role: .destructive) { model.askToDelete(post.id) }
        }
    }

    /// What came of an action. It stays while somebody points at it or has it read.
    @available(macOS 14, iOS 17, *)
    struct MessageBar: View {
        let model: SocialFeedModel
        let message: PageNotice
        @State private var isPointedAt = false
        @AccessibilityFocusState private var isRead: Bool

        var body: some View {
            NoticeBar(notice: message, button: model.texts.common.close) { model.dismissMessage() }
                .onHover { isPointedAt = $0 }
                .accessibilityFocused($isRead)
                .onChange(of: isPointedAt || isRead) { _, holds in model.holdsMessage = holds }
        }
    }
#endif
