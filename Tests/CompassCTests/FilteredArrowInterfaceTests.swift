import CCompass
import XCTest

@testable import CompassC

final class FilteredArrowInterfaceTests: XCTestCase {
    private static let rows = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T02:00:00Z","school_id":"s"},
         {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z"},
         {"id":"c","platform":"twitter","post_date":"2026-02-10T12:00:00Z","school_id":"t"}]
        """
    private var handleCount: UInt64 = 0

    override func setUp() { handleCount = compass_handle_count() }
    override func tearDown() { XCTAssertEqual(compass_handle_count(), handleCount, "handles are left") }

    private func filter(platforms: Int = 0) -> compass_post_filter {
        var filter = compass_post_filter()
        filter.version = COMPASS_POST_FILTER_VERSION
        filter.platforms = UInt32(platforms)
        return filter
    }

    private func ids(_ structs: ArrowStructs) -> [String?] {
        (0..<Int(structs.array.pointee.length)).map {
            ArrowStructs.value(
                structs.schema.pointee.children[0]!.pointee,
                structs.array.pointee.children[0]!.pointee, $0)
        }
    }

    func testAFilterSelectsTheRows() {
        let posts = loadedPosts(Self.rows)
        for (platforms, expected) in [
            (0, ["a", "b", "c"]), (COMPASS_PLATFORM_TWITTER, ["a", "c"]), (COMPASS_PLATFORM_INSTAGRAM, ["b"]),
        ] {
            let structs = ArrowStructs()
            var filter = filter(platforms: platforms)
            expect(compass_posts_export_arrow_where(posts, &filter, 0, structs.schema, structs.array))
            XCTAssertEqual(ids(structs), expected)
            XCTAssertEqual(structs.schema.pointee.n_children, 15)
        }
        let structs = ArrowStructs()
        expect(compass_posts_export_arrow_where(posts, nil, 0, structs.schema, structs.array))
        XCTAssertEqual(ids(structs), ["a", "b", "c"])
        expect(compass_posts_destroy(posts))
    }

    func testDatesAreDaysOfTheZone() {
        let posts = loadedPosts(Self.rows)
        var zone: compass_zone = 0
        expect(withCompassString("America/New_York") { compass_zone_create($0, &zone) })
        withCompassString("2026-02-11") { day in
            var filter = filter()
            (filter.from, filter.to) = (day, day)
            for (zone, expected) in [(0, ["b"]), (zone, ["a", "b"])] {
                let structs = ArrowStructs()
                expect(compass_posts_export_arrow_where(posts, &filter, zone, structs.schema, structs.array))
                XCTAssertEqual(ids(structs), expected)
            }
        }
        expect(compass_zone_destroy(zone))
        expect(compass_posts_destroy(posts))
    }

    func testAStreamOfNothingHasOneEmptyBatch() throws {
        let posts = loadedPosts(Self.rows)
        var (filter, stream) = (filter(), ArrowArrayStream())
        filter.flagged = Int32(COMPASS_CHOICE_YES)
        expect(compass_posts_export_arrow_stream_where(posts, &filter, 0, &stream))
        expect(compass_posts_destroy(posts))
        let structs = ArrowStructs()
        XCTAssertEqual(stream.get_schema(&stream, structs.schema), 0)
        XCTAssertEqual(stream.get_next(&stream, structs.array), 0)
        XCTAssertEqual(structs.schema.pointee.n_children, 15)
        XCTAssertNotNil(structs.array.pointee.release)
        XCTAssertEqual(structs.array.pointee.length, 0)
        var end = ArrowArray()
        XCTAssertEqual(stream.get_next(&stream, &end), 0)
        XCTAssertNil(end.release)
        stream.release(&stream)
    }

    func testMistakesLeaveEmptyStructs() {
        let (posts, structs) = (loadedPosts(Self.rows), ArrowStructs())
        var (wrong, stream) = (filter(), ArrowArrayStream())
        wrong.version = 9
        expect(
            compass_posts_export_arrow_where(posts, &wrong, 0, structs.schema, structs.array),
            COMPASS_WRONG_VERSION)
        expect(
            compass_posts_export_arrow_where(posts, nil, posts, structs.schema, structs.array),
            COMPASS_INVALID_HANDLE)
        expect(compass_posts_export_arrow_where(posts, nil, 0, nil, structs.array), COMPASS_NULL_POINTER)
        expect(
            compass_posts_export_arrow_where(7, nil, 0, structs.schema, structs.array), COMPASS_INVALID_HANDLE
        )
        expect(compass_posts_export_arrow_stream_where(posts, &wrong, 0, &stream), COMPASS_WRONG_VERSION)
        expect(compass_posts_export_arrow_stream_where(posts, nil, 0, nil), COMPASS_NULL_POINTER)
        XCTAssertTrue(structs.isReleased)
        XCTAssertNil(stream.release)
        expect(compass_posts_destroy(posts))
    }

    func testTheMachinesZone() {
        let variable = getenv("TZ").map { String(cString: $0) }
        defer { if let variable { setenv("TZ", variable, 1) } else { unsetenv("TZ") } }
        var zone: compass_zone = 0
        for value in ["UTC", "America/New_York"] {
            setenv("TZ", value, 1)
            expect(compass_zone_create_local(&zone))
            XCTAssertNotEqual(zone, 0)
            expect(compass_zone_destroy(zone))
        }
        setenv("TZ", "Mars/Olympus", 1)
        expect(compass_zone_create_local(&zone), COMPASS_UNKNOWN_ZONE, "Mars/Olympus")
        XCTAssertEqual(zone, 0)
        expect(compass_zone_create_local(nil), COMPASS_NULL_POINTER)
    }
}
