import XCTest

@testable import CompassKernel

/// Tests of limits that only huge documents reach, with the limits lowered.
final class LoadLimitTests: XCTestCase {
    private func failure(
        _ text: String, threads: Int = 1, _ change: (inout LoadOptions) -> Void
    ) -> LoadError? {
        var options = pieces(of: 40, threads: threads)
        change(&options)
        if case .failed(let error) = PostLoad(text, options: options) { return error }
        return nil
    }

    func testEachTextColumnThatIsTooLargeIsNamed() {
        let long = String(repeating: "x", count: 60)
        let fields = ["post_url", "post_content", "author_handle", "author_name", "notes"]
        for threads in [1, 2, 5] {
            for field in fields {
                for place in [0, 7, 19] {
                    let rows = (0..<20).map {
                        postJSON(
                            "\($0)", "2026-02-10T12:00:00Z", $0 == place ? ",\"\(field)\":\"\(long)\"" : "")
                    }
                    let text = "[" + rows.joined(separator: ",") + "]"
                    let label = "\(field) in row \(place), \(threads) threads"
                    XCTAssertEqual(
                        failure(text, threads: threads) { $0.maxTextBytes = 59 },
                        .columnTooLarge(column: field, maximumByteCount: 59), label)
                    XCTAssertNil(failure(text, threads: threads) { $0.maxTextBytes = 60 }, label)
                }
            }
        }
    }

    func testAnIDThatIsTooLargeIsNamed() {
        let rows = (0..<20).map { postJSON("long-id-\(10 + $0)") }
        let uuids = (0..<50).map { postJSON(PackedUUID(high: 0, low: UInt64($0)).description) }
        for (rows, byteCount) in [(rows, 10), (uuids, 36)] {
            let text = "[" + rows.joined(separator: ",") + "]"
            for threads in [1, 4] {
                XCTAssertEqual(
                    failure(text, threads: threads) { $0.maxTextBytes = byteCount - 1 },
                    .columnTooLarge(column: "id", maximumByteCount: byteCount - 1))
                XCTAssertNil(failure(text, threads: threads) { $0.maxTextBytes = byteCount })
            }
        }
    }

    func testInternedIDsHaveNoLimit() {
        let rows = (0..<50).map {
            postJSON("\($0)", "2026-02-10T12:00:00Z", ",\"school_id\":\"school-\($0)\"")
        }
        XCTAssertNil(failure("[" + rows.joined(separator: ",") + "]", threads: 2) { $0.maxTextBytes = 2 })
    }

    func testMoreRowsThanATableCanNumber() {
        let text = "[" + (0..<20).map { postJSON("\($0)") }.joined(separator: ",") + ",{}]"
        for threads in [1, 3] {
            XCTAssertEqual(failure(text, threads: threads) { $0.maxRows = 19 }, .tooManyRows(maximum: 19))
            XCTAssertNil(failure(text, threads: threads) { $0.maxRows = 20 })
        }
    }

    func testLoadErrorsSpeakToPeople() {
        XCTAssertEqual(
            LoadError.columnTooLarge(column: "notes", maximumByteCount: 9).description,
            "the texts of notes are larger than 9 bytes; load the rows in several tables")
        XCTAssertEqual(LoadError.missingFile(path: "a").description, "a: no such file")
    }
}

/// Tests that a document loads in the same way from any kind of byte collection.
final class DocumentBytesTests: XCTestCase {
    private let text = "[" + postJSON("a") + "," + postJSON("b") + "]"

    func testEveryKindOfCollection() {
        let expected = PostLoad(text)
        let bytes = Array(text.utf8)
        XCTAssertEqual(expected.rows.count, 2)
        XCTAssertEqual(PostLoad(text.utf8), expected)
        XCTAssertEqual(PostLoad(text[...].utf8), expected)
        XCTAssertEqual(PostLoad(ContiguousArray(bytes)), expected)
        XCTAssertEqual(PostLoad(([0] + bytes)[1...]), expected)
        XCTAssertEqual(PostLoad(Array(bytes.reversed()).reversed() as ReversedCollection), expected)
        XCTAssertEqual(PostLoad(bytes.lazy.map { $0 }), expected)
        let half = bytes.count / 2
        XCTAssertEqual(PostLoad([Array(bytes[..<half]), Array(bytes[half...])].joined()), expected)
        bytes.withUnsafeBufferPointer { XCTAssertEqual(PostLoad($0), expected) }
    }

    func testEmptyCollections() {
        XCTAssertEqual(PostLoad([UInt8]()).documentError?.reason, .unexpectedEnd)
        XCTAssertEqual(PostLoad(EmptyCollection<UInt8>()).documentError?.reason, .unexpectedEnd)
        XCTAssertEqual(PostLoad(EmptyCollection<UInt8>(), .ndjson).report?.rows, 0)
        XCTAssertEqual(
            PostLoad(UnsafeBufferPointer<UInt8>(start: nil, count: 0)).documentError?.reason, .unexpectedEnd)
    }

    func testErrorsPassThroughNonContiguousCollections() {
        let faulty = Array("[{]".utf8)
        XCTAssertEqual(PostLoad(faulty.lazy.map { $0 }), PostLoad(faulty))
        XCTAssertEqual(PostLoad(faulty).documentError?.byteOffset, 2)
    }

    func testAServersMessageIsQuotedHoweverItIsPrinted() {
        for text in [
            #"{"message":"JWT expired","code":"PGRST301"}"#,
            "{\n  \"code\": \"PGRST301\",\n  \"message\": \"JWT expired\"\n}\n",
        ] {
            XCTAssertEqual(
                PostLoad(text).documentError?.reason,
                .notAnArrayOfRows(found: "an object", message: "JWT expired"), text)
        }
    }
}
