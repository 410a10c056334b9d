#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    struct SocialFeedView: View {
        @State private var model: SocialFeedModel
        /// The filters that the page opens with, once.
        @Binding private var firstFilters: FeedFilters?

        init(_ store: CompassStore, filters: Binding<FeedFilters?>) {
            _model = State(initialValue: SocialFeedModel(store))
            _firstFilters = filters
        }

        private var common: CommonTexts { model.texts.common }
        private var texts: SocialFeedTexts { model.texts.socialFeed }

        var body: some View {
            PageFrame(model: model) {
                ScrollViewReader { list in
                    posts.safeAreaInset(edge: .top) {
                        if let text = model.newPostsText {
                            Button(text) {
                                model.showNewPosts()
                                withAnimation { list.scrollTo(texts.title) }
                            }
                        }
                    }
                }
            } placeholder: {
                List(0..<SocialFeedModel.placeholderCount, id: \.self) { _ in Text(texts.subtitle) }
            }
            .navigationTitle(texts.title)
            .searchable(text: $model.filters.search, prompt: texts.searchPlaceholder)
            .onSubmit(of: .search) { model.submitSearch() }
            .toolbar { buttons }
            .safeAreaInset(edge: .bottom) { messages }
            .sheet(isPresented: $model.filterDraft.isPresent) { FilterSheet(model: model) }
            .sheet(isPresented: $model.notesDraft.isPresent) { NotesSheet(model: model) }
            // An alert ends with one of its buttons, so the model always learns the answer.
            .alert(texts.deleteQuestion, isPresented: .constant(model.deletionQuestion != nil)) {
                Button(common.yes, role: .destructive) { model.confirmDeletion() }
                Button(common.no, role: .cancel) { model.cancelDeletion() }
            }
            .onChange(of: firstFilters, initial: true) {
                if let filters = firstFilters { (model.filters, firstFilters) = (filters, nil) }
            }
        }

        private var posts: some View {
            List {
                figures
                    .id(texts.title)
                    .onAppear { model.isAtTop = true }
                    .onDisappear { model.isAtTop = false }
                Text(model.countText)
                if let empty = model.empty {
                    EmptyStateView(state: empty) { _ in
                        if model.state == .noPosts { model.sync() } else { model.clearFilters() }
                    }
                }
                ForEach(Array(model.posts.enumerated()), id: \.element.id) { index, post in
                    PostRow(model: model, post: post).onAppear { model.postAppeared(at: index) }
                }
                if model.hasMore { ProgressView().accessibilityLabel(common.loading) }
            }
        }

        private var figures: some View {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 140))], alignment: .leading) {
                figure(common.totalPosts, "\(model.statistics.totalPosts)")
                figure(texts.twitterPosts, "\(model.statistics.twitterPosts)")
                figure(texts.instagramPosts, "\(model.statistics.instagramPosts)")
                figure(texts.flaggedForReview, model.statistics.flaggedBadge)
            }
        }

        private func figure(_ label: String, _ value: String) -> CardView {
            CardView(label: label, value: value, aloud: common.cardAloud(label: label, value: value))
        }

        @ViewBuilder private var buttons: some View {
            Button(model.syncLabel) { model.sync() }
                .disabled(!model.canSync)
                .accessibilityLabel(texts.syncAloud)
            Button(common.filter) { model.openFilterSheet() }
                .accessibilityLabel(model.filtersAloud)
            Button(model.texts.socialAnalytics.tab) { model.openAnalytics() }
        }

        @ViewBuilder private var messages: some View {
            if model.undoableDeletion != nil {
                NoticeBar(notice: PageNotice(text: texts.deleted, kind: .success), button: common.undo) {
                    model.undoDeletion()
                }
            }
            // The sheet of the notes shows it itself, so that it is announced once.
            if let message = model.message, model.notesDraft == nil {
                MessageBar(model: model, message: message)
            }
        }
    }
#endif
