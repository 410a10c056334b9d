#if canImport(Observation)
    import CompassKernel
    import CompassPages
    import Foundation
    import XCTest

    /// The code of the articles on the models of the pages, with rows in memory and a clock that stands still.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    final class PageModelTests: XCTestCase {
        private static let source = MemorySource(rows: [
            .posts: [#"{"id": "p", "platform": "twitter", "post_date": "2026-02-10T11:30:00Z"}"#]
        ])

        /// Returns a store at noon, and its clock.
        @MainActor
        private func store(_ source: MemorySource = source) -> (CompassStore, HandClock) {
            let clock = HandClock()
            let noon = Timestamp(micros: 1_770_724_800_000_000)
            let store = CompassStore(
                PageEnvironment(
                    source: source, clock: clock, now: { noon }, zone: .utc, followsPosts: false))
            return (store, clock)
        }

        @MainActor
        func testAPageIsLoadedAndDrawn() async throws {
            let (posts, noon) = (Self.source.rows?[.posts] ?? [], Timestamp(micros: 1_770_724_800_000_000))

            let environment = PageEnvironment(
                source: MemorySource(rows: [.posts: posts]), now: { noon }, zone: .utc, followsPosts: false)
            let store = CompassStore(environment)
            let model = SocialFeedModel(store)
            model.appear()
            while model.phase != .content { await Task.yield() }
            XCTAssertEqual(model.countText, "1 post")
            XCTAssertEqual(model.posts.first?.relativeDate, "30m ago")
            model.disappear()

            XCTAssertNil(model.banner)
        }

        @MainActor
        func testALoadThatTakesLongShowsAPlaceholder() async throws {
            let clock = HandClock()
            let store = CompassStore(
                PageEnvironment(
                    source: MemorySource(rows: nil), clock: clock, now: { Timestamp(micros: 0) }, zone: .utc))
            let model = TimelineModel(store)
            model.appear()
            XCTAssertEqual(model.phase, .waiting)
            while model.phase == .waiting {
                clock.advance(by: store.environment.timings.placeholderDelay)
                await Task.yield()
            }
            XCTAssertEqual(model.phase, .placeholder)
            model.disappear()
            XCTAssertEqual(model.phase, .idle)
        }

        @MainActor
        func testAllModelsHaveTheSameLifeCycle() async throws {
            let (store, _) = store()
            let models: [any PageModel] = [
                SocialAnalyticsModel(store), SocialFeedModel(store), TimelineModel(store),
                ActivityModel(store), ActivityWidgetModel(store), ReportsModel(store),
            ]
            for model in models {
                XCTAssertEqual(model.phase, .idle)
                model.appear()
                while model.phase != .content { await Task.yield() }
                XCTAssertNil(model.banner)
                XCTAssertTrue(model.canRefresh)
                await model.refresh()
                XCTAssertFalse(model.isRefreshing)
                model.retry()
                model.disappear()
                XCTAssertEqual(model.texts, .english)
            }
        }

        @MainActor
        func testARefusedChangeIsUndone() async throws {
            let (store, _) = store()
            let model = SocialFeedModel(store)
            model.appear()
            while model.phase != .content { await Task.yield() }
            model.toggleFlag(ofPost: "p")
            XCTAssertEqual(model.posts.first?.flaggedForReview, true)
            while model.message == nil { await Task.yield() }
            XCTAssertEqual(model.message?.text, model.texts.common.changeUndone)
            XCTAssertEqual(model.posts.first?.flaggedForReview, false)
            model.disappear()
        }

        @MainActor
        func testASignOutDropsAllRowsUntilTheNextUser() async throws {
            let (store, _) = store()
            let model = SocialFeedModel(store)
            model.appear()
            while model.phase != .content { await Task.yield() }
            store.signOut()
            XCTAssertEqual(store.destination, .login)
            XCTAssertTrue(model.posts.isEmpty)
            store.destination = nil
            store.reset()
            while model.phase != .content { await Task.yield() }
            XCTAssertEqual(model.posts.map(\.id), ["p"])
            model.disappear()
        }

        @MainActor
        func testABannerTellsThatTheNetworkIsGone() async throws {
            let (isOnline, network) = AsyncStream.makeStream(of: Bool.self)
            let store = CompassStore(
                PageEnvironment(
                    source: Self.source, now: { Timestamp(micros: 0) }, zone: .utc, isOnline: isOnline,
                    followsPosts: false))
            let model = SocialFeedModel(store)
            model.appear()
            while model.phase != .content { await Task.yield() }
            network.yield(false)
            while store.isOnline { await Task.yield() }
            XCTAssertEqual(model.banner?.kind, .offline)
            XCTAssertFalse(model.canRefresh)
            network.yield(true)
            while !store.isOnline { await Task.yield() }
            XCTAssertNil(model.banner)
            model.disappear()
        }

        @MainActor
        func testADraftIsThereUntilItsSheetCloses() {
            let (store, _) = store()
            let model = SocialFeedModel(store)
            model.openFilterSheet()
            XCTAssertTrue(model.filterDraft.isPresent)
            model.filterDraft[or: FeedFilters()].platform = .instagram
            XCTAssertEqual(model.filterDraft?.platform, .instagram)
            XCTAssertNil(model.filters.platform)
            model.filterDraft.isPresent = false
            model.filterDraft[or: FeedFilters()].platform = .twitter
            XCTAssertNil(model.filterDraft)
        }

        func testADayIsADateOfAPickerAndBack() throws {
            var day = try XCTUnwrap(CivilDate(year: 2026, month: 2, day: 10))
            let date = day.pickerDate
            day = CivilDate(daysSinceEpoch: 0)
            day.pickerDate = date
            XCTAssertEqual(day.description, "2026-02-10")
        }

        func testSettingsAreKeptInTheDefaults() {
            let (settings, key) = (DefaultsSettings(), "PageModelTests.text")
            settings.setText("12", forKey: key)
            XCTAssertEqual(settings.text(forKey: key), "12")
            settings.setText(nil, forKey: key)
            XCTAssertNil(settings.text(forKey: key))
        }
    }
#endif
