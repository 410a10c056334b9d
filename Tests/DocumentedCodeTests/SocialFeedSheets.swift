#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    /// The filters that act once they are applied.
    @available(macOS 14, iOS 17, *)
    struct FilterSheet: View {
        @Bindable var model: SocialFeedModel

        private var common: CommonTexts { model.texts.common }
        private var texts: SocialFeedTexts { model.texts.socialFeed }

        var body: some View {
            let filters = $model.filterDraft[or: FeedFilters()]
            NavigationStack {
                Form {
                    Picker(texts.platform, selection: filters.platform) {
                        Text(common.all).tag(Platform?.none)
                        ForEach(Platform.allCases, id: \.self) { platform in
                            Text(label(of: platform)).tag(Platform?.some(platform))
                        }
                    }
                    Picker(common.school, selection: filters.schoolID) {
                        Text(common.allSchools).tag(String?.none)
                        ForEach(model.schools) { Text($0.name).tag(String?.some($0.id)) }
                    }
                    Picker(texts.type, selection: filters.kind) {
                        Text(common.all).tag(FeedFilters.Kind.all)
                        Text(texts.flaggedOnly).tag(FeedFilters.Kind.flagged)
                        Text(texts.recruitingOnly).tag(FeedFilters.Kind.recruiting)
                    }
                    Picker(texts.sentiment, selection: filters.sentiment) {
                        Text(common.all).tag(Sentiment?.none)
                        ForEach(Sentiment.allCases, id: \.self) { sentiment in
                            Text(texts.filterLabel(of: sentiment)).tag(Sentiment?.some(sentiment))
                        }
                    }
                    Button(texts.clearFilters) { model.clearFilters() }
                }
                .navigationTitle(texts.filterTitle)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button(common.cancel) { model.cancelFilterDraft() }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button(texts.applyFilters) { model.applyFilterDraft() }
                    }
                }
            }
            .onAppear { model.showsCounts = true }
            .onDisappear { model.showsCounts = false }
        }

        /// The platform with the number of its posts, once they are counted.
        private func label(of platform: Platform) -> String {
            let name = common.name(of: platform)
            guard let counts = model.counts?.platforms else { return name }
            return "\(name) (\(platform == .twitter ? counts.twitter : counts.instagram))"
        }
    }

    /// The notes of a post.
    @available(macOS 14, iOS 17, *)
    struct NotesSheet: View {
        @Bindable var model: SocialFeedModel

        private var common: CommonTexts { model.texts.common }
        private var title: String { model.texts.socialFeed.notes }

        var body: some View {
            NavigationStack {
                TextEditor(text: $model.notesDraft[or: NotesDraft(postID: "", text: "")].text)
                    .accessibilityLabel(title)
                    .navigationTitle(title)
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            Button(common.cancel) { model.cancelNotes() }
                        }
                        ToolbarItem(placement: .confirmationAction) {
                            Button(common.save) { model.saveNotes() }
                        }
                    }
                    // Without a network the sheet stays, and the message would be behind it.
                    .safeAreaInset(edge: .bottom) {
                        if let message = model.message { MessageBar(model: model, message: message) }
                    }
            }
        }
    }
#endif
