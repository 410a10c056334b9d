#if canImport(SwiftUI)
    import CompassKernel
    import SwiftUI

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    struct PostsView: View {
        let model: PostsModel

        var body: some View {
            List {
                Section("Last 30 days") {
                    LabeledContent("Posts", value: "\(model.page.analytics.summary.totalPosts)")
                    LabeledContent("Positive", value: "\(model.page.analytics.summary.positivePercentage)%")
                }
                Section("\(model.page.feed.matchCount) posts") {
                    ForEach(model.page.feed.posts) { post in
                        VStack(alignment: .leading) {
                            Text(post.postContent ?? "")
                            Text("\(post.schoolName ?? "No school"), \(post.relativeDate)")
                                .font(.caption)
                        }
                        .onAppear {
                            if post.id == model.page.feed.posts.last?.id { model.showMore() }
                        }
                        .swipeActions {
                            Button(post.flaggedForReview ? "Unflag" : "Flag") {
                                Task { await model.setFlag(!post.flaggedForReview, of: post) }
                            }
                        }
                    }
                }
            }
            .searchable(text: Binding(get: { model.page.search }, set: { model.search(for: $0) }))
        }
    }
#endif
