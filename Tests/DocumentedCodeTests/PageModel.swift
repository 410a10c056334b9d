#if canImport(Observation)
    import CompassPages
    import Observation

    /// What the models of all pages have.
    @MainActor
    protocol PageModel: AnyObject, Observable, Sendable {
        var phase: LoadPhase { get }
        var isRefreshing: Bool { get }
        var banner: PageNotice? { get }
        var canRefresh: Bool { get }
        var texts: PageTexts { get }
        func appear()
        func disappear()
        func refresh() async
        func retry()
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension SocialAnalyticsModel: PageModel {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension SocialFeedModel: PageModel {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension TimelineModel: PageModel {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ActivityModel: PageModel {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ActivityWidgetModel: PageModel {}
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ReportsModel: PageModel {}
#endif
