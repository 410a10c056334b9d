import Foundation

@testable import CompassKernel

/// The valid files that ``FileFuzzing`` changes.
enum FuzzedFiles {
    /// A file with some rows of each table.
    static func allTables(rows: Int) throws -> [UInt8] {
        func json(_ row: (Int) -> String) -> [UInt8] {
            Array("[\((0..<rows).map(row).joined(separator: ","))]".utf8)
        }
        func time(_ row: Int) -> String { "2026-02-\(10 + row % 9)T1\(row % 7):00:00Z" }
        var posts = try PostTable.load(json: json(post)).table
        let deletion = #"""
            {"type":"DELETE","table":"social_media_posts","old_record":{"id":"3"},
            "commit_timestamp":"2026-02-12T00:00:00Z"}
            """#
        _ = try posts.apply(realtime: deletion.utf8)
        let schools = try SchoolDirectory.load(
            json: json { #"{"id":"s\#($0)","name":"Scho\#($0)l é","division":"D\#($0 % 3)"}"# })
        return try bytes(
            of: TableFile(
                posts: posts, schools: schools.table,
                coaches: try CoachTable.load(
                    json: json {
                        #"{"id":"c\#($0)","school_id":"s\#($0)","first_name":"A","responsiveness_score":\#($0).5}"#
                    }
                ).table,
                interactions: try InteractionTable.load(
                    json: json {
                        #"{"id":"i\#($0)","type":"email","occurred_at":"\#(time($0))","content":"é \#($0)"}"#
                    }
                ).table,
                offers: try OfferTable.load(
                    json: json {
                        #"{"id":"o\#($0)","offer_type":"partial","offer_date":"2026-02-0\#(1 + $0 % 9)"}"#
                    }
                ).table,
                events: try EventTable.load(
                    json: json {
                        #"{"id":"e\#($0)","name":"Camp","start_date":"2026-01-02","end_date":"\#(time($0))"}"#
                    }
                ).table,
                documents: try DocumentTable.load(
                    json: json {
                        #"{"id":"d\#($0)","type":"resume","title":"É","created_at":"\#(time($0))"}"#
                    }
                ).table,
                metrics: try MetricTable.load(
                    json: json {
                        #"{"id":"m\#($0)","metric_type":"velo","value":\#($0).25,"recorded_date":"2026-02-01"}"#
                    }
                ).table,
                statusChanges: try StatusChangeTable.load(
                    json: json {
                        #"{"id":"h\#($0)","new_status":"new","school_id":"s\#($0)","changed_at":"\#(time($0))"}"#
                    }
                ).table, reports: [schools.report]))
    }

    /// A file of posts with a search index, which so few posts usually do not have.
    static func indexedPosts() throws -> [UInt8] {
        let rows = (0..<200).map(post).joined(separator: ",")
        let posts = try PostTable.load(json: Array("[\(rows)]".utf8)).table
        var configuration = SearchIndexConfiguration()
        configuration.minimumTextByteCount = 0
        configuration.maximumVocabularyPercent = 1000
        for segment in posts.records.segments {
            _ = segment.search.get { SearchIndex(fields: segment.searchedTexts, configuration) }
        }
        return try bytes(of: TableFile(posts: posts))
    }

    private static func post(_ row: Int) -> String {
        let texts = ["Camp day", "camp é \(row)", "straße \(row % 7)", "official visit", "say \\\"hi\\\" 😀"]
        let sentiments = ["positive", "negative", "very_positive", "neutral"]
        return #"""
            {"id":"\#(row)","platform":"\#(row % 3 == 0 ? "instagram" : "twitter")",
            "post_date":"2026-02-\#(10 + row / 20)T12:00:00Z","school_id":"s\#(row % 4)","coach_id":"c\#(row % 5)",
            "post_url":"https://x.example/\#(row)","post_content":"\#(texts[row % texts.count])",
            "author_handle":"@a\#(row % 9)","sentiment":"\#(sentiments[row % 4])",
            "is_recruiting_related":\#(row % 2 == 0),"flagged_for_review":\#(row % 5 == 0),
            "created_at":\#(row % 6 == 0 ? "null" : "\"2026-02-11T00:00:00Z\"")}
            """#
    }

    private static func bytes(of file: TableFile) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("fuzzed-\(UUID().uuidString).compass").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try file.save(to: path)
        return FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }
}
