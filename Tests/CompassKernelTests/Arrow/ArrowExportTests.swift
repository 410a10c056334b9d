import XCTest

@testable import CompassKernel

final class ArrowExportTests: XCTestCase {
    func testColumnsHaveTheNamesOfTheDatabaseAndTheTypesOfTheHeader() throws {
        let batch = try fourPosts().arrowBatch()
        XCTAssertEqual(batch.columns.map(\.name), PostField.names.map(\.description))
        XCTAssertEqual(
            batch.columns.map(\.format),
            ["u", "c", "tsu:UTC", "i", "i", "u", "u", "u", "u", "b", "b", "c", "u", "tsu:UTC", "tsu:UTC"])
        XCTAssertEqual(batch.columns.map(\.rowCount), Array(repeating: 4, count: 15))
        XCTAssertEqual(
            batch.columns.filter { !$0.dictionary.isEmpty }.map(\.name),
            [
                "platform", "coach_id", "school_id", "sentiment",
            ])
        XCTAssertEqual(
            batch.columns.filter(\.isNullable).map(\.name),
            [
                "coach_id", "school_id", "post_url", "post_content", "author_handle", "author_name",
                "sentiment",
                "notes", "created_at", "updated_at",
            ])
    }

    func testCanonicalUUIDsGoOutPackedWithArrowsExtension() throws {
        var random = SeededRandom()
        let column = try table(of: oddPosts(3, uuids: true, random: &random)).arrowBatch().columns[0]
        XCTAssertEqual(column.format, "w:16")
        XCTAssertEqual(column.metadata.map(\.key), ["ARROW:extension:name", "ARROW:extension:metadata"])
        XCTAssertEqual(column.metadata.map(\.value), ["arrow.uuid", ""])
    }

    func testTextsAndTimesAreTheTablesOwnMemory() throws {
        let posts = try fourPosts()
        let records = posts.records.segments[0]
        let batch = try posts.arrowBatch()
        func address(_ field: Int, _ buffer: Int) -> UnsafeRawPointer? {
            batch.columns[field].buffers[buffer].address
        }
        XCTAssertEqual(address(PostField.postContent, 2), records.contents.bytes.address)
        XCTAssertEqual(address(PostField.postContent, 1), records.contents.offsets.address)
        XCTAssertEqual(address(PostField.postDate, 1), posts.timestamps.micros.address)
        XCTAssertEqual(address(PostField.createdAt, 1), records.createdAt.values.address)
        XCTAssertEqual(address(PostField.flaggedForReview, 1), posts.flagged.words.address)
    }

    func testCodesAreTheTablesOwnMemoryWhereNoneIsNull() throws {
        var random = SeededRandom()
        let posts = try table(
            of: oddPosts(70, uuids: true, random: &random).map { post in
                var post = post
                (post.schoolID, post.coachID) = ("s", "c")
                return post
            })
        let batch = try posts.arrowBatch()
        XCTAssertEqual(
            batch.columns[PostField.schoolID].buffers[1].address, posts.schoolCodes.address)
        XCTAssertEqual(
            batch.columns[PostField.coachID].buffers[1].address, posts.coachCodes.address)
    }

    func testIndicesOfNullsAreIndicesOfTheDictionary() throws {
        // Polars rejects -1 even where the bitmap marks the value as null.
        for count in [1, 5, 64, 200] {
            var random = SeededRandom(round: count)
            let batch = try table(of: oddPosts(count, uuids: true, random: &random)).arrowBatch()
            for field in [PostField.coachID, PostField.schoolID] {
                let column = batch.columns[field]
                let indices = try XCTUnwrap(column.buffers[1].address)
                for row in 0..<count {
                    let index = indices.load(fromByteOffset: 4 * row, as: Int32.self)
                    XCTAssertTrue(0..<max(Int32(column.dictionary[0].rowCount), 1) ~= index, random.label)
                    if let bits = column.buffers[0].address, !ArrowNumber.bit(bits, row) {
                        XCTAssertEqual(index, 0, random.label)
                    }
                }
            }
        }
    }

    func testWhatIsExportedReadsBackAsTheSamePosts() throws {
        for (round, count) in [0, 1, 2, 7, 8, 63, 64, 65, 128, 200].enumerated() {
            var random = SeededRandom(round: round)
            let posts = try table(of: oddPosts(count, uuids: round % 2 == 0, random: &random))
            let (again, report) = try read([try posts.arrowBatch()])
            XCTAssertEqual(again.posts, posts.posts, random.label)
            XCTAssertEqual(report.loaded, count, random.label)
            XCTAssertEqual(report.problems, [], random.label)
        }
    }

    func testColumnsWithoutAnyValueHaveOffsetsAndBitmaps() throws {
        let rows = (0..<70).map {
            #"{"id":"\#($0)","platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#
        }
        let batch = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table.arrowBatch()
        for column in batch.columns where column.isNullable {
            XCTAssertEqual(column.nullCount, 70, column.name)
            for buffer in column.buffers { XCTAssertNotNil(buffer.address, column.name) }
        }
        let notes = batch.columns[PostField.notes]
        let offsets = try XCTUnwrap(notes.buffers[1].address)
        XCTAssertEqual(offsets.load(fromByteOffset: 70 * 4, as: Int32.self), 0)
    }

    func testPendingChangesAreCompactedFirst() throws {
        var posts = try fourPosts()
        XCTAssertFalse(posts.hasPendingChanges)
        try posts.setFlag(true, ofPost: "b")
        let texts = posts.records.segments[0].contents.bytes.memoryOwner
        let exported = try posts.arrowBatch()
        XCTAssertTrue(try read([exported]).table.posts == posts.posts)
        XCTAssertTrue(
            exported.columns[PostField.postContent].buffers[2].owner === texts, "texts are not copied")
        try posts.setNotes("new", ofPost: "c")
        XCTAssertTrue(posts.hasPendingChanges)
        try posts.remove(id: "a")
        try posts.apply(.put(Post(id: "e", platform: .instagram, postDate: Timestamp(micros: 7), notes: "n")))
        try posts.apply(
            .put(Post(id: "d", platform: .twitter, postDate: Timestamp(micros: 8), authorName: "D")))
        let again = try read([try posts.arrowBatch()]).table
        XCTAssertEqual(again.posts, posts.posts)
        XCTAssertEqual(again.postIDs, ["b", "c", "d", "e"])
        XCTAssertTrue(posts.hasPendingChanges, "a copy was compacted")
    }

    /// Their records remain, and were once exported.
    func testPostsThatCameAndWentAreNotExported() throws {
        let time = Timestamp(micros: 0)
        for count in [1, 10, 200] {
            var posts = try table(of: (0..<15).map { Post(id: "\($0)", platform: .twitter, postDate: time) })
            for number in 0..<count {
                try posts.put(Post(id: "new \(number)", platform: .twitter, postDate: time))
            }
            for number in 0..<count { try posts.remove(id: "new \(number)") }
            XCTAssertEqual(posts.count, 15)
            XCTAssertEqual(try read([try posts.arrowBatch()]).table.posts, posts.posts)
        }
    }

    func testAnExportStaysAsItWasWhenThePostsChange() throws {
        var posts = try fourPosts()
        let before = posts.posts
        let batch = try posts.arrowBatch()
        try posts.setFlag(false, ofPost: "a")
        try posts.setFlag(true, ofPost: "d")
        try posts.remove(id: "b")
        posts.compact()
        XCTAssertEqual(try read([batch]).table.posts, before)
    }

    func testAnExportOutlivesItsTable() throws {
        var posts: PostTable? = try fourPosts()
        let before = posts?.posts
        let batch = try XCTUnwrap(posts).arrowBatch()
        posts = nil
        XCTAssertEqual(try read([batch]).table.posts, before)
    }

    func testTextsThatNeedSeveralSegmentsAreSeveralBatches() throws {
        let uuids = ["00112233-4455-6677-8899-aabbccddeeff", "10112233-4455-6677-8899-aabbccddeeff"]
        for lastID in [uuids[1], "d"] {
            var posts = try fourPosts()
            posts.parts.compactionPolicy.maximumTextBytes = 36
            for id in ["b", "c", "d"] { try posts.remove(id: id) }
            for (index, id) in [uuids[0], lastID].enumerated() {
                try posts.apply(
                    .put(
                        Post(
                            id: id, platform: .instagram, postDate: Timestamp(micros: Int64(-index)),
                            schoolID: "s",
                            sentiment: .negative, notes: "n")))
            }
            try posts.remove(id: "a")
            let batches = posts.arrowBatches()
            XCTAssertEqual(batches.map(\.rowCount), [1, 1])
            XCTAssertEqual(batches.map { $0.columns[PostField.platform].offset }, [0, 1])
            let format = lastID == "d" ? "u" : "w:16"
            XCTAssertEqual(batches.map { $0.columns[PostField.id].format }, [format, format])
            XCTAssertEqual(try read(batches).table.posts, posts.posts)
            posts.compact()
            XCTAssertFalse(posts.hasPendingChanges)
            XCTAssertEqual(try read(posts.arrowBatches()).table.posts, posts.posts)
        }
    }

    func testTextsThatNeedSeveralBatchesAreRefusedAsOne() throws {
        var posts = try fourPosts()
        posts.parts.compactionPolicy.maximumTextBytes = 12
        try posts.remove(id: "a")
        XCTAssertThrowsError(try posts.arrowBatch()) {
            guard case .tooLarge = $0 as? ArrowError else { return XCTFail("\($0)") }
        }
    }

    func testALargeDictionaryKeepsItsOffsetsOf64Bits() throws {
        var interner = Interner()
        for text in ["ab", "c"] {
            _ = Array(text.utf8).withUnsafeBufferPointer { interner.intern($0.baseAddress!, count: $0.count) }
        }
        let dictionary = interner.finish()
        let small = ArrowColumn(dictionary)
        let large = ArrowColumn(dictionary, maximumByteCount: 2)
        XCTAssertEqual(small.format, "u")
        XCTAssertEqual(small.buffers[1].address?.load(fromByteOffset: 8, as: Int32.self), 3)
        XCTAssertEqual(large.format, "U")
        XCTAssertEqual(large.buffers[1].address, dictionary.offsets.address)
        let column = ArrowColumn.codes("notes", [1, nil, 0], large)
        XCTAssertEqual(try read([batch(with: column)]).table.posts.map(\.notes), ["c", nil, "ab"])
    }

    func testDayCountsAreTheBarsOfThePage() throws {
        let social = try fourPosts().bound(to: .empty)
        let bars = try social.analyticsPage(
            .all, asOf: time("2026-02-13T00:00:00Z"), in: .utc, days: .last(5)
        ).activityByDay
        let batch = ArrowBatch(dayCounts: bars)
        XCTAssertEqual(batch.columns.map(\.name), ["date", "count"])
        XCTAssertEqual(batch.columns.map(\.format), ["tdD", "l"])
        let days = try XCTUnwrap(batch.columns[0].buffers[1].address)
        let counts = try XCTUnwrap(batch.columns[1].buffers[1].address)
        XCTAssertEqual(
            (0..<5).map { days.load(fromByteOffset: 4 * $0, as: Int32.self) }, Array(20_493...20_497))
        XCTAssertEqual((0..<5).map { counts.load(fromByteOffset: 8 * $0, as: Int64.self) }, [0, 1, 2, 1, 0])
    }
}

final class ArrowColumnPartTests: XCTestCase {
    func testSpreadBitsAreTheSumOfTheirPlanesValues() {
        for count in 0...130 {
            var random = SeededRandom(round: count)
            let planes = [1, 2, 3].map { value in
                (
                    plane: BitColumn((0..<count).map { _ in Bool.random(using: &random) }),
                    value: UInt8(value)
                )
            }
            let bytes = BitSpreading.bytes(of: planes, count: count)
            for row in 0..<count {
                let expected = planes.reduce(0) { $0 + ($1.plane[row] ? $1.value : 0) }
                XCTAssertEqual(bytes[row], expected, "\(random.label), row \(row)")
            }
        }
    }

    func testOnlyTheCodeForNullIsNull() {
        for count in 0...130 {
            var random = SeededRandom(round: count)
            let codes: [UInt32] = (0..<count).map { _ in
                [0, 1, UInt32(Int32.max), CodeDictionary.null].randomElement(using: &random) ?? 0
            }
            let (validity, nullCount) = CodeValidity.bitmap(of: ColumnBuffer(codes))
            XCTAssertEqual(nullCount, codes.filter { $0 == CodeDictionary.null }.count, random.label)
            XCTAssertEqual(validity.address == nil, nullCount == 0, random.label)
            guard let bits = validity.address else { continue }
            for row in 0..<count {
                XCTAssertEqual(ArrowNumber.bit(bits, row), codes[row] != CodeDictionary.null, random.label)
            }
        }
    }
}
