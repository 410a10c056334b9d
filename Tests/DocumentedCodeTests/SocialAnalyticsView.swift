#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    struct SocialAnalyticsView: View {
        @State private var model: SocialAnalyticsModel

        init(_ store: CompassStore) { _model = State(initialValue: SocialAnalyticsModel(store)) }

        private var common: CommonTexts { model.texts.common }
        private var texts: SocialAnalyticsTexts { model.texts.socialAnalytics }

        var body: some View {
            PageFrame(model: model) {
                List {
                    Section {
                        Picker(texts.timeRange, selection: $model.range) {
                            ForEach(SocialAnalyticsModel.ranges, id: \.self) { Text(texts.label(of: $0)) }
                        }
                        .pickerStyle(.segmented)
                        .labelsHidden()
                        cards
                    } header: {
                        Text(texts.subtitle)
                    }
                    if let empty = model.empty {
                        EmptyStateView(state: empty)
                    } else if let page = model.page {
                        charts(page)
                        schools(page.topSchools)
                        recruitingPosts(page.recentRecruitingPosts)
                    }
                }
            } placeholder: {
                List(0..<4, id: \.self) { _ in Text(texts.subtitle) }
            }
            .navigationTitle(texts.title)
        }

        private var cards: some View {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 140))], alignment: .leading) {
                ForEach(model.cards, id: \.label) { card in
                    CardView(label: card.label, value: card.value, subtitle: card.subtitle, aloud: card.aloud)
                }
            }
        }

        @ViewBuilder private func charts(_ page: SocialAnalyticsPage) -> some View {
            Section(texts.sentimentDistribution) {
                if let text = model.noSentimentText {
                    Text(text)
                } else {
                    VStack {
                        ForEach(page.sentiment, id: \.type) { share in
                            ProgressView(value: share.percentage, total: 100) {
                                LabeledContent(common.label(of: share.type), value: "\(share.count)")
                            }
                        }
                    }
                    .accessibilityElement(children: .ignore)
                    .accessibilityLabel(model.sentimentChartAloud)
                }
            }
            Section(texts.platformDistribution) {
                let platforms = [
                    (common.twitter, page.platforms.twitter), (common.instagram, page.platforms.instagram),
                ]
                VStack {
                    ForEach(platforms, id: \.0) { LabeledContent($0, value: "\($1)") }
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(texts.platformChartAloud(platforms))
            }
            Section(texts.activityByDay) {
                VStack {
                    HStack(alignment: .bottom, spacing: 1) {
                        ForEach(page.activityByDay, id: \.date) { day in
                            Rectangle().frame(height: day.height).help(model.tooltip(of: day))
                        }
                    }
                    .frame(height: 100, alignment: .bottom)
                    HStack {
                        Text(page.activityByDay.first?.label ?? "")
                        Spacer()
                        Text(page.activityByDay.last?.label ?? "")
                    }
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(model.dayChartAloud)
            }
        }

        private func schools(_ schools: [NamedPostCount]) -> some View {
            Section(texts.mostActiveSchools) {
                ForEach(Array(schools.enumerated()), id: \.element.id) { index, school in
                    Button {
                        model.openSchool(school.id)
                    } label: {
                        LabeledContent(school.name, value: common.postCount.text(count: school.postCount))
                    }
                    .accessibilityLabel(model.aloud(rank: index + 1, school))
                }
            }
        }

        private func recruitingPosts(_ posts: [RecruitingPost]) -> some View {
            Section(texts.recentRecruitingPosts) {
                ForEach(posts) { post in
                    Button {
                        model.toggleExpansion(ofPost: post.id)
                    } label: {
                        Text(post.postContent ?? "")
                            .lineLimit(model.expandedPostID == post.id ? nil : 2)
                    }
                }
                Button(texts.viewAll) { model.openRecruitingPosts() }
            }
        }
    }
#endif
