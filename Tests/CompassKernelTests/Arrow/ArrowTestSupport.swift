import XCTest

@testable import CompassKernel

extension ArrowColumn {
    /// A column whose buffers are built from the given values.
    static func plain<Element: BitwiseCopyable & Sendable>(
        _ name: String, _ format: String, _ values: [Element?], null: Element
    ) -> ArrowColumn {
        ArrowColumn(
            name: name, format: format, isNullable: true, rowCount: values.count, nullCount: -1,
            buffers: [
                validity(values.map { $0 != nil }), ArrowBuffer(ColumnBuffer(values.map { $0 ?? null })),
            ])
    }

    /// A column of byte strings with 32-bit offsets.
    static func runs(_ name: String, format: String = "u", _ values: [[UInt8]?]) -> ArrowColumn {
        var offsets: [Int32] = [0]
        for value in values { offsets.append(offsets[offsets.count - 1] + Int32(value?.count ?? 0)) }
        return ArrowColumn(
            name: name, format: format, isNullable: true, rowCount: values.count, nullCount: -1,
            buffers: [
                validity(values.map { $0 != nil }), ArrowBuffer(ColumnBuffer(offsets)),
                ArrowBuffer(ColumnBuffer(values.flatMap { $0 ?? [] })),
            ])
    }

    static func texts(_ name: String, _ values: [String?]) -> ArrowColumn {
        runs(name, values.map { $0.map { Array($0.utf8) } })
    }

    static func bits(_ name: String, _ values: [Bool?]) -> ArrowColumn {
        ArrowColumn(
            name: name, format: "b", isNullable: true, rowCount: values.count, nullCount: -1,
            buffers: [
                validity(values.map { $0 != nil }), ArrowBuffer(BitColumn(values.map { $0 ?? false }).words),
            ])
    }

    /// A column of views: texts of at most 12 bytes are stored inline, others in `buffers`.
    static func views(_ name: String, _ views: [[UInt8]], buffers: [[UInt8]], sizes: [Int64]) -> ArrowColumn {
        ArrowColumn(
            name: name, format: "vu", isNullable: true, rowCount: views.count, nullCount: 0,
            buffers: [ArrowBuffer(address: nil), ArrowBuffer(ColumnBuffer(views.flatMap { $0 }))]
                + buffers.map { ArrowBuffer(ColumnBuffer($0)) } + [ArrowBuffer(ColumnBuffer(sizes))])
    }

    /// The indices of a dictionary.
    static func codes(_ name: String, _ indices: [Int8?], _ values: ArrowColumn) -> ArrowColumn {
        var column = plain(name, "c", indices, null: -1)
        column.dictionary = [values]
        return column
    }

    private static func validity(_ valid: [Bool]) -> ArrowBuffer {
        ArrowBuffer(validity: valid.allSatisfy { $0 } ? nil : BitColumn(valid))
    }
}

/// A batch of columns of equal length.
func batch(_ columns: [ArrowColumn]) -> ArrowBatch {
    ArrowBatch(rowCount: columns.first?.rowCount ?? 0, columns: columns)
}

/// A batch with the required columns of a post and one more column.
func batch(with column: ArrowColumn) -> ArrowBatch {
    let needed: [ArrowColumn] = [
        .texts("id", (0..<column.rowCount).map { "p\($0)" }),
        .texts("platform", Array(repeating: "twitter", count: column.rowCount)),
        .plain("post_date", "tsu:UTC", (0..<column.rowCount).map { Int64(-$0) }, null: 0),
    ]
    return batch(needed.filter { $0.name != column.name } + [column])
}

/// Returns the table of the batches' rows and the load report.
func read(
    _ batches: [ArrowBatch], _ options: LoadOptions = LoadOptions()
) throws -> (table: PostTable, report: IngestReport) {
    var reader = ArrowPostReader(options: options)
    for batch in batches { try reader.read(batch) }
    let (table, report) = reader.finish()
    XCTAssertEqual(table.checkInvariants(), [])
    XCTAssertEqual(report.rows - report.skipped - report.replaced, report.loaded)
    return (table, report)
}

/// Expects that a batch is rejected with an error of the same kind whose text contains that of `error`.
func expectRefusal(
    _ batch: ArrowBatch, _ error: ArrowError, options: LoadOptions = LoadOptions(),
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertThrowsError(try read([batch], options), file: file, line: line) { thrown in
        switch (thrown as? ArrowError, error) {
        case (.unsupported(let text), .unsupported(let part)), (.malformed(let text), .malformed(let part)),
            (.tooLarge(let text), .tooLarge(let part)):
            XCTAssertTrue(text.contains(part), text, file: file, line: line)
        default: XCTFail("\(thrown)", file: file, line: line)
        }
    }
}

/// Posts with every kind of value; ids are UUIDs or not.
func oddPosts(_ count: Int, uuids: Bool, random: inout SeededRandom) -> [Post] {
    let texts: [String?] = [nil, "", "a", "né\n", "日本語", "🏈👍🏽", String(repeating: "x", count: 300)]
    func text() -> String? { texts.randomElement(using: &random) ?? nil }
    func instant() -> Timestamp? {
        Bool.random(using: &random)
            ? nil : Timestamp(micros: Int64.random(in: -1 << 50...1 << 50, using: &random))
    }
    return (0..<count).map { number in
        let uuid = PackedUUID(high: random.next(), low: random.next()).description
        return Post(
            id: uuids ? uuid : "\(number)é",
            platform: Platform.allCases.randomElement(using: &random) ?? .twitter,
            postDate: Timestamp(micros: Int64.random(in: 0...1 << 40, using: &random)),
            coachID: ["c", "d", nil].randomElement(using: &random) ?? nil,
            schoolID: ["s", "t", "u", nil].randomElement(using: &random) ?? nil,
            postURL: Bool.random(using: &random) ? nil : "u/\(number)", postContent: text(),
            authorHandle: text(),
            authorName: text(), isRecruitingRelated: Bool.random(using: &random),
            flaggedForReview: Bool.random(using: &random),
            sentiment: Bool.random(using: &random) ? nil : Sentiment.allCases.randomElement(using: &random),
            notes: text(), createdAt: instant(), updatedAt: instant())
    }
}

/// Returns a table of the given posts, as loading builds it.
func table(of posts: [Post]) throws -> PostTable {
    var table = try PostTable.load(json: "[]".utf8).table
    for post in posts { try table.apply(.put(post)) }
    table.compact()
    XCTAssertFalse(table.hasPendingChanges)
    return table
}
