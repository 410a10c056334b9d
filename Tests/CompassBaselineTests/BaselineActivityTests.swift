import Foundation
import XCTest

@testable import CompassBaseline

/// The activity feed, on rows whose results were computed by hand.
final class BaselineActivityTests: XCTestCase {
    private let utc = TimeZone.gmt
    private let now = Timeline.instant("2026-03-01T12:00:00Z")
    private let schools = BaselineSchools([
        BaselineSchool(id: "s", name: "Stanford"), BaselineSchool(id: "e", name: ""),
    ])

    private func interaction(
        _ id: BaselineText, _ time: String = "2026-03-01T10:00:00Z", type: BaselineText = "email",
        school: BaselineText? = "s", subject: BaselineText? = nil, content: BaselineText? = nil
    ) -> BaselineInteraction {
        BaselineInteraction(
            id: id, type: type, time: Timeline.instant(time), schoolID: school, subject: subject,
            content: content)
    }

    private func change(
        _ id: BaselineText, _ time: String = "2026-03-01T10:00:00Z", status: BaselineText = "committed",
        school: BaselineText? = "s", notes: BaselineText? = nil
    ) -> BaselineStatusChange {
        BaselineStatusChange(
            id: id, newStatus: status, time: Timeline.instant(time), schoolID: school, notes: notes)
    }

    private func document(
        _ id: BaselineText, _ time: String = "2026-03-01T10:00:00Z", type: BaselineText = "resume",
        title: BaselineText? = nil
    ) -> BaselineDocument {
        BaselineDocument(
            id: id, type: type, time: Timeline.instant(time), title: title, schoolID: "s")
    }

    private func feed(
        _ interactions: [BaselineInteraction] = [], _ changes: [BaselineStatusChange] = [],
        _ documents: [BaselineDocument] = [], limit: Int? = nil
    ) -> BaselineActivityFeed {
        BaselineActivityFeed(
            interactions: .init(interactions), statusChanges: .init(changes), documents: .init(documents),
            schools: schools, limitPerSource: limit)
    }

    private func page(
        _ feed: BaselineActivityFeed, _ number: Int = 1, size: Int = 20,
        filter: BaselineActivityFilter = .init()
    ) -> BaselineActivityPage {
        feed.page(number, size: size, filter: filter, now: now, zone: utc)
    }

    private func ids(_ page: BaselineActivityPage) -> [BaselineText] { page.events.map(\.id) }

    func testCardsOfTheThreeKinds() {
        let page = page(
            feed(
                [interaction("1", type: "phone_call", subject: "Hello", content: "All well")],
                [change("2", "2026-02-27T12:00:00Z", status: "camp_invite", notes: "July")],
                [document("3", "2025-12-31T23:59:59Z", type: "rec_letter", title: "Letter")]))
        XCTAssertEqual(
            page,
            BaselineActivityPage(
                total: 3, page: 1, totalPages: 1,
                events: [
                    BaselineActivityEvent(
                        id: "interaction-1", type: .interaction,
                        time: Timeline.instant("2026-03-01T10:00:00Z"),
                        title: "Phone call with Stanford", description: "All well", icon: "☎️",
                        entityType: "school", entityID: "s", entityName: "Stanford",
                        clickURL: "/interactions?id=1", relativeTime: "2h ago"),
                    BaselineActivityEvent(
                        id: "status-2", type: .statusChange, time: Timeline.instant("2026-02-27T12:00:00Z"),
                        title: "Stanford status changed to camp invite", description: "July", icon: "📍",
                        entityType: "school", entityID: "s", entityName: "Stanford", clickURL: "/schools/s",
                        relativeTime: "2d ago"),
                    BaselineActivityEvent(
                        id: "doc-3", type: .documentUpload, time: Timeline.instant("2025-12-31T23:59:59Z"),
                        title: "Uploaded rec letter", description: "Letter", icon: "📄",
                        entityType: "document", entityID: "3", entityName: "Letter", clickURL: nil,
                        relativeTime: "Dec 31"),
                ]))
    }

    func testTitlesAndIconsOfInteractions() {
        let types: [(BaselineText, BaselineText, BaselineText)] = [
            ("email", "Email", "📧"), ("phone_call", "Phone call", "☎️"), ("text", "Text", "💬"),
            ("in_person_visit", "In person visit", "🤝"), ("virtual_meeting", "Virtual meeting", "💻"),
            ("camp", "Camp", "⛺"), ("showcase", "Showcase", "🎬"), ("tweet", "Tweet", "🐦"),
            ("dm", "Dm", "📱"), ("game", "Game", "📝"), ("other", "Other", "📝"), ("", "", "📝"),
            ("Email", "Email", "📝"), ("_dm", " dm", "📝"), ("\u{DF}x", "SSx", "📝"),
            ("e\u{301}a", "E\u{301}a", "📝"), ("e\u{302}a__b", "E\u{302}a  b", "📝"),
        ]
        for (type, title, icon) in types {
            let event = page(feed([interaction("1", type: type)])).events[0]
            XCTAssertEqual(event.title, BaselineText("\(title) with Stanford"))
            XCTAssertEqual(event.icon, icon, type.string)
        }
    }

    func testSchoolsThatAreNotKnown() {
        let schools: [(BaselineText?, BaselineText, BaselineText?, BaselineText?)] = [
            ("s", "Stanford", "s", "/schools/s"), ("x", "Unknown School", "x", "/schools/x"),
            (nil, "Unknown School", nil, nil), ("", "Unknown School", nil, nil),
            ("e", "Unknown School", "e", "/schools/e"), ("S", "Unknown School", "S", "/schools/S"),
        ]
        for (id, name, entity, url) in schools {
            let events = page(feed([interaction("1", school: id)], [change("2", school: id)])).events
            XCTAssertEqual(events.map(\.entityName), [name, name])
            XCTAssertEqual(events.map(\.entityID), [entity, entity])
            XCTAssertEqual(events.map(\.clickURL), ["/interactions?id=1", url])
            XCTAssertEqual(
                events.map(\.title.string), ["Email with \(name)", "\(name) status changed to committed"])
        }
    }

    func testDescriptionsAreTheFirstTextThereIs() {
        let texts: [(BaselineText?, BaselineText?, BaselineText)] = [
            ("C", "S", "C"), ("", "S", "S"), (nil, "S", "S"), (" ", "S", " "),
            (nil, "", "No additional details"), ("", nil, "No additional details"),
        ]
        for (content, subject, description) in texts {
            let event = page(feed([interaction("1", subject: subject, content: content)])).events[0]
            XCTAssertEqual(event.description, description)
        }
        for notes in [nil, ""] as [BaselineText?] {
            XCTAssertEqual(
                page(feed([], [change("1", notes: notes)])).events[0].description, "No additional notes")
            let upload = page(feed([], [], [document("1", title: notes)])).events[0]
            XCTAssertEqual(upload.description, "Untitled")
            XCTAssertEqual(upload.entityName, "Untitled")
        }
    }

    func testDescriptionsAreCutAfterFiftyCharacters() {
        // Each of them is one character for a reader.
        for character in ["a", "é", "e\u{301}", "👍🏽", "\r\n", "🇺🇸", "👨‍👩‍👧", "각", "\u{1100}\u{1161}"] {
            for count in [0, 1, 49, 50, 51, 200] {
                let text = String(repeating: character, count: count)
                let wanted =
                    count == 0
                    ? ["No additional details", "No additional notes", "Untitled"]
                    : count <= 50
                        ? [text, text, text]
                        : Array(repeating: String(repeating: character, count: 50) + "...", count: 3)
                let events = page(
                    feed(
                        [interaction("1", content: BaselineText(text))],
                        [change("2", notes: BaselineText(text))],
                        [document("3", title: BaselineText(text))])
                ).events
                let byKind = BaselineActivityType.allCases.compactMap { type in
                    events.first { $0.type == type }?.description
                }
                XCTAssertEqual(byKind, wanted.map { BaselineText($0) }, "\(count) times \(character)")
            }
        }
        let title = BaselineText(String(repeating: "b", count: 60))
        XCTAssertEqual(page(feed([], [], [document("1", title: title)])).events[0].entityName, title)
    }

    func testIDsAreEncodedInURLs() {
        let ids: [(BaselineText, BaselineText)] = [
            ("aZ09-._~", "aZ09-._~"), ("a b/c?d&e=f#g%h+", "a%20b%2Fc%3Fd%26e%3Df%23g%25h%2B"),
            ("\u{E9}\u{0}\n", "%C3%A9%00%0A"), ("😀", "%F0%9F%98%80"),
            ("!*'();:@,$[]", "%21%2A%27%28%29%3B%3A%40%2C%24%5B%5D"),
        ]
        for (id, encoded) in ids {
            let events = page(feed([interaction(id)], [change("1", school: id)])).events
            XCTAssertEqual(events[0].clickURL, BaselineText("/interactions?id=\(encoded)"))
            XCTAssertEqual(events[1].clickURL, BaselineText("/schools/\(encoded)"))
        }
    }

    func testNewestFirstThenByID() {
        let page = page(
            feed(
                [interaction("b"), interaction("a"), interaction("c", "2026-03-02T00:00:00Z")],
                [
                    change("a"), change("\u{E9}"), change("e\u{301}"),
                    change("z", "2026-03-01T10:00:00.000001Z"),
                ],
                [document("z"), document("y", "2026-03-01T09:59:59.999999Z")]))
        XCTAssertEqual(
            ids(page),
            [
                "interaction-c", "status-z", "doc-z", "interaction-a", "interaction-b", "status-a",
                "status-e\u{301}", "status-\u{E9}", "doc-y",
            ])
        XCTAssertEqual(page.events.map(\.relativeTime)[0...2], ["just now", "1h ago", "2h ago"])
    }

    func testRangesAreExactMultiplesOf24HoursWithoutAnEnd() throws {
        // Clocks went forward on 8 March, so that the wall shows another time 7 days before.
        let now = Timeline.instant("2026-03-10T12:00:00Z")
        let feed = feed(
            [
                interaction("future", "2030-01-01T00:00:00Z"), interaction("7d", "2026-03-03T12:00:00Z"),
                interaction("7d-", "2026-03-03T11:59:59.999999Z"), interaction("30d", "2026-02-08T12:00:00Z"),
                interaction("30d-", "2026-02-08T11:59:59.999999Z"),
                interaction("90d", "2025-12-10T12:00:00Z"),
                interaction("90d-", "2025-12-10T11:59:59.999999Z"),
            ])
        let counts = try BaselineActivityRange.allCases.map { range in
            feed.page(filter: .init(range: range), now: now, zone: try Timeline.zone("America/New_York"))
                .total
        }
        XCTAssertEqual(counts, [7, 2, 4, 6])
    }

    func testSearchLooksIntoTitlesAndDescriptionsAsShown() {
        let long = BaselineText(String(repeating: "x", count: 50) + "needle")
        let feed = feed(
            [interaction("1", subject: "Straße", content: nil), interaction("2", content: long)],
            [change("3", notes: "STANFORD? \u{130}"), change("4", status: "camp_invite", school: nil)],
            [document("5", title: "e\u{301}"), document("6", title: nil)])
        let searches: [(BaselineText, [BaselineText])] = [
            ("", ["doc-5", "doc-6", "interaction-1", "interaction-2", "status-3", "status-4"]),
            (" \n", ["doc-5", "doc-6", "interaction-1", "interaction-2", "status-3", "status-4"]),
            ("stanford", ["interaction-1", "interaction-2", "status-3"]),
            (" Email WITH st ", ["interaction-1", "interaction-2"]),
            ("straße", ["interaction-1"]), ("STRASSE", []), ("needle", []), ("xx...", ["interaction-2"]),
            ("camp invite", ["status-4"]), ("camp_invite", []), ("unknown school", ["status-4"]),
            ("i\u{307}", ["status-3"]), ("\u{E9}", []),
            ("e", ["doc-5", "doc-6", "interaction-1", "interaction-2", "status-3", "status-4"]),
            ("\u{301}", ["doc-5"]), ("untitled", ["doc-6"]), ("no additional", ["status-4"]),
            ("resume e", []),
        ]
        for (search, found) in searches {
            XCTAssertEqual(ids(page(feed, filter: .init(search: search))), found, search.string)
        }
        XCTAssertEqual(
            ids(page(feed, filter: .init(search: "needle", searchesWholeText: true))), ["interaction-2"])
        XCTAssertEqual(ids(page(feed, filter: .init(search: "...", searchesWholeText: true))), [])
        XCTAssertEqual(ids(page(feed, filter: .init(type: .documentUpload, search: "stanford"))), [])
        let texts = feed.preparedTexts()
        let prepared = feed.page(filter: .init(search: "unt"), now: now, zone: utc, texts: texts)
        XCTAssertEqual(ids(prepared), ["doc-6"])
    }

    func testPagesAreClamped() {
        let feed = feed((0..<41).map { interaction(BaselineText("\(100 + $0)")) })
        let pages: [(Int, Int, Int, Int, [BaselineText])] = [
            (1, 20, 1, 3, ["interaction-100", "interaction-119"]),
            (3, 20, 3, 3, ["interaction-140", "interaction-140"]),
            (4, 20, 3, 3, ["interaction-140", "interaction-140"]),
            (0, 20, 1, 3, ["interaction-100", "interaction-119"]),
            (.min, 41, 1, 1, ["interaction-100", "interaction-140"]),
            (.max, 0, 41, 41, ["interaction-140", "interaction-140"]),
            (2, .max, 1, 1, ["interaction-100", "interaction-140"]),
        ]
        for (number, size, shown, totalPages, ends) in pages {
            let page = page(feed, number, size: size)
            XCTAssertEqual([page.total, page.page, page.totalPages], [41, shown, totalPages])
            XCTAssertEqual([page.events.first?.id, page.events.last?.id], ends)
        }
        XCTAssertEqual(
            page(self.feed(), 5), BaselineActivityPage(total: 0, page: 1, totalPages: 1, events: []))
    }

    func testEachSourceMayBeCapped() {
        let feed = feed(
            [interaction("b"), interaction("a"), interaction("c", "2020-01-01T00:00:00Z")],
            [change("d", "2026-02-01T00:00:00Z")], [document("e"), document("f"), document("g")], limit: 2)
        XCTAssertEqual(
            ids(page(feed)), ["doc-e", "doc-f", "interaction-a", "interaction-b", "status-d"])
    }

    func testRowsThatArePutTakeTheirPlacesAndThoseOfTheirIds() {
        var feed = feed([interaction("a"), interaction("old", "2020-01-01T00:00:00Z")], limit: 1)
        XCTAssertTrue(feed.put(interaction("c", "2026-03-01T11:00:00Z")))
        XCTAssertTrue(feed.put(change("a")))
        XCTAssertTrue(feed.put(document("a")))
        XCTAssertTrue(feed.put(interaction("0", "2019-01-01T00:00:00Z")))
        XCTAssertTrue(feed.put(interaction("0", "2019-01-01T00:00:00Z")), "replaced")
        XCTAssertFalse(feed.put(document("")))
        XCTAssertEqual(
            ids(page(feed)), ["interaction-c", "doc-a", "interaction-a", "status-a", "interaction-0"])
        XCTAssertTrue(feed.put(interaction("old", "2020-01-01T00:00:00Z")), "shown from now on")
        XCTAssertTrue(feed.put(interaction("c", "2018-01-01T00:00:00Z")))
        XCTAssertTrue(feed.remove(id: "status-a"))
        XCTAssertFalse(feed.remove(id: "status-a"))
        XCTAssertEqual(
            ids(page(feed)), ["doc-a", "interaction-a", "interaction-old", "interaction-0", "interaction-c"])
    }
}
