import CCompass
import XCTest

@testable import CompassC

final class ArrowImportInterfaceTests: XCTestCase {
    private static let rows = """
        [{"id":"a","platform":"twitter","post_date":"2026-02-12T12:00:00Z","school_id":"s","post_content":"é"},
         {"id":"b","platform":"instagram","post_date":"2026-02-11T12:00:00Z","coach_id":"k","notes":""}]
        """
    private static let kind = COMPASS_TABLE_SOCIAL_MEDIA_POSTS
    private var handleCount: UInt64 = 0

    override func setUp() { handleCount = compass_handle_count() }
    override func tearDown() { XCTAssertEqual(compass_handle_count(), handleCount, "handles are left") }

    private func exported(_ rows: String = rows) -> ArrowStructs {
        let (structs, posts) = (ArrowStructs(), loadedPosts(rows))
        expect(compass_posts_export_arrow(posts, structs.schema, structs.array))
        expect(compass_posts_destroy(posts))
        return structs
    }

    /// Imports an export modified by `change`; the structs are consumed regardless of the status.
    private func expectImport(
        _ expected: Int, _ message: String = "", kind: Int = kind, file: StaticString = #filePath,
        line: UInt = #line, _ change: (ArrowStructs) -> Void
    ) {
        let structs = exported()
        change(structs)
        var table: compass_table = 7
        expect(
            compass_table_import_arrow(Int32(kind), structs.schema, structs.array, nil, &table), expected,
            message,
            file: file, line: line)
        XCTAssertTrue(structs.isReleased, "the structs are taken over", file: file, line: line)
        if expected != COMPASS_OK { XCTAssertEqual(table, 0, file: file, line: line) }
        expect(compass_table_destroy(table), file: file, line: line)
    }

    func testWhatIsImportedIsWhatWasExported() {
        for rows in [Self.rows, "[]"] {
            let structs = exported(rows)
            let text = structs.description
            var table: compass_table = 0
            expect(compass_table_import_arrow(Int32(Self.kind), structs.schema, structs.array, nil, &table))
            XCTAssertTrue(structs.isReleased)
            let again = posts(of: table)
            XCTAssertEqual(values(again), text)
            expect(compass_posts_destroy(again))
        }
    }

    func testASliceHasItsOwnRowsOnly() {
        let structs = exported()
        structs.array.pointee.offset = 1
        structs.array.pointee.length = 1
        var table: compass_table = 0
        expect(compass_table_import_arrow(Int32(Self.kind), structs.schema, structs.array, nil, &table))
        let again = posts(of: table)
        XCTAssertTrue(values(again).hasPrefix("id: b\n"), values(again))
        expect(compass_posts_destroy(again))
    }

    func testProblemsOfRowsAreReported() {
        let structs = exported()
        // The second platform no longer names a value, but is null.
        let platform = structs.array.pointee.children[1]!
        var bitmap: UInt64 = 1
        withUnsafeMutablePointer(to: &bitmap) { bitmap in
            platform.pointee.buffers[0] = UnsafeRawPointer(bitmap)
            platform.pointee.null_count = 1
            var table: compass_table = 0
            expect(compass_table_import_arrow(Int32(Self.kind), structs.schema, structs.array, nil, &table))
            var report: compass_text = 0
            expect(compass_table_report(table, &report))
            XCTAssertEqual(
                takeText(report),
                #"{"schemaVersion":1,"table":"social_media_posts","rows":2,"loaded":1,"skipped":1,"replaced":0,"#
                    + #""warnings":0,"replacements":[],"problems":[{"row":2,"byteOffset":0,"field":"platform","reason":"is null","#
                    + #""severity":"error"}]}"#)
            expect(compass_table_destroy(table))
        }
    }

    func testStructsThatContradictThemselvesAreRefused() {
        expectImport(COMPASS_MALFORMED_DATA, "schema has 14 children, array 15") {
            $0.schema.pointee.n_children = 14
        }
        expectImport(COMPASS_MALFORMED_DATA, "children") {
            $0.schema.pointee.n_children = -1
            $0.array.pointee.n_children = -1
        }
        expectImport(COMPASS_MALFORMED_DATA, "buffers") { $0.array.pointee.n_buffers = .max }
        expectImport(COMPASS_MALFORMED_DATA, "0 buffers") { $0.array.pointee.n_buffers = 0 }
        expectImport(COMPASS_MALFORMED_DATA, "1 nulls, and no bitmap") { $0.array.pointee.null_count = 1 }
        expectImport(COMPASS_MALFORMED_DATA, "-1 rows") { $0.array.pointee.length = -1 }
        expectImport(COMPASS_TOO_LARGE, "rows") { $0.array.pointee.length = .max }
        expectImport(COMPASS_MALFORMED_DATA, "column 'id': it has 2 rows where 3 are needed") {
            $0.array.pointee.length = 3
        }
        expectImport(COMPASS_MALFORMED_DATA, "the column id has -5 buffers") {
            $0.array.pointee.children[0]!.pointee.n_buffers = -5
        }
        expectImport(COMPASS_MALFORMED_DATA, "column 'post_date': it has") {
            $0.array.pointee.children[2]!.pointee.offset = .max
        }
        expectImport(COMPASS_MALFORMED_DATA, "only one of schema and array has a dictionary") {
            $0.array.pointee.children[1]!.pointee.dictionary = nil
        }
        expectImport(COMPASS_MALFORMED_DATA, "schema.format is NULL") { $0.schema.pointee.format = nil }
        expectImport(COMPASS_MALFORMED_DATA, "child 0") { $0.schema.pointee.children = nil }
        expectImport(COMPASS_MALFORMED_DATA, "child 3") { $0.array.pointee.children[3] = nil }
        expectImport(COMPASS_MALFORMED_DATA, "the format of the column id") {
            $0.schema.pointee.children[0]!.pointee.format = nil
        }
        expectImport(COMPASS_MALFORMED_DATA, "the buffers of array") { $0.array.pointee.buffers = nil }
    }

    func testOtherTypesAndTablesAreUnsupported() {
        func setFormat(_ column: Int, _ format: StaticString) -> (ArrowStructs) -> Void {
            { structs in
                structs.schema.pointee.children[column]!.pointee.format = format.withUTF8Buffer {
                    UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self)
                }
            }
        }
        expectImport(COMPASS_UNSUPPORTED, "column 'post_date' has the Arrow type 'tdD'", setFormat(2, "tdD"))
        expectImport(COMPASS_UNSUPPORTED, "column 'notes' has the Arrow type 'z'", setFormat(12, "z"))
        expectImport(COMPASS_UNSUPPORTED, "schools", kind: COMPASS_TABLE_SCHOOLS) { _ in }
        expectImport(COMPASS_INVALID_ARGUMENT, "kind is 77", kind: 77) { _ in }
        let noStruct: StaticString = "u"
        expectImport(COMPASS_INVALID_ARGUMENT, "schema.format is \"u\"") { structs in
            structs.schema.pointee.format = noStruct.withUTF8Buffer {
                UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self)
            }
        }
    }

    func testReleasedStructsAndNullPointersAreRefused() {
        let structs = exported()
        var table: compass_table = 0
        let kind = Int32(Self.kind)
        expect(
            compass_table_import_arrow(kind, nil, structs.array, nil, &table), COMPASS_NULL_POINTER, "schema")
        expect(
            compass_table_import_arrow(kind, structs.schema, nil, nil, &table), COMPASS_NULL_POINTER, "array")
        expect(
            compass_table_import_arrow(kind, structs.schema, structs.array, nil, nil), COMPASS_NULL_POINTER,
            "table")
        XCTAssertNotNil(structs.schema.pointee.release, "what was not taken over stays")
        XCTAssertNotNil(structs.array.pointee.release)
        expect(compass_table_import_arrow(kind, structs.schema, structs.array, nil, &table))
        expect(compass_table_destroy(table))
        expect(
            compass_table_import_arrow(kind, structs.schema, structs.array, nil, &table),
            COMPASS_INVALID_ARGUMENT, "schema was released")
        let child = exported()
        let moved = child.array.pointee.children[0]!
        moved.pointee.release(moved)
        expect(
            compass_table_import_arrow(kind, child.schema, child.array, nil, &table),
            COMPASS_INVALID_ARGUMENT,
            "the column id was released")
        expect(compass_table_import_arrow_stream(kind, nil, nil, &table), COMPASS_NULL_POINTER, "stream")
        var stream = ArrowArrayStream()
        expect(
            compass_table_import_arrow_stream(kind, &stream, nil, &table), COMPASS_INVALID_ARGUMENT,
            "stream was released")
    }

    func testAStreamIsReadToItsEnd() {
        let stream = TestStream([
            Self.rows, Self.rows, Self.rows.replacingOccurrences(of: "\"b\"", with: "\"c\""),
        ])
        var (table, count): (compass_table, Int64) = (0, 0)
        expect(compass_table_import_arrow_stream(Int32(Self.kind), stream.stream, nil, &table))
        expect(compass_table_count(table, &count))
        XCTAssertEqual(count, 3)
        XCTAssertEqual(stream.releaseCount, 1)
        XCTAssertNil(stream.stream.pointee.release)
        expect(compass_table_destroy(table))
    }

    func testAnExportedStreamIsReadAsTheSamePosts() {
        for rows in [Self.rows, "[]"] {
            let posts = loadedPosts(rows)
            let text = values(posts)
            var stream = ArrowArrayStream()
            expect(compass_posts_export_arrow_stream(posts, &stream))
            expect(compass_posts_destroy(posts))
            var table: compass_table = 0
            expect(compass_table_import_arrow_stream(Int32(Self.kind), &stream, nil, &table))
            XCTAssertNil(stream.release)
            let again = CompassCTests.posts(of: table)
            XCTAssertEqual(values(again), text)
            expect(compass_posts_destroy(again))
        }
    }

    func testWhatCameOutOfAStreamOutlivesIt() {
        let (posts, structs) = (loadedPosts(Self.rows), ArrowStructs())
        var stream = ArrowArrayStream()
        expect(compass_posts_export_arrow_stream(posts, &stream))
        let release = stream.release
        XCTAssertEqual(stream.get_schema(&stream, structs.schema), 0)
        XCTAssertEqual(stream.get_next(&stream, structs.array), 0)
        var end = ArrowArray()
        XCTAssertEqual(stream.get_next(&stream, &end), 0)
        XCTAssertNil(end.release)
        XCTAssertNil(stream.get_last_error(&stream))
        release?(&stream)
        release?(&stream)
        XCTAssertNil(stream.release)
        XCTAssertNotEqual(stream.get_next(&stream, &end), 0, "released")
        XCTAssertNotEqual(stream.get_schema(&stream, nil), 0)
        XCTAssertEqual(structs.description, values(posts))
        expect(compass_posts_export_arrow_stream(posts, nil), COMPASS_NULL_POINTER, "stream")
        expect(compass_posts_destroy(posts))
        expect(compass_posts_export_arrow_stream(posts, &stream), COMPASS_INVALID_HANDLE, "posts")
        XCTAssertNil(stream.release)
    }

    func testAStreamThatFailsSaysWhy() {
        let stream = TestStream([Self.rows, nil])
        var table: compass_table = 0
        expect(
            compass_table_import_arrow_stream(Int32(Self.kind), stream.stream, nil, &table),
            COMPASS_MALFORMED_DATA, "the stream failed with 5: the disk is gone")
        XCTAssertEqual(table, 0)
        XCTAssertEqual(stream.releaseCount, 1)
    }
}

/// A stream of exports; nil fails.
private final class TestStream {
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    private(set) var releaseCount = 0
    private var rows: ArraySlice<String?>
    private let schemaRows: String

    init(_ rows: [String?]) {
        self.rows = rows[...]
        // Without rows, no id is other than a UUID: the schema is that of the first batch.
        schemaRows = rows.first.flatMap { $0 } ?? "[]"
        stream.initialize(
            to: ArrowArrayStream(
                get_schema: { stream, schema in
                    let stream = TestStream.of(stream)
                    stream.export(stream.schemaRows, schema, nil)
                    return 0
                },
                get_next: { stream, array in
                    let stream = TestStream.of(stream)
                    guard let rows = stream.rows.popFirst() else {
                        array?.pointee.release = nil
                        return 0
                    }
                    guard let rows else { return 5 }
                    stream.export(rows, nil, array)
                    return 0
                },
                get_last_error: { _ in
                    let text: StaticString = "the disk is gone"
                    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
                },
                release: { stream in
                    TestStream.of(stream).releaseCount += 1
                    stream?.pointee.release = nil
                }, private_data: nil))
        stream.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { stream.deallocate() }

    private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> TestStream {
        Unmanaged<TestStream>.fromOpaque(stream!.pointee.private_data).takeUnretainedValue()
    }

    private func export(
        _ rows: String, _ schema: UnsafeMutablePointer<ArrowSchema>?,
        _ array: UnsafeMutablePointer<ArrowArray>?
    ) {
        let (structs, posts) = (ArrowStructs(), loadedPosts(rows))
        expect(compass_posts_export_arrow(posts, structs.schema, structs.array))
        expect(compass_posts_destroy(posts))
        if let schema {
            schema.initialize(to: structs.schema.pointee)
            structs.schema.pointee.release = nil
        }
        if let array {
            array.initialize(to: structs.array.pointee)
            structs.array.pointee.release = nil
        }
    }
}
