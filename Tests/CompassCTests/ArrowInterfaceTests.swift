import CCompass
import XCTest

@testable import CompassC

final class ArrowInterfaceTests: XCTestCase {
    private static let rows = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T12:00:00Z","school_id":"s","post_content":"é",
          "sentiment":"positive","flagged_for_review":true,"notes":"n"},
         {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z","coach_id":"k","post_url":"u"},
         {"id":"c","platform":"twitter","post_date":"2026-02-10T12:00:00.25Z","school_id":"t",
          "is_recruiting_related":true,"created_at":"2026-02-10T13:00:00Z"}]
        """
    private var handleCount: UInt64 = 0

    override func setUp() { handleCount = compass_handle_count() }
    override func tearDown() { XCTAssertEqual(compass_handle_count(), handleCount, "handles are left") }

    private func exported(_ rows: String = rows) -> ArrowStructs {
        let (structs, posts) = (ArrowStructs(), loadedPosts(rows))
        expect(compass_posts_export_arrow(posts, structs.schema, structs.array))
        // The columns do not require the handle.
        expect(compass_posts_destroy(posts))
        return structs
    }

    func testAnExportIsAStructOfTheTablesColumns() {
        let structs = exported()
        XCTAssertEqual(String(cString: structs.schema.pointee.format), "+s")
        XCTAssertEqual(structs.array.pointee.length, 3)
        XCTAssertEqual(structs.array.pointee.n_buffers, 1)
        XCTAssertEqual(
            structs.description,
            """
            id: a, b, c
            platform: twitter, instagram, twitter
            post_date: 1770897600000000, 1770811200000000, 1770724800250000
            coach_id: –, k, –
            school_id: s, –, t
            post_url: –, u, –
            post_content: é, –, –
            author_handle: –, –, –
            author_name: –, –, –
            is_recruiting_related: false, false, true
            flagged_for_review: true, false, false
            sentiment: positive, –, –
            notes: n, –, –
            created_at: –, –, 1770728400000000
            updated_at: –, –, –
            """)
    }

    func testUUIDsHaveArrowsExtensionInTheirMetadata() throws {
        let id = "00112233-4455-6677-8899-aabbccddeeff"
        let structs = exported(#"[{"id":"\#(id)","platform":"twitter","post_date":"2026-02-12T12:00:00Z"}]"#)
        let schema = try XCTUnwrap(structs.schema.pointee.children[0]).pointee
        XCTAssertEqual(String(cString: schema.format), "w:16")
        let name = Array("ARROW:extension:name".utf8), value = Array("arrow.uuid".utf8)
        let metadata = UnsafeRawPointer(try XCTUnwrap(schema.metadata))
        XCTAssertEqual(metadata.loadUnaligned(as: Int32.self), 2)
        XCTAssertEqual(metadata.loadUnaligned(fromByteOffset: 4, as: Int32.self), Int32(name.count))
        XCTAssertEqual((0..<name.count).map { metadata.load(fromByteOffset: 8 + $0, as: UInt8.self) }, name)
        let start = 8 + name.count
        XCTAssertEqual(metadata.loadUnaligned(fromByteOffset: start, as: Int32.self), Int32(value.count))
        XCTAssertEqual(
            (0..<value.count).map { metadata.load(fromByteOffset: start + 4 + $0, as: UInt8.self) }, value)
    }

    func testASecondReleaseDoesNothing() {
        let structs = exported()
        let (releaseSchema, releaseArray) = (structs.schema.pointee.release, structs.array.pointee.release)
        for _ in 0..<3 {
            releaseSchema?(structs.schema)
            releaseArray?(structs.array)
            XCTAssertTrue(structs.isReleased)
        }
        releaseSchema?(nil)
        releaseArray?(nil)
    }

    func testAChildThatWasMovedOutlivesItsParents() throws {
        let structs = exported()
        let (schemaChild, arrayChild) = (
            structs.schema.pointee.children[6]!, structs.array.pointee.children[6]!
        )
        var (schema, array) = (schemaChild.pointee, arrayChild.pointee)
        schemaChild.pointee.release = nil
        arrayChild.pointee.release = nil
        structs.array.pointee.release(structs.array)
        structs.schema.pointee.release(structs.schema)
        XCTAssertEqual((0..<3).map { ArrowStructs.value(schema, array, $0) }, ["é", nil, nil])
        XCTAssertEqual(String(cString: schema.name), "post_content")
        schema.release(&schema)
        array.release(&array)
        XCTAssertNil(array.release)
    }

    func testAStructThatWasMovedIsReleasedAtItsNewPlace() {
        let (old, new) = (exported(), ArrowStructs())
        new.schema.pointee = old.schema.pointee
        new.array.pointee = old.array.pointee
        old.schema.pointee.release = nil
        old.array.pointee.release = nil
        XCTAssertTrue(new.description.hasPrefix("id: a, b, c\n"))
        new.array.pointee.release(new.array)
        new.schema.pointee.release(new.schema)
        XCTAssertTrue(new.isReleased)
    }

    func testAnExportedTableIsFreedWhenTheLastPartIsReleased() throws {
        weak var owner: AnyObject?
        let structs = ArrowStructs()
        let posts = loadedPosts(Self.rows)
        expect(compass_posts_export_arrow(posts, structs.schema, structs.array))
        owner = try XCTUnwrap(HandleTable.shared.object(posts, PostsObject.self)).current.posts
            .arrowBatch().columns[6].buffers[2].owner
        XCTAssertNotNil(owner)
        expect(compass_posts_destroy(posts))
        XCTAssertNotNil(owner, "the export keeps it alive")
        structs.schema.pointee.release(structs.schema)
        XCTAssertNotNil(owner)
        structs.array.pointee.release(structs.array)
        XCTAssertNil(owner)
    }

    func testFailuresLeaveNothingToRelease() {
        let structs = ArrowStructs()
        structs.schema.pointee.n_children = 7
        structs.array.pointee.length = 7
        expect(
            compass_posts_export_arrow(0, structs.schema, structs.array), COMPASS_INVALID_HANDLE, "posts is 0"
        )
        XCTAssertTrue(structs.isReleased)
        XCTAssertEqual(structs.schema.pointee.n_children, 0)
        XCTAssertEqual(structs.array.pointee.length, 0)
        let posts = loadedPosts(Self.rows)
        expect(compass_posts_export_arrow(posts, nil, structs.array), COMPASS_NULL_POINTER, "schema")
        expect(compass_posts_export_arrow(posts, structs.schema, nil), COMPASS_NULL_POINTER, "array")
        expect(
            compass_posts_day_counts_arrow(posts, nil, structs.schema, structs.array), COMPASS_NULL_POINTER,
            "options")
        expect(
            compass_timeline_export_arrow(posts, 0, structs.schema, structs.array), COMPASS_INVALID_HANDLE,
            "timeline")
        XCTAssertTrue(structs.isReleased)
        expect(compass_posts_destroy(posts))
    }

    func testPendingChangesAreCompactedAndEarlierExportsStay() throws {
        let posts = loadedPosts(Self.rows)
        let before = ArrowStructs()
        expect(compass_posts_export_arrow(posts, before.schema, before.array))
        let text = before.description
        expect(withCompassString("a") { compass_posts_delete(posts, $0, nil) })
        let notes = withCompassString("b") { id in
            withCompassString("new") { compass_posts_set_notes(posts, id, $0, nil) }
        }
        expect(notes)
        expect(withCompassString("c") { compass_posts_set_flag(posts, $0, 1, nil) })
        let after = ArrowStructs()
        expect(compass_posts_export_arrow(posts, after.schema, after.array))
        let lines = after.description.split(separator: "\n")
        XCTAssertEqual(lines[0], "id: b, c")
        XCTAssertEqual(lines[4], "school_id: –, t")
        XCTAssertEqual(lines[10], "flagged_for_review: false, true")
        XCTAssertEqual(lines[12], "notes: new, –")
        XCTAssertEqual(before.description, text)
        let table = try XCTUnwrap(HandleTable.shared.object(posts, PostsObject.self)).current.posts
        XCTAssertFalse(table.hasPendingChanges, "the next export is ready")
        expect(compass_posts_destroy(posts))
    }

    func testDayCountsAreThoseOfThePage() {
        let (posts, structs) = (loadedPosts(Self.rows), ArrowStructs())
        var options = compass_social_options()
        options.version = UInt32(COMPASS_SOCIAL_OPTIONS_VERSION)
        options.now_micros = 1_770_940_800_000_000
        options.range_days = Int32(COMPASS_RANGE_ALL)
        options.activity_days = 4
        expect(compass_posts_day_counts_arrow(posts, &options, structs.schema, structs.array))
        XCTAssertEqual(structs.description, "date: 20494, 20495, 20496, 20497\ncount: 1, 1, 1, 0")
        options.version = 9
        expect(
            compass_posts_day_counts_arrow(posts, &options, structs.schema, structs.array),
            COMPASS_WRONG_VERSION, "options.version is 9")
        expect(compass_posts_destroy(posts))
    }

    func testATimelineHasItsItemsByLaneAndStart() {
        var tables = compass_tables()
        tables.version = UInt32(COMPASS_TABLES_VERSION)
        tables.events = loadedTable(
            COMPASS_TABLE_EVENTS,
            """
            [{"id":"1","name":"Fall Camp","start_date":"2026-02-10","end_date":"2026-02-11","type":"camp",
              "school_id":"s"},
             {"id":"2","name":"Talk","start_date":"2026-02-12T10:00:00Z"}]
            """)
        tables.school_status_history = loadedTable(
            COMPASS_TABLE_SCHOOL_STATUS_HISTORY,
            """
            [{"id":"3","new_status":"contacted","changed_at":"2026-02-09T00:00:00Z","school_id":"s",
              "notes":"by mail"}]
            """)
        var timeline: compass_timeline = 0
        expect(compass_timeline_create(&tables, &timeline))
        let structs = ArrowStructs()
        expect(compass_timeline_export_arrow(timeline, 0, structs.schema, structs.array))
        XCTAssertEqual(
            structs.description,
            """
            id: event-2, status-3, event-1
            type: event, status_change, event
            type_label: –, Contacted, Camp
            label: Talk, Status: Initial → Contacted, Fall Camp
            start: 1770890400000000, 1770595200000000, 1770681600000000
            end: 1770890400000000, 1770595200000000, 1770854400000000
            start_day: –, –, 20494
            end_day: –, –, 20495
            school_id: –, s, s
            school_name: No School, Unknown, Unknown
            details: –, by mail, –
            """)
        expect(
            compass_timeline_export_arrow(timeline, 7, structs.schema, structs.array), COMPASS_INVALID_HANDLE,
            "zone")
        for table in [tables.events, tables.school_status_history] { expect(compass_table_destroy(table)) }
        expect(compass_timeline_destroy(timeline))
    }
}
