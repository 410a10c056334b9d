#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    struct PostsView: View {
        let model: PostsModel
        @State private var search = ""

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
            .searchable(text: $search)
            .onChange(of: search) { model.search(for: search) }
        }
    }

    @available(macOS 14, iOS 17, *)
    @MainActor
    func makeModel(_ social: SocialPosts, server: any PostServer) -> PostsModel {
        let page = PostsPage(social, asOf: Timestamp(Date()), in: ZoneOffsets(TimeZone.current))
        return PostsModel(page, server: server) { Timestamp(Date()) }
    }
#endif
