import CompassKernel
import CompassPages
import Foundation
import XCTest

/// The English texts, and what is said of them in the article.
final class PageTextsTests: XCTestCase {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private let texts = PageTexts.english

    /// A text, or a form of one, with the names of its group and key.
    private struct Text {
        let group: String
        let key: String
        let form: String?
        let text: String
    }

    /// The English texts as they are encoded, in the order of their names.
    private static func english() throws -> [Text] {
        let groups = try JSONSerialization.jsonObject(with: JSONEncoder().encode(PageTexts.english))
        var all: [Text] = []
        for (group, keys) in try XCTUnwrap(groups as? [String: [String: Any]]) {
            for (key, value) in keys {
                if let text = value as? String {
                    all.append(Text(group: group, key: key, form: nil, text: text))
                } else {
                    for (form, text) in try XCTUnwrap(value as? [String: String]) {
                        all.append(Text(group: group, key: key, form: form, text: text))
                    }
                }
            }
        }
        return all.sorted { ($0.group, $0.key, $0.form ?? "") < ($1.group, $1.key, $1.form ?? "") }
    }

    /// The committed list was checked against the specifications; `COMPASS_RENEW_GOLDEN=1` rewrites it.
    func testTheTextsAreTheCommittedOnes() throws {
        let file = Self.folder.appendingPathComponent("PageTexts.json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(texts) + Data("\n".utf8)
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" { try bytes.write(to: file) }
        let committed = try Data(contentsOf: file)
        // Layouts of encoders differ in their white space.
        XCTAssertEqual(
            try JSONSerialization.jsonObject(with: bytes) as? NSDictionary,
            try JSONSerialization.jsonObject(with: committed) as? NSDictionary)
        XCTAssertEqual(try JSONDecoder().decode(PageTexts.self, from: committed), texts)
    }

    func testEachTextStandsOnce() throws {
        var keys: [String: [String]] = [:]
        for text in try Self.english() { keys[text.text, default: []].append("\(text.group).\(text.key)") }
        // Where two pages have the same text for their own.
        let shared = [
            "📊": ["socialAnalytics.emptyIcon", "timeline.emptyIcon"],
            "Server error. Unable to load data.": ["reports.serverError", "timeline.serverError"],
            "All Time": ["activity.allTime", "socialAnalytics.allTime", "timeline.allTime"],
            "Interactions": ["activity.interactions", "reports.interactions", "timeline.interactions"],
        ]
        XCTAssertEqual(keys.filter { $0.value.count > 1 }, shared)
    }

    func testTextsAreWhole() throws {
        for text in try Self.english() {
            let name = "\(text.group).\(text.key): \(text.text)"
            XCTAssertFalse(text.text.isEmpty, name)
            XCTAssertEqual(text.text, text.text.trimmingCharacters(in: .whitespacesAndNewlines), name)
            // Neither the specification's places nor an apostrophe of another kind.
            XCTAssertNil(text.text.firstIndex { "[]’“”…".contains($0) }, name)
            let names = TextTemplate(text.text).placeholders
            XCTAssertEqual(text.text.count { $0 == "{" }, names.count, name)
            XCTAssertEqual(text.text.count { $0 == "}" }, names.count, name)
        }
    }

    func testBothFormsHaveTheSamePlaceholders() throws {
        let forms = Dictionary(grouping: try Self.english().filter { $0.form != nil }) {
            "\($0.group).\($0.key)"
        }
        XCTAssertFalse(forms.isEmpty)
        for (name, forms) in forms {
            XCTAssertEqual(forms.map(\.form), ["one", "other"], name)
            let placeholders = forms.map { TextTemplate($0.text).placeholders }
            XCTAssertEqual(placeholders[0], placeholders[1], name)
            XCTAssertTrue(placeholders[0].contains("count"), name)
        }
    }

    func testTextsOfCommon() {
        let common = texts.common
        XCTAssertEqual(Platform.allCases.map(common.name), ["Twitter/X", "Instagram"])
        XCTAssertEqual(
            common.cardAloud(label: "Recruiting Posts", value: "12", subtitle: "40%"),
            "Recruiting Posts: 12. 40%")
        XCTAssertEqual(common.cardAloud(label: "Schools", value: "25"), "Schools: 25.")
        XCTAssertEqual(common.cardAloud(label: "Schools", value: "25", subtitle: ""), "Schools: 25.")
        XCTAssertEqual(common.postCount.text(count: 1), "1 post")
    }

    func testTextsOfSocialAnalytics() {
        let texts = texts.socialAnalytics
        XCTAssertEqual(
            texts.sentimentChartAloud([("Very Positive", 3, "75"), ("Negative", 1, "25")]),
            "Sentiment distribution chart. Very Positive: 3 posts, 75 percent. Negative: 1 post, 25 percent.")
        XCTAssertEqual(
            texts.platformChartAloud([("Twitter/X", 2), ("Instagram", 1)]),
            "Platform distribution chart. Twitter/X: 2 posts. Instagram: 1 post.")
        XCTAssertEqual(
            texts.dayChartAloud([("Feb 3", 0), ("Feb 4", 1)]),
            "Activity by day chart. Feb 3: 0 posts. Feb 4: 1 post.")
        XCTAssertEqual(texts.dayChartAloud([]), "Activity by day chart.")
        XCTAssertEqual(texts.schoolAloud(rank: 1, school: "Rice", count: 1), "Rank 1. Rice. 1 post.")
        XCTAssertEqual(texts.schoolAloud(rank: 2, school: "{rank}", count: 9), "Rank 2. {rank}. 9 posts.")
        XCTAssertEqual(texts.dayTooltip.text(count: 5, ["date": "Feb 3"]), "Feb 3: 5 posts")
    }

    func testTextsOfSocialFeed() {
        let texts = texts.socialFeed
        XCTAssertEqual(
            texts.cardAloud(
                platform: "Instagram", author: "Coach Smith", date: "2h ago", content: "Camp day!",
                sentiment: "Positive", isFlagged: true),
            "Instagram post from Coach Smith. 2h ago. Camp day!. Positive. Flagged.")
        XCTAssertEqual(
            texts.cardAloud(
                platform: "Twitter/X", author: nil, date: "just now", content: "", sentiment: nil,
                isFlagged: false),
            "Twitter/X post from unknown author. just now. No text. No sentiment. Not flagged.")
        XCTAssertEqual(
            Sentiment.allCases.map(texts.filterLabel),
            zip(["🔥", "👍", "😐", "👎"], Sentiment.allCases).map { "\($0) \($1.label)" })
        XCTAssertEqual(texts.filtersAloud.text(count: 0), "Filter posts. 0 filters active.")
        XCTAssertEqual(texts.filtersAloud.text(count: 1), "Filter posts. 1 filter active.")
        XCTAssertEqual(texts.syncFailed.text(["reason": "{reason}"]), "Sync failed: {reason}")
    }

    func testTextsOfTimeline() {
        let texts = texts.timeline
        XCTAssertEqual(
            texts.itemAloud(emoji: "🎯", label: "Showcase", school: "Stanford", date: "January 15, 2025"),
            "🎯 Showcase. School: Stanford. Date: January 15, 2025.")
        XCTAssertEqual(texts.laneAloud(school: "Stanford", count: 5), "Stanford. 5 items on timeline.")
        XCTAssertEqual(texts.laneAloud(school: "Stanford", count: 1), "Stanford. 1 item on timeline.")
        XCTAssertEqual(texts.monthAloud.text(["month": "January", "year": "2025"]), "January 2025")
        XCTAssertEqual(texts.todayAloud.text(["date": "February 10, 2026"]), "Today. February 10, 2026.")
        XCTAssertEqual(
            TimelineItemType.allCases.map { texts.toggleAloud($0, isOn: $0 == .event) },
            [
                "Show events. Checked.", "Show interactions. Unchecked.", "Show offers. Unchecked.",
                "Show status changes. Unchecked.",
            ])
    }

    func testTextsOfActivity() {
        let texts = texts.activity
        XCTAssertEqual(
            texts.itemAloud(
                icon: "📧", title: "Email with Stanford", description: "About the camp", time: "2h ago"),
            "Email: Email with Stanford. About the camp. 2h ago")
        let icons = ["📧", "☎️", "💬", "🤝", "💻", "⛺", "🎬", "🐦", "📱", "📝", "📍", "📄"]
        XCTAssertEqual(Set(icons.map(texts.iconDescription)).count, icons.count)
        XCTAssertEqual(texts.iconDescription(of: "📝"), "Interaction")
        XCTAssertEqual(texts.iconDescription(of: ""), "Interaction")
    }

    func testTextsOfReports() {
        let texts = texts.reports
        XCTAssertEqual(
            texts.presetAloud.text(["preset": ReportPreset.last30Days.label]), "Last 30 days preset")
        XCTAssertEqual(texts.fromAloud.text(["date": "Jan 1, 2026"]), "From date: Jan 1, 2026")
        XCTAssertEqual(texts.toAloud.text(["date": "Jan 31, 2026"]), "To date: Jan 31, 2026")
    }

    func testTextsOfTheBrowser() {
        let texts = texts.web
        XCTAssertEqual(
            texts.showInFeed.text(["posts": self.texts.common.postCount.text(count: 1)]),
            "Show 1 post in the feed")
        XCTAssertEqual(
            texts.period.text(["period": "January 2025", "items": "3 items", "parts": "Events: 3"]),
            "January 2025: 3 items (Events: 3)")
        XCTAssertEqual(texts.days.text(["from": "Feb 3", "to": "Feb 9"]), "Feb 3 – Feb 9")
    }

    /// The article's tables have a row for each key, in any order, with the names of its placeholders.
    func testTheArticleHasEachKey() throws {
        let article = try String(
            contentsOf: Self.folder.appendingPathComponent(
                "../../Sources/CompassPages/CompassPages.docc/PageTexts.md"), encoding: .utf8)
        var group = ""
        var rows: [String] = []
        for line in article.split(separator: "\n") {
            if line.hasPrefix("### ") { group = String(line.dropFirst(4).prefix { $0 != ":" }) }
            guard line.hasPrefix("| `"), !group.isEmpty else { continue }
            let cells = line.split(separator: "|").map { $0.split(separator: "`") }
            guard cells.count == 3 else {
                XCTFail("not three cells: \(line)")
                continue
            }
            let placeholders = cells[2].filter { !$0.allSatisfy { ", ".contains($0) } }
            rows.append("\(group).\(cells[0][1]) \(placeholders)")
        }
        let keys = try Self.english().filter { $0.form != "one" }.map { text in
            "\(text.group).\(text.key) \(TextTemplate(text.text).placeholders.map { Substring($0) })"
        }
        XCTAssertEqual(rows.sorted(), keys.sorted())
    }
}
