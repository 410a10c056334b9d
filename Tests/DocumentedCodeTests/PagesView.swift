#if canImport(SwiftUI) && (os(iOS) || os(macOS))
    import CompassKernel
    import CompassPages
    import Network
    import SwiftUI

    @available(macOS 14, iOS 17, *)
    @MainActor
    func makeStore(_ source: any CompassDataSource) -> CompassStore {
        CompassStore(
            PageEnvironment(
                source: source, now: { Timestamp(Date()) }, zone: ZoneOffsets(TimeZone.current),
                isOnline: networkChanges(), settings: DefaultsSettings(), log: { print($0) }))
    }

    /// Returns whether there is a network, now and whenever that changes.
    @available(macOS 14, iOS 17, *)
    func networkChanges() -> AsyncStream<Bool> {
        AsyncStream { continuation in
            let task = Task {
                for await path in NWPathMonitor() { continuation.yield(path.status == .satisfied) }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The five pages as tabs.
    @available(macOS 14, iOS 17, *)
    struct PagesView: View {
        enum Page: Hashable { case analytics, feed, timeline, activity, reports }

        let store: CompassStore
        let logIn: @MainActor () -> Void
        let open: @MainActor (String) -> Void
        @State private var page = Page.analytics
        @State private var feedFilters: FeedFilters?

        private var texts: PageTexts { store.environment.texts }

        var body: some View {
            TabView(selection: $page) {
                NavigationStack { SocialAnalyticsView(store) }
                    .tabItem { Label(texts.socialAnalytics.tab, systemImage: "chart.bar") }
                    .tag(Page.analytics)
                NavigationStack { SocialFeedView(store, filters: $feedFilters) }
                    .tabItem { Label(texts.socialFeed.tab, systemImage: "text.bubble") }
                    .tag(Page.feed)
                NavigationStack { RecruitingTimelineView(store) }
                    .tabItem { Label(texts.timeline.tab, systemImage: "calendar") }
                    .tag(Page.timeline)
                NavigationStack { ActivityHistoryView(store) }
                    .tabItem { Label(texts.activity.tab, systemImage: "clock") }
                    .tag(Page.activity)
                NavigationStack { ReportsView(store) }
                    .tabItem { Label(texts.reports.tab, systemImage: "doc.text") }
                    .tag(Page.reports)
            }
            .onChange(of: store.destination, initial: true) { go() }
        }

        private func go() {
            guard let destination = store.destination else { return }
            store.destination = nil
            switch destination {
            case .login: logIn()
            case .socialFeed(let filters): (feedFilters, page) = (filters, .feed)
            case .socialAnalytics: page = .analytics
            case .reports: page = .reports
            case .path(let path): open(path)
            }
        }
    }
#endif
