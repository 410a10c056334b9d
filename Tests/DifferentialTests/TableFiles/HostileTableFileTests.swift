import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Files that no release has written: each is refused, or its tables take every query and every change.
final class HostileTableFileTests: XCTestCase {
    private static let zone = ZoneOffsets.utc
    private static let now = Timestamp(micros: RandomChanges.now)
    /// The microseconds of some centuries.
    private static let longTime: UInt64 = 20_000_000_000_000_000

    /// A file with all tables, some rows each.
    private static func file(rows: Int, random: SeededRandom) throws -> [UInt8] {
        let folder = try ScratchFolder()
        var changes = RandomChanges(idCount: rows + 4, random: random)
        var pair = try ChangePair((0..<rows).map { _ in changes.post() }, policy: CompactionPolicy())
        if rows > 0 { for _ in 0..<10 { try pair.apply(payloads: changes.payloads()) } }
        func table<Record: RandomRecord>(_ type: Record.Type) throws -> RecordTable<Record> {
            for round in 0... {
                let document = RandomDocument.rows(
                    of: type, rowCount: rows, isLines: false, random: random.forRound(round))
                if let table = try? RecordTable<Record>.load(json: document).table { return table }
            }
            return .empty
        }
        let (schools, report) = try SchoolDirectory.load(
            json: #"[{"id":"s0","name":"State","status":"new"},{"id":"s1"},{"id":"é","name":"état"}]"#.utf8)
        try TableFile(
            posts: pair.table, schools: schools, coaches: try table(Coach.self),
            interactions: try table(Interaction.self), offers: try table(Offer.self),
            events: try table(Event.self), documents: try table(Document.self),
            metrics: try table(PerformanceMetric.self), statusChanges: try table(StatusChange.self),
            reports: [report]
        ).save(to: folder.file("all"))
        return folder.bytes("all")
    }

    /// Queries everything, changes posts, and exports.
    private func query(_ file: TableFile, using random: inout SeededRandom) throws {
        let schools = file.schools ?? .empty
        if let posts = file.posts { try query(posts, schools, file.coaches ?? .empty, using: &random) }
        let timeline = RecruitingTimeline(
            events: file.events ?? .empty, interactions: file.interactions ?? .empty,
            offers: file.offers ?? .empty, statusChanges: file.statusChanges ?? .empty, schools: schools,
            ingestReports: file.reports)
        let items = timeline.items(in: Self.zone)
        // The page of all time lists every month, of which 64 bits of microseconds have millions.
        let isShort = (0..<items.count).allSatisfy {
            items.start($0).micros.magnitude < Self.longTime && items.end($0).micros.magnitude < Self.longTime
        }
        for range in TimelineRange.allCases where range != .allTime || isShort {
            let page = timeline.page(range, asOf: Self.now, in: Self.zone)
            _ = (page.csv(), page.html(), page.json())
        }
        let feed = ActivityFeed(
            interactions: file.interactions, statusChanges: file.statusChanges, documents: file.documents,
            schools: schools)
        for filter in [
            ActivityFilter(), ActivityFilter(search: "é"),
            ActivityFilter(search: "a", searchesWholeText: true),
        ] {
            let page = feed.page(where: filter, asOf: Self.now, in: Self.zone)
            _ = (page.csv(), page.html(), page.json())
        }
        let reports = Reports(
            schools: file.schools, coaches: file.coaches, interactions: file.interactions,
            metrics: file.metrics)
        let period = try ReportPeriod(
            from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 30_000))
        let page = reports.page(period, asOf: Self.now, in: Self.zone, comparison: true)
        _ = (page.csv(), page.html(), page.json())
        _ = file.coaches.map { Array($0) }
        _ = file.documents.map { Array($0) }
        _ = file.metrics.map { Array($0) }
        _ = file.reports.map { $0.json() }
    }

    private func query(
        _ posts: PostTable, _ schools: SchoolDirectory, _ coaches: CoachTable,
        using random: inout SeededRandom
    ) throws {
        var posts = posts
        func queryAll() {
            let social = posts.bound(to: schools, coaches: coaches)
            _ = TableAnswers(
                social, TableAnswers.filters(using: &random), zone: Self.zone, feedPages: 4)
            let page = social.feedPage(where: .search("camp"), asOf: Self.now, in: Self.zone)
            _ = (page.csv(), page.html(), page.json(), social.feedCSV(in: Self.zone))
            let searches = Set(["camp", "é"].map { SearchQuery($0) })
            _ = social.feedPage(asOf: Self.now, in: Self.zone).posts
                .map { FeedHighlights(of: searches, in: $0) }
            _ = posts.arrowBatches()
            expectKnownTexts(posts)
        }
        queryAll()
        posts.searchIndexing = random.element(SearchIndexing.allCases)
        var changes = RandomChanges(idCount: 12, random: random)
        let ids = posts.prefix(5).map(\.id)
        for id in ids + ids {
            _ = try? posts.setFlag(random.oneIn(2), ofPost: id)
            _ = try? posts.setNotes("camp", ofPost: id)
            if random.oneIn(2) { _ = try? posts.remove(id: id) }
        }
        for _ in 0..<10 {
            let (change, _) = changes.localChange()
            if let undo = try? posts.apply(change), random.oneIn(2) { _ = try? posts.apply(undo) }
            let (document, format) = changes.batch()
            _ = format == .json ? try? posts.merge(json: document) : try? posts.merge(ndjson: document)
            for payload in changes.payloads() { _ = try? posts.apply(realtime: payload.utf8) }
        }
        posts.forgetDeletions(before: Self.now)
        queryAll()
        if random.oneIn(2) { posts.mergeChanges() }
        posts.compact()
        queryAll()
        random = changes.random
    }

    /// Expects that texts which exports do not examine are well-formed, also those of copies.
    private func expectKnownTexts(_ posts: PostTable) {
        for records in posts.records.segments {
            var columns = records.texts
            if case .text(let ids) = records.ids { columns.append(ids) }
            for texts in columns where texts.areWellFormed { XCTAssertTrue(texts.isWellFormed) }
        }
    }

    // MARK: Changes that keep the sums of the file

    /// Replaces bytes of a section by others, which are often limits of their type.
    private func damage(_ section: inout SignedFile.Section, using random: inout SeededRandom) {
        let size = section.elementByteCount
        switch random.int(0...9) {
        // A change before may have made the elements larger than the section.
        case 0: section.bytes.removeLast(min(size, section.bytes.count))
        case 1: section.bytes += [UInt8](repeating: random.element([0, 0xff, 0x61]), count: size)
        case 2: section.elementByteCount = random.element([1, 2, 4, 8, 16])
        case 3: section.version = UInt32(random.int(0...3))
        default:
            guard !section.bytes.isEmpty else { return }
            for _ in 0..<random.int(1...3) {
                let place = random.int(0...section.bytes.count - 1)
                if random.oneIn(2) || size == 1 {
                    section.bytes[place] = random.element([
                        0, 1, 0x7f, 0x80, 0xbf, 0xc0, 0xe2, 0xed, 0xf0, 0xf4, 0xf8, 0xfe, 0xff,
                        UInt8(random.int(0...255)),
                    ])
                    continue
                }
                let first = place / size * size
                let number = random.element([
                    0, 1, .max, .max - 1, 1 << 31, 1 << 63, UInt64(random.int(0...300)),
                ])
                for index in 0..<min(size, 8, section.bytes.count - first) {
                    section.bytes[first + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
                }
            }
        }
    }

    func testSectionsOfWrongValues() throws {
        let random = SeededRandom()
        var (refused, opened) = (0, 0)
        for seed in 0..<3 {
            let file = try SignedFile(
                try Self.file(rows: [6, 70, 1][seed], random: random.forRound(seed)))
            // Of fewer files, perhaps none opens.
            for round in 0..<max(20, SeededRandom.rounds(150)) {
                var random = random.forRound(1000 * (seed + 1) + round)
                var damaged = file
                for _ in 0..<random.int(1...4) {
                    damage(
                        &damaged.sections[random.int(0...damaged.sections.count - 1)], using: &random)
                }
                if random.oneIn(20) {
                    damaged.sections.remove(at: random.int(0...damaged.sections.count - 1))
                }
                if random.oneIn(20) {
                    damaged.sections.swapAt(
                        random.int(0...damaged.sections.count - 1),
                        random.int(0...damaged.sections.count - 1))
                }
                // If the process ends, the last line tells by which file.
                do {
                    let tables = try SignedFile.open(damaged.bytes)
                    opened += 1
                    try query(tables, using: &random)
                } catch let error as TableFileError {
                    refused += 1
                    XCTAssertFalse(error.description.isEmpty)
                }
            }
        }
        XCTAssertGreaterThan(refused, 0)
        XCTAssertGreaterThan(opened, 0)
    }

    /// Texts of any bytes: what is searched, shown and exported must not rely on UTF-8.
    func testTextsOfAnyBytes() throws {
        let random = SeededRandom()
        let file = try SignedFile(try Self.file(rows: 70, random: random))
        let bytes: [UInt8] = [
            0x00, 0x20, 0x2f, 0x41, 0x61, 0x0d, 0x80, 0xbf, 0xc0, 0xc3, 0xc9, 0xcc, 0xe2, 0xea, 0xed, 0xef,
            0xf0, 0xf3, 0xf4, 0xf5, 0xf8, 0xfe, 0xff,
        ]
        let seed = random.seed
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            var damaged = file
            for index in damaged.sections.indices where damaged.sections[index].name.hasSuffix("bytes") {
                // Flags and reports are no texts, and other ids have another order.
                let name = damaged.sections[index].name
                if ["flags.bytes", "reports.bytes", "0/id.bytes"].contains(where: name.hasSuffix) {
                    continue
                }
                for place in damaged.sections[index].bytes.indices where random.oneIn(3) {
                    damaged.sections[index].bytes[place] = random.element(bytes)
                }
            }
            let tables = try SignedFile.open(damaged.bytes)
            for segment in tables.posts?.records.segments ?? [] {
                searchIndexed(segment, "round \(round) of seed \(seed)")
            }
            try query(tables, using: &random)
        }
    }

    /// Compares searches of an index, which larger tables have, with scans.
    private func searchIndexed(_ segment: PostRecords, _ place: String) {
        let index = SearchIndex(fields: segment.searchedTexts, .ofFewRows)
        for text in ["a", "camp", "é", " a", "\u{fffd}", "a\u{fffd}", "/a"] {
            for ignoresAccents in [false, true] {
                XCTAssertEqual(
                    index.rows(with: text, ignoringAccents: ignoresAccents, rowCount: segment.count),
                    segment.scannedRows(with: text, ignoringAccents: ignoresAccents), "\(text), \(place)")
            }
        }
    }

    /// Sections of an index of wrong values: it is ignored, or its searches end within memory.
    func testSearchIndexesOfWrongValues() throws {
        let random = SeededRandom()
        let folder = try ScratchFolder()
        var changes = RandomChanges(idCount: 150, random: random)
        let table = try PostTable.load(
            json: BaselinePosts((0..<400).map { _ in changes.post() }).tableJSON
        ).table
        table.records.segments[0].buildIndexOfFewRows()
        try TableFile(posts: table).save(to: folder.file("posts"))
        let file = try SignedFile(folder.bytes("posts"))
        let places = file.sections.indices.filter { file.sections[$0].name.contains("search_") }
        XCTAssertGreaterThan(places.count, 20)
        var (ignored, used) = (0, 0)
        // Of a few rounds, all may be ignored.
        for round in 0..<max(SeededRandom.rounds(400), 60) {
            var random = random.forRound(round)
            var damaged = file
            for _ in 0..<random.int(1...3) {
                damage(&damaged.sections[random.element(places)], using: &random)
            }
            let segment = try XCTUnwrap(try SignedFile.open(damaged.bytes).posts?.records.segments.first)
            guard let index = segment.availableSearch else {
                ignored += 1
                continue
            }
            used += 1
            for text in ["a", "camp", "é", " d", "p d", "th", "camp day", "stra", "\u{fffd}"] {
                for ignoresAccents in [false, true] {
                    let rows = index.rows(
                        with: text, ignoringAccents: ignoresAccents, rowCount: segment.count)
                    XCTAssertTrue(rows.allSatisfy { $0 < segment.count })
                }
            }
        }
        XCTAssertGreaterThan(ignored, 0)
        XCTAssertGreaterThan(used, 0)
    }

    /// Entries of the directory, each of whose numbers is replaced by limits and its neighbours.
    func testDirectoriesOfWrongNumbers() throws {
        var random = SeededRandom()
        let file = try Self.file(rows: 3, random: random)
        let reader = try SignedFile.reader(file)
        let last = try XCTUnwrap(reader.entries.last)
        let start = try XCTUnwrap(TableFileLayout.following(last.byteOffset + last.byteCount))
        let names = reader.entries.reduce(0) { $0 + $1.name.utf8.count }
        let directory = start..<start + reader.entries.count * TableFileLayout.entryByteCount + names
        var opened = 0
        let places = stride(from: directory.lowerBound, to: directory.upperBound - 8, by: 4)
        for place in places where SeededRandom.isThorough || random.oneIn(3) {
            let word = (0..<8).reduce(UInt64(0)) { $0 | UInt64(file[place + $1]) << UInt64(8 * $1) }
            for value in [0, word &+ 1, word &- 1, word &+ 64, word &- 64, word << 1, .max, 1 << 63, 1 << 62]
            {
                var damaged = file
                for index in 0..<8 {
                    damaged[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
                }
                if (try? SignedFile.open(SignedFile.signed(damaged, directory: directory))) != nil {
                    opened += 1
                }
            }
        }
        // Other checksums of sections that are not read, and names that are ignored.
        XCTAssertGreaterThan(opened, 0)
    }

    // MARK: Accidents

    /// Each bit of a file with posts, and each of its lengths; in few rounds a bit of one byte in 20.
    func testEveryBitAndLength() throws {
        let folder = try ScratchFolder()
        let post = Post(
            id: "a", platform: .twitter, postDate: Timestamp(micros: 3), schoolID: "s", postContent: "Camp")
        let other = Post(id: "b", platform: .instagram, postDate: Timestamp(micros: 2), notes: "é")
        try TableFile(posts: try PostTable([post, other])).save(to: folder.file("posts"))
        let file = folder.bytes("posts")
        var random = SeededRandom()
        var opened = 0
        for place in file.indices where SeededRandom.isThorough || random.oneIn(20) {
            let queried = random.int(0...7)
            for bit in SeededRandom.isThorough ? 0..<8 : queried..<queried + 1 {
                var damaged = file
                damaged[place] ^= 1 << UInt8(bit)
                if (try? SignedFile.reader(damaged, verify: .all)) != nil {
                    XCTFail("bit \(bit) of byte \(place) was not found")
                }
                // Without the sums of all sections the posts may differ, but nothing else happens.
                guard bit == queried, let tables = try? SignedFile.open(damaged) else { continue }
                if !SeededRandom.isThorough || random.oneIn(8) { try query(tables, using: &random) }
                opened += 1
            }
            XCTAssertThrowsError(try SignedFile.open(Array(file.prefix(place))))
        }
        XCTAssertGreaterThan(opened, 0)
        for count in 1...130 { XCTAssertThrowsError(try SignedFile.open(file + file.prefix(count))) }
    }
}

/// Texts that are handed to others as Arrow, which rely on valid UTF-8.
extension HostileTableFileTests {
    func testExportedTextsAreValid() throws {
        let folder = try ScratchFolder()
        let posts = try PostTable(
            (0..<3).map { row in
                Post(
                    id: "é\(row)", platform: .twitter, postDate: Timestamp(micros: Int64(-row)),
                    schoolID: "sé", postContent: "Camp é", notes: row == 1 ? "ü" : nil)
            })
        try TableFile(posts: posts).save(to: folder.file("posts"))
        let valid = try SignedFile(folder.bytes("posts"))
        for isCopied in [false, true] {
            XCTAssertEqual(
                try exportedTexts(valid, isCopied: isCopied),
                [
                    "id": "é0|é1|é2|", "school_id": "sé|", "post_content": "Camp é|Camp é|Camp é|",
                    "notes": "|ü||",
                ])
        }
        var damaged = valid
        for index in damaged.sections.indices {
            let name = damaged.sections[index].name
            if name.hasSuffix("post_content.bytes") { damaged.sections[index].bytes[6] = 0xff }
            if name.hasSuffix("school_id.dictionary_bytes") { damaged.sections[index].bytes[2] = 0x41 }
            // A text that begins within a scalar.
            if name.hasSuffix("0/id.offsets") { damaged.sections[index].bytes[4] = 4 }
        }
        for isCopied in [false, true] {
            XCTAssertEqual(
                try exportedTexts(damaged, isCopied: isCopied),
                [
                    "id": "é0\u{fffd}|\u{fffd}1|é2|", "school_id": "s\u{fffd}A|",
                    "post_content": "Camp \u{fffd}\u{fffd}|Camp é|Camp é|", "notes": "|ü||",
                ])
        }
    }

    /// Returns the texts of some columns, or of their dictionaries, with a bar after each.
    ///
    /// - Parameter isCopied: whether the posts are copied first, as those that pass a filter are.
    private func exportedTexts(_ file: SignedFile, isCopied: Bool) throws -> [String: String] {
        var posts = try XCTUnwrap(try SignedFile.open(file.bytes).posts)
        if isCopied { posts = posts.compacted((0..<posts.count).map { PostPlace($0) }) }
        let batch = try XCTUnwrap(posts.arrowBatches().first)
        var texts: [String: String] = [:]
        for column in batch.columns where ["id", "school_id", "post_content", "notes"].contains(column.name) {
            let column = column.dictionary.first.map { ($0, column.name) } ?? (column, column.name)
            let (offsets, bytes) = (column.0.buffers[1].address, column.0.buffers[2].address)
            for row in 0..<column.0.rowCount {
                let (start, end) = (
                    offsets?.load(fromByteOffset: row * 4, as: Int32.self) ?? 0,
                    offsets?.load(fromByteOffset: row * 4 + 4, as: Int32.self) ?? 0
                )
                let utf8 = UnsafeRawBufferPointer(
                    start: bytes.map { $0 + Int(start) }, count: Int(end - start))
                texts[column.1, default: ""] += (String(validating: utf8, as: UTF8.self) ?? "invalid") + "|"
            }
        }
        withExtendedLifetime(batch) {}
        return texts
    }
}
