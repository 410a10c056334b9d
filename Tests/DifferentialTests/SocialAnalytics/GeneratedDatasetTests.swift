import CompassBaseline
import CompassSynthesis
import CompassTestSupport
import Foundation
import XCTest

@testable import CompassKernel

/// Kernel, careful baseline and specified baseline agree on generated datasets.
final class GeneratedDatasetTests: XCTestCase {
    private struct Dataset {
        let posts: [UInt8]
        let schools: [UInt8]
    }

    private func dataset(posts: Int, seed: UInt64, wholeSeconds: Bool, isLines: Bool = false) throws
        -> Dataset
    {
        let generator = try DatasetGenerator(
            SynthesisOptions(posts: posts, seed: seed, lineDelimited: isLines, wholeSeconds: wholeSeconds))
        func bytes(_ table: SynthesisTable) -> [UInt8] {
            var bytes: [UInt8] = []
            generator.write(table) { bytes.append(contentsOf: $0) }
            return bytes
        }
        return Dataset(posts: bytes(.socialMediaPosts), schools: bytes(.schools))
    }

    private func queries(in zone: ZonePair) -> [PageQuery] {
        let now = SynthesisOptions.defaultAsOfMicros
        let ranges: [BaselineRange] = [.days(7), .days(30), .days(90), .all]
        return ranges.map { PageQuery(range: $0, now: now, zone: zone) }
            + [
                // More days than the range has.
                PageQuery(range: .days(7), now: now, zone: zone, activity: .days(40)),
                PageQuery(
                    range: .all, now: now, zone: zone, topSchools: 1000, recentPosts: 50, activity: .every),
            ]
    }

    func testWholeSecondsInAllThree() throws {
        let dataset = try dataset(posts: 2000, seed: 7, wholeSeconds: true)
        let careful = try BaselineLoader.posts(dataset.posts).posts
        let schools = try BaselineLoader.schools(dataset.schools).schools
        let specified = SpecifiedLoader.inOrderOfQuery(
            try SpecifiedLoader.decodePosts(Data(dataset.posts)))
        let specifiedSchools = try SpecifiedLoader.decodeSchools(Data(dataset.schools))
        let social = try PostTable.load(json: dataset.posts).table.bound(
            to: try SchoolDirectory.load(json: dataset.schools).table)
        XCTAssertEqual(social.posts.checkInvariants(), [])
        for zone in [ZonePair.utc, try ZonePair("America/New_York")] {
            for query in queries(in: zone) {
                let page = BaselineSocialPage(query.kernelPage(social))
                XCTAssertEqual(page.differences(from: query.baselinePage(careful, schools)), [], "\(query)")
                let pageAsSpecified = SpecifiedAnalytics.page(
                    posts: specified, schools: specifiedSchools, range: query.range, now: query.now,
                    zone: query.zone.baseline, topSchools: query.topSchools, recentPosts: query.recentPosts,
                    activity: query.activity)
                XCTAssertEqual(page.differences(from: pageAsSpecified), [], "as specified, \(query)")
            }
        }
    }

    func testFractionsOfSecondsInBothForms() throws {
        let seed = SeededRandom().seed
        for isLines in [false, true] {
            let dataset = try dataset(posts: 3000, seed: seed, wholeSeconds: false, isLines: isLines)
            let name = "COMPASS_TEST_SEED=\(seed), \(isLines ? "lines" : "array")"
            let found = IngestOutcome<BaselinePost>(kernelReadingPosts: dataset.posts, isLines: isLines)
            let wanted = IngestOutcome<BaselinePost>(baselineReadingPosts: dataset.posts, isLines: isLines)
            XCTAssertNil(found.difference(from: wanted), name)
            let foundSchools = IngestOutcome<BaselineSchool>(
                kernelReadingSchools: dataset.schools, isLines: isLines)
            let wantedSchools = IngestOutcome<BaselineSchool>(
                baselineReadingSchools: dataset.schools, isLines: isLines)
            XCTAssertNil(foundSchools.difference(from: wantedSchools), name)
            guard case .loaded(let posts) = wanted, case .loaded(let schools) = wantedSchools else {
                continue
            }
            XCTAssertEqual(posts.counts, [3000, 3000, 0, 0, 0], name)
            let table = try RandomTable(
                posts: posts.rows, schools: schools.rows, now: SynthesisOptions.defaultAsOfMicros, zone: .utc,
                schoolIDs: [])
            for query in queries(in: try ZonePair("Australia/Lord_Howe")) {
                let page = BaselineSocialPage(query.kernelPage(table.social))
                XCTAssertEqual(
                    page.differences(from: query.baselinePage(table.posts, table.schools, table.coaches)), [],
                    "\(name), \(query)")
                XCTAssertEqual(
                    query.kernelHeatMap(table.social), query.baselineHeatMap(table.posts), "\(name), \(query)"
                )
            }
        }
    }
}
