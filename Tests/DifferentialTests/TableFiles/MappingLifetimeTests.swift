#if os(Linux)
    import Foundation
    import XCTest

    @testable import CompassKernel

    /// A file stays mapped as long as something refers to its columns, and no longer.
    final class MappingLifetimeTests: XCTestCase {
        private var folder: ScratchFolder?

        override func setUpWithError() throws {
            folder = try ScratchFolder()
            let posts = try PostTable(
                (0..<2000).map { row in
                    Post(
                        id: "\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(row)),
                        postContent: "Camp day \(row)")
                })
            let events = EventTable([Event(id: "e", name: "Camp", start: .instant(Timestamp(micros: 2)))])
            try TableFile(posts: posts, events: events).save(to: path())
        }

        // Tests live until the program ends, which removes nothing.
        override func tearDown() { folder = nil }

        private func path() throws -> String { try XCTUnwrap(folder).file("some.compass") }

        /// How many mappings of the file this process has.
        private func mappingCount() throws -> Int {
            let path = URL(fileURLWithPath: try path()).resolvingSymlinksInPath().path
            // Line by line: the file's size is reported as 0, so that only its first part may be read as a whole.
            let stream = try XCTUnwrap(fopen("/proc/self/maps", "r"))
            defer { fclose(stream) }
            var line: UnsafeMutablePointer<CChar>?
            var capacity = 0
            defer { free(line) }
            var count = 0
            while getline(&line, &capacity, stream) > 0, let line {
                count += String(cString: line).hasSuffix(path + "\n") ? 1 : 0
            }
            return count
        }

        func testTheLastTableUnmaps() throws {
            var file: TableFile? = try TableFile.open(path())
            var posts = file?.posts
            var copy = posts
            let events = file?.events
            XCTAssertEqual(try mappingCount(), 1)
            file = nil
            // Only a part of the copy's columns are its own.
            try copy?.setFlag(true, ofPost: "7")
            posts = nil
            XCTAssertEqual(try mappingCount(), 1)
            XCTAssertEqual(copy?.last?.postContent, "Camp day 0")
            copy = nil
            XCTAssertEqual(events?.first?.name, "Camp")
            XCTAssertEqual(try mappingCount(), 1)
            withExtendedLifetime(events) {}
        }

        func testNothingStaysMapped() throws {
            do {
                let file = try TableFile.open(path())
                XCTAssertEqual(file.posts?.count, 2000)
                XCTAssertEqual(try mappingCount(), 1)
            }
            XCTAssertEqual(try mappingCount(), 0)
            // A copy is never mapped.
            let copied = try TableFile.open(path(), copying: true)
            XCTAssertEqual(try mappingCount(), 0)
            XCTAssertEqual(copied.posts?.count, 2000)
        }

        func testAnExportKeepsTheMapping() throws {
            do {
                let batches: [ArrowBatch] = try {
                    let posts = try XCTUnwrap(try TableFile.open(path()).posts)
                    return posts.arrowBatches()
                }()
                XCTAssertEqual(try mappingCount(), 1)
                let column = try XCTUnwrap(batches.first?.columns.first { $0.name == "post_content" })
                let bytes = try XCTUnwrap(column.buffers.last?.address)
                XCTAssertEqual(
                    String(decoding: UnsafeRawBufferPointer(start: bytes, count: 13), as: UTF8.self),
                    "Camp day 1999")
                withExtendedLifetime(batches) {}
            }
            XCTAssertEqual(try mappingCount(), 0)
        }
    }
#endif
