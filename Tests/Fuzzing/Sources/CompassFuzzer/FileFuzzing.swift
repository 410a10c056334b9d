@testable import CompassKernel

/// Table files whose sections were changed and whose sums are right: each is refused, or its tables take every
/// query, change and export.
///
/// The first byte of an input chooses a file, and whether posts or the other tables are queried. Each further twelve bytes are a change: the number of a section,
/// what is done to it, the number of an element, and eight bytes.
enum FileFuzzing {
    private static let zone = ZoneOffsets.utc
    private static let now = Timestamp(micros: 1_770_900_000_000_000)
    /// The microseconds of some centuries.
    private static let longTime: UInt64 = 20_000_000_000_000_000
    private static let changeByteCount = 12

    private static let files: [SignedFile] = {
        do {
            return try [
                FuzzedFiles.allTables(rows: 4), FuzzedFiles.allTables(rows: 70), FuzzedFiles.indexedPosts(),
            ].map { try SignedFile($0) }
        } catch {
            fatalError("the files cannot be made: \(error)")
        }
    }()

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        var file = files[Int(first) % files.count]
        var rest = bytes.dropFirst()
        while rest.count >= changeByteCount {
            change(&file, Array(rest.prefix(changeByteCount)))
            rest = rest.dropFirst(changeByteCount)
        }
        do {
            let tables = try SignedFile.open(file.bytes)
            if Int(first) / files.count % 2 == 0, let posts = tables.posts {
                query(posts, tables.schools ?? .empty, tables.coaches ?? .empty)
            } else {
                try query(tables, tables.schools ?? .empty)
            }
        } catch let error as TableFileError {
            require(!error.description.isEmpty, "an error without words")
        } catch {
            fatalError("\(error)")
        }
    }

    // MARK: Changes of sections

    private static func change(_ file: inout SignedFile, _ words: [UInt8]) {
        let number = Int(words[0]) % file.sections.count
        let size = file.sections[number].elementByteCount
        let count = file.sections[number].bytes.count / size
        let value = words[4...]
        switch words[1] % 16 {
        case 0: file.sections[number].bytes += value.prefix(size)
        case 1: file.sections[number].bytes.removeLast(min(size, file.sections[number].bytes.count))
        case 2: file.sections[number].elementByteCount = [1, 2, 4, 8, 16][Int(words[4]) % 5]
        case 3: file.sections[number].version = UInt32(words[4])
        case 4 where file.sections.count > 1: file.sections.remove(at: number)
        case 5: file.sections.swapAt(number, Int(words[4]) % file.sections.count)
        case 6: file.sections[number].bytes.removeAll()
        case 7: file.sections[number].name += String(words[4])
        default:
            guard count > 0 else { return }
            let element = (Int(words[2]) | Int(words[3]) << 8) % count
            for (index, byte) in value.prefix(size).enumerated() {
                file.sections[number].bytes[element * size + index] = byte
            }
        }
    }

    // MARK: Queries

    private static func query(_ file: TableFile, _ schools: SchoolDirectory) throws {
        queryTimeline(file, schools)
        let feed = ActivityFeed(
            interactions: file.interactions, statusChanges: file.statusChanges, documents: file.documents,
            schools: schools)
        for filter in [
            ActivityFilter(), ActivityFilter(search: "é"),
            ActivityFilter(search: "a", searchesWholeText: true),
        ] {
            let page = feed.page(where: filter, asOf: now, in: zone)
            _ = (page.csv(), page.html(), page.json())
        }
        let reports = Reports(
            schools: file.schools, coaches: file.coaches, interactions: file.interactions,
            metrics: file.metrics)
        let period = try ReportPeriod(
            from: CivilDate(daysSinceEpoch: 0), to: CivilDate(daysSinceEpoch: 30_000))
        let page = reports.page(period, asOf: now, in: zone, comparison: true)
        _ = (page.csv(), page.html(), page.json())
        _ = (file.coaches.map { Array($0) }, file.documents.map { Array($0) }, file.metrics.map { Array($0) })
        _ = file.reports.map { $0.json() }
    }

    private static func queryTimeline(_ file: TableFile, _ schools: SchoolDirectory) {
        let timeline = RecruitingTimeline(
            events: file.events ?? .empty, interactions: file.interactions ?? .empty,
            offers: file.offers ?? .empty, statusChanges: file.statusChanges ?? .empty, schools: schools,
            ingestReports: file.reports)
        let items = timeline.items(in: zone)
        // The page of all time lists every month, of which 64 bits of microseconds have millions.
        let isShort = (0..<items.count).allSatisfy {
            items.start($0).micros.magnitude < longTime && items.end($0).micros.magnitude < longTime
        }
        for range in TimelineRange.allCases where range != .allTime || isShort {
            let page = timeline.page(range, asOf: now, in: zone)
            _ = (page.csv(), page.html(), page.json())
        }
    }

    private static func query(_ table: PostTable, _ schools: SchoolDirectory, _ coaches: CoachTable) {
        var posts = table
        queryAll(posts.bound(to: schools, coaches: coaches))
        for segment in posts.records.segments {
            guard let index = segment.availableSearch else { continue }
            for text in ["a", "camp", "é", " d", "p d", "\u{fffd}"] { search(index, text, segment.count) }
        }
        let ids = posts.prefix(4).map(\.id)
        for (number, id) in ids.enumerated() {
            _ = try? posts.setFlag(number % 2 == 0, ofPost: id)
            _ = try? posts.setNotes("camp", ofPost: id)
            if number % 2 == 1 { _ = try? posts.remove(id: id) }
        }
        let batch = #"""
            [{"id":"new","platform":"twitter","post_date":"2026-02-12T12:00:00Z","post_url":"u/new"},
            {"id":"1","platform":"instagram","post_date":"2026-02-10T12:00:00Z","post_content":"Camp é"}]
            """#
        let undo = try? posts.merge(json: Array(batch.utf8)).inverse
        let payload = #"""
            {"type":"DELETE","table":"social_media_posts","old_record":{"id":"2"},
            "commit_timestamp":"2026-02-12T12:00:00Z"}
            """#
        _ = try? posts.apply(realtime: payload.utf8)
        queryAll(posts.bound(to: schools, coaches: coaches))
        if let undo { _ = try? posts.apply(undo) }
        posts.mergeChanges()
        posts.forgetDeletions(before: now)
        posts.compact()
        queryAll(posts.bound(to: schools, coaches: coaches))
    }

    private static func queryAll(_ social: SocialPosts) {
        for filter in [
            PostFilter.search("camp"), .search("é", options: .ignoringAccents),
            .platform(.instagram) && .sentiment([.positive, .negative]),
        ] {
            let page = social.analyticsPage(.all, where: filter, asOf: now, in: zone)
            _ = (page.csv(), page.html(), page.json())
            let feed = social.feedPage(where: filter, asOf: now, in: zone, pageSize: 10)
            _ = (feed.csv(), feed.html(), feed.json())
            _ = social.linkedCounts(where: filter, asOf: now, in: zone)
        }
        _ = social.analyticsPage(.last(days: 30), asOf: now, in: zone)
        _ = (social.feedCSV(in: zone), social.posts.arrowBatches())
    }

    private static func search(_ index: SearchIndex, _ text: String, _ rowCount: Int) {
        for ignoresAccents in [false, true] {
            var words = [UInt64](repeating: 0, count: (rowCount + 63) / 64)
            let pattern = TextFolding.folded(Array(text.utf8), ignoringAccents: ignoresAccents)
            words.withUnsafeMutableBufferPointer { words in
                pattern.withUnsafeBufferPointer { pattern in
                    guard let base = words.baseAddress else { return }
                    _ = index.matches(pattern, ignoringAccents: ignoresAccents, into: base)
                }
            }
            let last = rowCount & 63 == 0 ? 0 : words.last.map { $0 >> UInt64(rowCount & 63) } ?? 0
            requireEqual(last, 0, "rows after the last one")
        }
    }
}
