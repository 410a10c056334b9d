import XCTest

@testable import CompassKernel

final class TimelineLabelsTests: XCTestCase {
    func testEventTypes() {
        let expected: [(String?, String?, String)] = [
            ("showcase", "Showcase", "🎯"), ("camp", "Camp", "⚾"), ("official_visit", "Official Visit", "✈️"),
            ("unofficial_visit", "Unofficial Visit", "🚗"), ("game", "Game", "🏟️"), ("other", "other", "📅"),
            ("Camp", "Camp", "📅"), ("", "", "📅"), (nil, nil, "📅"),
        ]
        for (type, text, emoji) in expected {
            let label = TimelineLabels.event(type)
            XCTAssertEqual(label.text, text)
            XCTAssertEqual(Array(label.emoji.utf8), Array(emoji.utf8), "\(type ?? "null")")
        }
    }

    func testInteractionTypes() {
        let expected = [
            ("email", "Email", "📧"), ("phone_call", "Phone Call", "📞"), ("text", "Text", "💬"),
            ("in_person_visit", "Visit", "👥"), ("virtual_meeting", "Virtual Meeting", "💻"),
            ("camp", "Camp", "⚾"), ("showcase", "Showcase", "🎯"), ("tweet", "Tweet", "𝕏"), ("dm", "DM", "💭"),
            ("other", "other", "📝"), ("game", "game", "📝"), ("official_visit", "official_visit", "📝"),
            ("unofficial_visit", "unofficial_visit", "📝"), ("fax", "fax", "📝"), ("", "", "📝"),
        ]
        for (type, text, emoji) in expected {
            let label = TimelineLabels.interaction(type)
            XCTAssertEqual(label.text, text)
            XCTAssertEqual(Array(label.emoji.utf8), Array(emoji.utf8), type)
        }
    }

    func testOfferTypes() {
        for (type, text) in [
            ("full_ride", "Full Ride"), ("partial", "Partial"), ("scholarship", "Scholarship"),
            ("recruited_walk_on", "Recruited Walk-On"), ("preferred_walk_on", "Preferred Walk-On"),
            ("grant", "grant"), ("", ""),
        ] {
            XCTAssertEqual(TimelineLabels.offer(type).text, text)
            XCTAssertEqual(TimelineLabels.offer(type).emoji, "🎉")
            XCTAssertEqual(TimelineLabels.offerText(type: type), text + " Offer")
        }
    }

    func testStatuses() {
        for (status, text) in [
            ("interested", "Interested"), ("contacted", "Contacted"), ("camp_invite", "Camp Invite"),
            ("recruited", "Recruited"), ("official_visit_invited", "Official Visit Invited"),
            ("official_visit_scheduled", "Official Visit Scheduled"), ("offer_received", "Offer Received"),
            ("committed", "Committed"), ("not_pursuing", "Not Pursuing"), ("researching", "researching"),
            ("declined", "declined"),
        ] {
            XCTAssertEqual(TimelineLabels.status(status).text, text)
            XCTAssertEqual(TimelineLabels.status(status).emoji, "📊")
            XCTAssertEqual(
                TimelineLabels.statusText(previous: "contacted", new: status), "Status: Contacted → \(text)")
        }
    }

    func testAStatusWithoutAPreviousOneIsInitial() {
        for previous in [nil, ""] {
            XCTAssertEqual(
                TimelineLabels.statusText(previous: previous, new: "committed"), "Status: Initial → Committed"
            )
        }
        XCTAssertEqual(
            TimelineLabels.statusText(previous: "researching", new: "declined"),
            "Status: researching → declined")
    }

    func testAnInteractionWithoutASubjectReadsItsType() {
        XCTAssertEqual(TimelineLabels.interactionText(subject: "Hello", type: "email"), "Hello")
        XCTAssertEqual(TimelineLabels.interactionText(subject: nil, type: "email"), "Email")
        XCTAssertEqual(TimelineLabels.interactionText(subject: "", type: "dm"), "DM")
        XCTAssertEqual(TimelineLabels.interactionText(subject: " ", type: "dm"), " ")
        XCTAssertEqual(TimelineLabels.interactionText(subject: nil, type: "fax"), "fax")
    }

    func testLinksArePercentEncoded() {
        func link(_ id: String, _ type: TimelineItemType) -> String? {
            TimelineItem(
                id: id, type: type, typeLabel: nil, emoji: "", label: "",
                date: .day(CivilDate(daysSinceEpoch: 0)), schoolName: "No School"
            ).link
        }
        XCTAssertEqual(link("event-42", .event), "/events/42")
        XCTAssertEqual(link("interaction-a b/é?#%", .interaction), "/interactions/a%20b%2F%C3%A9%3F%23%25")
        XCTAssertEqual(link("offer-A-z_0.9~", .offer), "/offers/A-z_0.9~")
        XCTAssertNil(link("status-1", .statusChange))
    }
}
