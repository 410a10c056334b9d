import XCTest

@testable import CompassKernel

final class ActivityFeedTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    private func schools(_ names: [String: String]) throws -> SchoolDirectory {
        let rows = names.sorted { $0.key < $1.key }.map { #"{"id":"\#($0.key)","name":"\#($0.value)"}"# }
        return try SchoolDirectory.load(json: "[\(rows.joined(separator: ","))]".utf8).table
    }

    private func event(of interaction: Interaction, in schools: SchoolDirectory = .empty) -> ActivityEvent {
        ActivityFeed(interactions: InteractionTable([interaction]), schools: schools)
            .page(asOf: now, in: .utc).events[0]
    }

    private func interaction(
        _ id: String = "i", _ time: String = "2026-03-01T10:00:00Z", type: String = "email",
        school: String? = nil, subject: String? = nil, content: String? = nil
    ) -> Interaction {
        Interaction(
            id: id, type: type, time: instant(time), schoolID: school, subject: subject, content: content)
    }

    func testAnInteractionReadsAsItsCard() throws {
        let row = interaction(
            "7/ä", type: "phone_call", school: "s 1", subject: "Camp", content: "Talked about the camp")
        let event = event(of: row, in: try schools(["s 1": "Rice"]))
        XCTAssertEqual(
            event,
            ActivityEvent(
                id: "interaction-7/ä", type: .interaction,
                timestamp: ZonedTimestamp(row.time, offsetSeconds: 0), title: "Phone call with Rice",
                description: "Talked about the camp", icon: "☎️", entityType: .school, entityID: "s 1",
                entityName: "Rice", clickURL: "/interactions?id=7%2F%C3%A4", relativeTime: "2h ago"))
        XCTAssertTrue(event.isClickable)
    }

    func testAStatusChangeReadsAsItsCard() throws {
        let row = StatusChange(
            id: "1", newStatus: "official_visit_invited", time: instant("2026-02-27T12:00:00Z"),
            schoolID: "s 1")
        let feed = ActivityFeed(
            statusChanges: StatusChangeTable([row]), schools: try schools(["s 1": "Rice"]))
        XCTAssertEqual(
            feed.page(asOf: now, in: .utc).events,
            [
                ActivityEvent(
                    id: "status-1", type: .schoolStatusChange,
                    timestamp: ZonedTimestamp(row.time, offsetSeconds: 0),
                    title: "Rice status changed to official visit invited",
                    description: "No additional notes",
                    icon: "📍", entityType: .school, entityID: "s 1", entityName: "Rice",
                    clickURL: "/schools/s%201", relativeTime: "2d ago")
            ])
    }

    func testADocumentReadsAsItsCard() {
        let long = String(repeating: "ab", count: 26)
        let rows = [
            Document(id: "1", type: "rec_letter", time: instant("2026-01-15T12:00:00Z"), title: long),
            Document(id: "2", type: "résumé", time: instant("2026-01-14T12:00:00Z"), title: ""),
        ]
        let events = ActivityFeed(documents: DocumentTable(rows)).page(asOf: now, in: .utc).events
        XCTAssertEqual(
            events[0],
            ActivityEvent(
                id: "doc-1", type: .documentUpload, timestamp: ZonedTimestamp(rows[0].time, offsetSeconds: 0),
                title: "Uploaded rec letter", description: String(repeating: "ab", count: 25) + "...",
                icon: "📄", entityType: .document, entityID: "1", entityName: long, clickURL: nil,
                relativeTime: "Jan 15"))
        XCTAssertFalse(events[0].isClickable)
        XCTAssertEqual(events[1].description, "Untitled")
        XCTAssertEqual(events[1].entityName, "Untitled")
    }

    func testTitlesOfTypesBeginWithACapital() {
        for (type, title) in [
            ("email", "Email"), ("in_person_visit", "In person visit"), ("dm", "Dm"), ("ßay", "SSay"),
            ("_x", " x"), ("", ""), ("e\u{301}a_b", "E\u{301}a b"), ("ÀB_", "ÀB "),
        ] {
            XCTAssertEqual(event(of: interaction(type: type)).title, "\(title) with Unknown School", type)
        }
    }

    func testEachTypeOfInteractionHasItsIcon() {
        let icons = [
            "email": "1F4E7", "phone_call": "260E FE0F", "text": "1F4AC", "in_person_visit": "1F91D",
            "virtual_meeting": "1F4BB", "camp": "26FA", "showcase": "1F3AC", "tweet": "1F426", "dm": "1F4F1",
            "game": "1F4DD", "other": "1F4DD", "": "1F4DD", "Email": "1F4DD",
        ]
        for (type, scalars) in icons {
            let icon = event(of: interaction(type: type)).icon
            let found = icon.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
            XCTAssertEqual(found.joined(separator: " "), scalars, type)
        }
    }

    func testContentComesBeforeSubjectAndEmptyTextsAreNone() {
        for (content, subject, text) in [
            ("c", "s", "c"), (nil, "s", "s"), ("", "s", "s"), ("", "", "No additional details"),
            (nil, nil, "No additional details"), (" ", "s", " "),
        ] as [(String?, String?, String)] {
            let event = event(of: interaction(subject: subject, content: content))
            XCTAssertEqual(event.description, text)
        }
    }

    func testASchoolThatIsNotListedKeepsItsID() throws {
        let event = event(of: interaction(school: "gone"), in: try schools(["s": "Rice"]))
        XCTAssertEqual(event.entityID, "gone")
        XCTAssertEqual(event.entityName, "Unknown School")
        let nameless = self.event(of: interaction(school: "s"), in: try schools(["s": ""]))
        XCTAssertEqual(nameless.entityID, "s")
        XCTAssertEqual(nameless.entityName, "Unknown School")
        let changes = StatusChangeTable([StatusChange(id: "1", newStatus: "committed", time: now)])
        let change = ActivityFeed(statusChanges: changes).page(asOf: now, in: .utc).events[0]
        XCTAssertNil(change.entityID)
        XCTAssertNil(change.clickURL)
        XCTAssertEqual(change.title, "Unknown School status changed to committed")
    }

    /// Texts of columns with many kinds or schools are made for each event, those of others beforehand.
    func testEventsOfManyKindsAndSchoolsReadLikeThoseOfFew() throws {
        let directory = try schools(["s0": "Rice", "s4500": "Baylor", "s4999": ""])
        let rows = (0..<5_000).map {
            interaction("\($0)", type: "type_\($0)", school: $0 % 3 == 1 ? nil : "s\($0)", content: "c")
        }
        let changes = rows.map {
            StatusChange(id: $0.id, newStatus: $0.type, time: $0.time, schoolID: $0.schoolID)
        }
        let feed = ActivityFeed(
            interactions: InteractionTable(rows), statusChanges: StatusChangeTable(changes),
            schools: directory)
        let events = feed.page(size: 10_000, asOf: now, in: .utc).events
        XCTAssertEqual(events.count, 10_000)
        for number in stride(from: 0, to: 5_000, by: 250) + [4_999] {
            let alone = ActivityFeed(
                interactions: InteractionTable([rows[number]]),
                statusChanges: StatusChangeTable([changes[number]]), schools: directory
            ).page(asOf: now, in: .utc).events
            for event in alone { XCTAssertEqual(events.first { $0.id == event.id }, event, event.id) }
        }
    }

    func testEqualTimesStandInTheOrderOfTheEventsIDs() {
        let feed = ActivityFeed(
            interactions: InteractionTable(
                ["b", "a", "é", "z"].map { interaction($0, "2026-02-01T00:00:00Z") }),
            statusChanges: StatusChangeTable([
                StatusChange(id: "0", newStatus: "committed", time: instant("2026-02-01T00:00:00Z"))
            ]),
            documents: DocumentTable([
                Document(id: "9", type: "resume", time: instant("2026-02-01T00:00:00Z"))
            ]))
        XCTAssertEqual(
            feed.page(asOf: now, in: .utc).events.map(\.id),
            ["doc-9", "interaction-a", "interaction-b", "interaction-z", "interaction-é", "status-0"])
    }

    func testRangesAreExactMultiplesOf24HoursWithoutAnEnd() {
        let feed = ActivityFeed(
            interactions: InteractionTable([
                interaction("future", "2027-01-01T00:00:00Z"),
                interaction("edge", "2026-02-22T12:00:00Z"),
                interaction("before", "2026-02-22T11:59:59.999999Z"),
                interaction("month", "2026-01-30T12:00:00Z"), interaction("quarter", "2025-12-01T12:00:00Z"),
                interaction("old", "2025-12-01T11:59:59.999999Z"),
            ]))
        for (range, count) in [(.week, 2), (.month, 4), (.quarter, 5), (.all, 6)]
            as [(ActivityRange, Int)]
        {
            XCTAssertEqual(feed.page(where: ActivityFilter(range: range), asOf: now, in: .utc).total, count)
        }
        let extremes = [Timestamp(micros: .max), Timestamp(micros: .min)]
        for now in extremes {
            for range in ActivityRange.allCases {
                let total = feed.page(where: ActivityFilter(range: range), asOf: now, in: .utc).total
                XCTAssertEqual(total, range == .all || now.micros < 0 ? 6 : 0)
            }
        }
    }

    func testPageNumbersAreClampedAndAnEmptyFeedHasOnePage() {
        let rows = (0..<41).map { interaction("\($0)", "2026-02-01T00:00:00Z") }
        let feed = ActivityFeed(interactions: InteractionTable(rows))
        for (number, shown, count) in [(1, 1, 20), (2, 2, 20), (3, 3, 1), (4, 3, 1), (0, 1, 20), (-9, 1, 20)]
        {
            let page = feed.page(number, asOf: now, in: .utc)
            XCTAssertEqual([page.page, page.totalPages, page.events.count], [shown, 3, count])
        }
        for number in [Int.min, 0, 1, Int.max] {
            for size in [Int.min, 0, 1, Int.max] {
                let page = ActivityFeed().page(number, size: size, asOf: now, in: .utc)
                XCTAssertEqual([page.page, page.totalPages, page.total], [1, 1, 0])
                XCTAssertGreaterThanOrEqual(
                    feed.page(number, size: size, asOf: now, in: .utc).events.count, 1)
            }
        }
        XCTAssertEqual(feed.widget(asOf: now, in: .utc).count, 10)
        XCTAssertEqual(feed.widget(size: 50, asOf: now, in: .utc).count, 41)
    }

    func testOnlyTheNewestOfEachSourceAreShownWhenThatIsAskedFor() {
        let interactions = (0..<9).map { interaction("\($0)", "2026-02-0\(9 - $0)T00:00:00Z") }
        let documents = (0..<3).map { Document(id: "\($0)", type: "resume", time: now) }
        var random = SeededRandom()
        func feed(_ limit: Int?) -> ActivityFeed {
            ActivityFeed(
                interactions: InteractionTable(interactions.shuffled(using: &random)),
                documents: DocumentTable(documents), limitPerSource: limit)
        }
        XCTAssertEqual(
            feed(2).page(asOf: now, in: .utc).events.map(\.id),
            ["doc-0", "doc-1", "interaction-0", "interaction-1"], random.label)
        XCTAssertEqual(feed(5).count, 8, random.label)
        XCTAssertEqual(feed(nil).count, 12, random.label)
        for limit in [0, -1, Int.min] { XCTAssertEqual(feed(limit).count, 0, random.label) }
        var limited = feed(2)
        XCTAssertFalse(limited.remove(id: "interaction-8"), "not shown; \(random.label)")
        XCTAssertTrue(limited.put(interactions[8]), "shown from now on; \(random.label)")
        XCTAssertTrue(limited.put(interactions[8]), "replaced; \(random.label)")
        XCTAssertTrue(limited.put(interaction("new", "2020-01-01T00:00:00Z")), random.label)
        XCTAssertEqual(limited.count, 6, random.label)
    }

    func testSourcesThatCouldNotBeReadAreNamedAndTheOthersShown() {
        let broken = SourceFailure(table: "schools", reason: "line 3")
        let feed = ActivityFeed(
            interactions: InteractionTable([interaction()]), statusChanges: nil, documents: nil,
            failures: [broken, SourceFailure(table: "documents", reason: "no such file")])
        let page = feed.page(asOf: now, in: .utc)
        XCTAssertEqual(page.total, 1)
        XCTAssertEqual(
            page.failures,
            [
                broken, SourceFailure(table: "documents", reason: "no such file"),
                SourceFailure(table: "school_status_history", reason: "missing"),
            ])
        XCTAssertEqual(ActivityFeed().page(asOf: now, in: .utc).failures, [])
    }

    func testATableThatIsNamedAsFailedCountsAsNotRead() throws {
        let failures = ["interactions", "schools"].map { SourceFailure(table: $0, reason: "line 3") }
        let feed = ActivityFeed(
            interactions: InteractionTable([interaction()]),
            statusChanges: StatusChangeTable([
                StatusChange(id: "1", newStatus: "committed", time: now, schoolID: "s")
            ]), schools: try schools(["s": "Rice"]), failures: failures)
        let page = feed.page(asOf: now, in: .utc)
        XCTAssertEqual(page.events.map(\.id), ["status-1"])
        XCTAssertEqual(page.events.map(\.entityName), ["Unknown School"])
        XCTAssertEqual(page.failures, failures)
    }

    func testCopiesShareNoChanges() {
        var feed = ActivityFeed(interactions: InteractionTable([interaction("1", "2026-02-01T00:00:00Z")]))
        let copy = feed
        XCTAssertTrue(feed.put(interaction("2", "2026-02-02T00:00:00Z")))
        XCTAssertEqual(copy.page(asOf: now, in: .utc).events.map(\.id), ["interaction-1"])
        XCTAssertEqual(
            feed.page(asOf: now, in: .utc).events.map(\.id), ["interaction-2", "interaction-1"])
    }

    func testARowReplacesTheOneWithItsID() {
        var feed = ActivityFeed(interactions: InteractionTable([interaction("1")]))
        let new = Document(id: "1", type: "resume", time: now)
        XCTAssertTrue(feed.put(new), "ids of another table are others")
        let page = feed.page(asOf: now, in: .utc)
        XCTAssertTrue(feed.put(new))
        XCTAssertFalse(feed.put(interaction("", "2020-01-01T00:00:00Z")))
        XCTAssertEqual(feed.page(asOf: now, in: .utc), page)
        XCTAssertTrue(feed.put(interaction("1", "2020-01-01T00:00:00Z", content: "else")))
        let replaced = feed.page(asOf: now, in: .utc).events
        XCTAssertEqual(replaced.map(\.id), ["doc-1", "interaction-1"])
        XCTAssertEqual(replaced.last?.description, "else")
        XCTAssertFalse(feed.remove(id: "status-1"))
        XCTAssertTrue(feed.remove(id: "interaction-1"))
        XCTAssertEqual(feed.page(asOf: now, in: .utc).events.map(\.id), ["doc-1"])
        XCTAssertEqual(feed.checkInvariants(), [])
    }

    func testMemoryOfASearchIsCountedOnceItsTextsAreBuilt() {
        let feed = ActivityFeed(interactions: InteractionTable([interaction(content: "Camp in Houston")]))
        XCTAssertEqual(feed.searchByteCount, 0)
        feed.prepareForSearch()
        let shownByteCount = feed.searchByteCount
        XCTAssertGreaterThan(shownByteCount, 0)
        feed.prepareForSearch(wholeText: true)
        XCTAssertGreaterThan(feed.searchByteCount, shownByteCount)
    }

    func testSearchSeesWhatIsShownOrTheWholeText() {
        let long = String(repeating: "x", count: 49) + "yz behind"
        let feed = ActivityFeed(interactions: InteractionTable([interaction("1", content: long)]))
        func count(_ text: String, whole: Bool = false) -> Int {
            let filter = ActivityFilter(search: text, searchesWholeText: whole)
            return feed.page(where: filter, asOf: now, in: .utc).total
        }
        XCTAssertEqual(count("XY"), 1)
        XCTAssertEqual(count("y..."), 1)
        XCTAssertEqual(count("yz"), 0)
        XCTAssertEqual(count("behind"), 0)
        XCTAssertEqual(count("behind", whole: true), 1)
        XCTAssertEqual(count("y...", whole: true), 0)
        XCTAssertEqual(count("\u{a0}email WITH unknown\n", whole: true), 1)
        XCTAssertEqual(count("email with unknown"), 1)
        XCTAssertEqual(count("schoolx"), 0, "title and description are searched on their own")
    }

    /// Only the first character of a kind is in upper case, whatever it consists of.
    func testTitlesOfAnyKind() {
        let kinds: [(kind: String, title: String)] = [
            ("", " with R"), ("a", "A with R"), ("dm", "Dm with R"), ("DM", "DM with R"),
            ("_a_b", " a b with R"), ("1st_call", "1st call with R"), ("\u{E9}mail", "\u{C9}mail with R"),
            ("e\u{301}mail", "E\u{301}mail with R"), ("\u{DF}_x", "SS x with R"), ("\r\nx", "\r\nx with R"),
            ("\u{1C6}a", "\u{1C4}a with R"), ("a\u{30A}", "A\u{30A} with R"), ("{z", "{z with R"),
        ]
        for (kind, title) in kinds {
            XCTAssertEqual(
                Array(ActivityType.interaction.title(kind: kind, schoolName: "R").utf8), Array(title.utf8),
                kind.debugDescription)
            XCTAssertEqual(
                ActivityType.schoolStatusChange.title(kind: kind, schoolName: "R"),
                "R status changed to " + kind.replacing("_", with: " "))
            XCTAssertEqual(
                ActivityType.documentUpload.title(kind: kind, schoolName: "R"),
                "Uploaded " + kind.replacing("_", with: " "))
        }
    }

    func testOnlyUnreservedBytesOfALinkAreNotEncoded() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        for byte in UInt8.min...UInt8.max {
            let digits = String(byte, radix: 16, uppercase: true)
            let wanted =
                unreserved.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
            XCTAssertEqual(PercentEncoding.encoded([byte]), wanted)
            XCTAssertEqual(
                PercentEncoding.encoded([0x61, byte, byte].lazy.map { $0 }), "a" + wanted + wanted)
        }
        XCTAssertEqual(PercentEncoding.encoded([]), "")
    }

    func testLongTextsAreEncodedByteForByte() {
        for byte in UInt8.min...UInt8.max {
            for place in [0, 1, 7, 8, 30, 31, 32, 35] {
                var text = Array("0a1b2c3d-4e5f-6071-8293-a4B5c6.7e_fZ".utf8)
                text[place] = byte
                let expected = text.map { PercentEncoding.encoded([$0]) }.joined()
                XCTAssertEqual(PercentEncoding.encoded(text), expected, "\(byte) at \(place)")
            }
        }
    }
}
