import CompassSynthesis
import Foundation
import XCTest

final class DatasetGeneratorTests: XCTestCase {
    private static let small = SynthesisOptions(posts: 300)

    func testEqualOptionsGiveEqualBytes() throws {
        let first = try DatasetGenerator(Self.small)
        let second = try DatasetGenerator(Self.small)
        for table in SynthesisTable.allCases {
            XCTAssertEqual(first.bytes(of: table), second.bytes(of: table), table.rawValue)
        }
    }

    func testBytesDoNotDependOnTheSizeOfTheChunks() throws {
        let generator = try DatasetGenerator(Self.small)
        for table in SynthesisTable.allCases {
            let whole = generator.bytes(of: table)
            for chunkByteCount in [1, 1000, 65_536] {
                XCTAssertEqual(generator.bytes(of: table, chunkByteCount: chunkByteCount), whole)
            }
        }
    }

    func testOtherSeedsGiveOtherBytes() throws {
        let first = try DatasetGenerator(Self.small)
        let second = try DatasetGenerator(SynthesisOptions(posts: 300, seed: 2))
        for table in SynthesisTable.allCases {
            XCTAssertNotEqual(first.bytes(of: table), second.bytes(of: table), table.rawValue)
        }
    }

    func testLineDelimitedFormHoldsTheSameRows() throws {
        var options = Self.small
        options.lineDelimited = true
        let lines = try DatasetGenerator(options)
        let arrays = try DatasetGenerator(Self.small)
        for table in SynthesisTable.allCases {
            let text = String(decoding: arrays.bytes(of: table), as: UTF8.self)
            let rows = text.dropFirst().dropLast().replacingOccurrences(of: "}, \n {", with: "}\n{") + "\n"
            XCTAssertEqual(String(decoding: lines.bytes(of: table), as: UTF8.self), rows, table.rawValue)
        }
    }

    func testRowCountsAreWhatIsWritten() throws {
        for posts in [0, 1, 99, 300] {
            let generator = try DatasetGenerator(SynthesisOptions(posts: posts))
            for table in SynthesisTable.allCases {
                XCTAssertEqual(try generator.rows(of: table).count, generator.rowCount(of: table))
            }
        }
    }

    func testSizesAreInProportionToThePosts() throws {
        let generator = try DatasetGenerator(SynthesisOptions(posts: 20_000))
        let counts = SynthesisTable.allCases.map { table in generator.rowCount(of: table) }
        XCTAssertEqual(counts, [20_000, 400, 1210, 2000, 400, 200, 400, 400, 1000])
    }

    func testSchoolsAreLimitedByTheOptionAndByThePosts() throws {
        func schools(_ options: SynthesisOptions) throws -> Int {
            try DatasetGenerator(options).rowCount(of: .schools)
        }
        XCTAssertEqual(try schools(SynthesisOptions(posts: 0)), 5)
        XCTAssertEqual(try schools(SynthesisOptions(posts: 200)), 10)
        XCTAssertEqual(try schools(SynthesisOptions(posts: 8000, schools: 100)), 100)
        XCTAssertEqual(try schools(SynthesisOptions(posts: 30_000, schools: 1000)), 1000)
        XCTAssertEqual(try schools(SynthesisOptions(posts: 30_000, schools: 1)), 1)
    }

    func testNoPostsIsAnEmptyArrayOrNothing() throws {
        let array = try DatasetGenerator(SynthesisOptions(posts: 0))
        XCTAssertEqual(array.bytes(of: .socialMediaPosts), Array("[]".utf8))
        let lines = try DatasetGenerator(SynthesisOptions(posts: 0, lineDelimited: true))
        XCTAssertEqual(lines.bytes(of: .socialMediaPosts), [])
    }

    func testOptionsOutOfTheirLimitsAreRefused() {
        XCTAssertThrowsError(try DatasetGenerator(SynthesisOptions(posts: -1))) { error in
            XCTAssertEqual(error as? SynthesisError, .postsOutOfRange(-1))
        }
        XCTAssertThrowsError(try DatasetGenerator(SynthesisOptions(posts: 1, schools: 0))) { error in
            XCTAssertEqual(error as? SynthesisError, .schoolsOutOfRange(0))
        }
        XCTAssertThrowsError(try DatasetGenerator(SynthesisOptions(posts: 1, asOfMicros: .max))) { error in
            XCTAssertEqual(error as? SynthesisError, .asOfOutOfRange(.max))
        }
    }

    func testProgressEndsWithAllRowsAndNeverFallsBack() throws {
        let generator = try DatasetGenerator(Self.small)
        var reports: [Int] = []
        let size = generator.write(
            .socialMediaPosts, chunkByteCount: 10_000, progress: { rows in reports.append(rows) },
            to: { _ in })
        XCTAssertEqual(size, generator.bytes(of: .socialMediaPosts).count)
        XCTAssertGreaterThan(reports.count, 10)
        XCTAssertEqual(reports, reports.sorted())
        XCTAssertEqual(reports.last, 300)
    }

    func testAFailingSinkEndsTheWriting() throws {
        struct Full: Error {}
        let generator = try DatasetGenerator(Self.small)
        var calls = 0
        XCTAssertThrowsError(
            try generator.write(.socialMediaPosts, chunkByteCount: 1) { (_) throws(Full) in
                calls += 1
                if calls == 3 { throw Full() }
            })
        XCTAssertEqual(calls, 3)
    }

    func testExtremeInstantsStillGiveReadableRows() throws {
        for asOf in [
            SynthesisOptions.asOfMicrosLimits.lowerBound, SynthesisOptions.asOfMicrosLimits.upperBound,
        ] {
            let generator = try DatasetGenerator(SynthesisOptions(posts: 50, asOfMicros: asOf))
            for table in SynthesisTable.allCases {
                for row in try generator.rows(of: table) {
                    for column in ["post_date", "created_at", "changed_at", "occurred_at"] {
                        guard let text = row[column] as? String else { continue }
                        XCTAssertLessThanOrEqual(try micros(text), asOf)
                    }
                }
            }
        }
    }
}
