import Foundation
import XCTest

@testable import CompassKernel

/// The HTML of small hand-made pages is the committed one, which a person has looked at in a browser.
///
/// `COMPASS_RENEW_GOLDEN=1` rewrites the files.
final class HTMLGoldenTests: XCTestCase {
    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    func testPagesAreTheCommittedOnes() throws {
        let samples = HTMLSamples(text: "Texas A&M <Aggies> 🤘🏽 \"שלום\"")
        var pages = samples.pages(.document).map { ($0.name, $0.html) }
        pages.append(("timeline-fragment", samples.timeline.html(.fragment)))
        for (name, html) in pages {
            let file = folder.appendingPathComponent(name + ".html")
            HTMLChecks.check(html, name)
            if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(html).write(to: file)
            }
            // The first different line says more than two whole documents.
            let found = String(decoding: html, as: UTF8.self).split(separator: "\n")
            let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for (found, expected) in zip(found, expected) where found != expected {
                XCTAssertEqual(found, expected, name)
                break
            }
            XCTAssertEqual(found.count, expected.count, name)
        }
    }
}

/// Every row of `Datasets/adversarial` that can be loaded, as the content of its pages.
final class HTMLAdversarialTests: XCTestCase {
    private struct Expected: Decodable { let table: String }

    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../Datasets/adversarial").standardizedFileURL
    private let now = Timestamp(micros: 1_772_366_400_000_000)

    func testPagesOfAdversarialRowsAreSafe() throws {
        let suffix = ".expected.json"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
        XCTAssertGreaterThan(names.count, 350)
        var pageCount = 0
        for name in names {
            let expected = try JSONDecoder().decode(
                Expected.self, from: Data(contentsOf: folder.appendingPathComponent(name + suffix)))
            let json = folder.appendingPathComponent(name + ".json").path
            let path =
                FileManager.default.fileExists(atPath: json)
                ? json : folder.appendingPathComponent(name + ".ndjson").path
            for html in pages(of: expected.table, at: path) {
                HTMLChecks.check(html, name)
                pageCount += 1
            }
        }
        XCTAssertGreaterThan(pageCount, 300)
    }

    /// The pages that show rows of a table; none if the document is malformed.
    private func pages(of table: String, at path: String) -> [[UInt8]] {
        switch table {
        case "social_media_posts":
            guard let posts = try? PostTable.load(contentsOf: path).table.bound(to: .empty) else { return [] }
            return [
                posts.analyticsPage(.all, asOf: now, in: .utc, recentPosts: 1_000, days: .last(100))
                    .html(.fragment, listing: 1_000),
                posts.feedPage(asOf: now, in: .utc, pageSize: 1_000).html(.document, listing: 1_000),
            ]
        case "events":
            guard let events = try? EventTable.load(contentsOf: path) else { return [] }
            return timeline(RecruitingTimeline(events: events.table, ingestReports: [events.report]))
        case "offers":
            guard let offers = try? OfferTable.load(contentsOf: path) else { return [] }
            return timeline(RecruitingTimeline(offers: offers.table, ingestReports: [offers.report]))
        case "interactions":
            guard let rows = try? InteractionTable.load(contentsOf: path).table else { return [] }
            return timeline(RecruitingTimeline(interactions: rows))
                + activity(ActivityFeed(interactions: rows))
                + report(
                    Reports(schools: .empty, coaches: .empty, interactions: rows, metrics: .empty))
        case "school_status_history":
            guard let rows = try? StatusChangeTable.load(contentsOf: path).table else { return [] }
            return timeline(RecruitingTimeline(statusChanges: rows))
                + activity(ActivityFeed(statusChanges: rows))
        case "schools":
            guard let rows = try? SchoolDirectory.load(contentsOf: path).table else { return [] }
            return report(Reports(schools: rows, coaches: .empty, interactions: .empty, metrics: .empty))
        case "documents":
            guard let rows = try? DocumentTable.load(contentsOf: path).table else { return [] }
            return activity(ActivityFeed(documents: rows))
        default: return []
        }
    }

    private func timeline(_ timeline: RecruitingTimeline) -> [[UInt8]] {
        let layout = timeline.layout(.allTime, asOf: now, in: .utc)
        let html = layout.html(.document, listing: 1_000)
        XCTAssertEqual(html, layout.page.html(.document, listing: 1_000))
        return [html]
    }

    private func activity(_ feed: ActivityFeed) -> [[UInt8]] {
        [feed.page(1, size: 1_000, asOf: now, in: .utc).html(.fragment, listing: 1_000)]
    }

    private func report(_ reports: Reports) -> [[UInt8]] {
        let period = ReportPreset.lastYear.period(asOf: now, in: .utc)
        return [reports.page(period, asOf: now, in: .utc).html(.document, listing: 1_000)]
    }
}
