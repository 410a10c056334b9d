import CompassServer
import Foundation
import XCTest

/// The files of the app, as the program has them.
final class WebFilesTests: XCTestCase {
    private var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/CCompassWeb/app")
    }

    func testTheProgramHasEveryFileOfTheApp() throws {
        var expected: [String: [UInt8]] = [:]
        let paths = try XCTUnwrap(FileManager.default.enumerator(atPath: folder.path)).compactMap {
            $0 as? String
        }
        for path in paths {
            var isFolder: ObjCBool = false
            let url = folder.appendingPathComponent(path)
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            if !isFolder.boolValue { expected["/" + path] = Array(try Data(contentsOf: url)) }
        }
        XCTAssertEqual(
            WebFiles.embedded.files.mapValues(\.bytes), expected, "see Sources/CCompassWeb/WebFiles.c")
    }

    func testTypesThatBrowsersRequire() {
        let types = [
            "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
            "js": "text/javascript; charset=utf-8",
        ]
        for (path, file) in WebFiles.embedded.files {
            XCTAssertEqual(types[String(path.split(separator: ".").last ?? "")], file.mediaType, path)
        }
    }

    /// The policy of the pages allows neither.
    func testNoFileHasInlineScriptsOrInsertsMarkup() {
        for (path, file) in WebFiles.embedded.files {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for forbidden in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "javascript:",
            ]
            where path.hasSuffix(".js") {
                XCTAssertFalse(text.contains(forbidden), "\(path) has \(forbidden)")
            }
            if path.hasSuffix(".html") {
                XCTAssertFalse(
                    text.contains("<style") || text.contains(" style=") || text.contains(" onclick="), path)
            }
        }
    }

    func testTheAppStaysSmall() {
        let packed = WebFiles.embedded.files.values.reduce(0) { sum, file in
            sum + (ServerCompression.packedByteCount(of: file.bytes) ?? file.bytes.count)
        }
        XCTAssertLessThan(packed, 120_000, "the whole app, as a browser on another machine receives it")
    }
}
