import CCompass
import CompassC

/// The posts of `PerformancePosts` for the C interface, loaded once per process.
struct CPosts: Sendable {
    private let posts: compass_posts
    private let zone: compass_zone

    private static let made = Result { try CPosts(PerformancePosts.shared()) }

    static func shared() throws -> CPosts { try made.get() }

    private init(_ data: PerformancePosts) throws {
        var (table, schools, posts, zone) = (UInt64(), UInt64(), UInt64(), UInt64())
        try data.json.withUnsafeBytes { bytes in
            try check(
                compass_table_load(
                    compass_table_kind(COMPASS_TABLE_SOCIAL_MEDIA_POSTS), bytes.baseAddress, bytes.count, nil,
                    &table))
        }
        try PerformanceData.shared().document(.schools).withUnsafeBytes { bytes in
            try check(
                compass_table_load(
                    compass_table_kind(COMPASS_TABLE_SCHOOLS), bytes.baseAddress, bytes.count, nil, &schools))
        }
        try check(compass_posts_create(table, schools, 0, &posts))
        try check(compass_table_destroy(table))
        try check(compass_table_destroy(schools))
        try PerformanceData.shared().zone.kernel.identifier.withCString { name in
            try check(compass_zone_create(compass_string_of(name), &zone))
        }
        self.posts = posts
        self.zone = zone
    }

    /// Returns the JSON of the page of 30 days; empty after a failure.
    func page(nowMicros: Int64) -> [UInt8] {
        var options = compass_social_options()
        options.version = COMPASS_SOCIAL_OPTIONS_VERSION
        options.now_micros = nowMicros
        options.zone = zone
        options.range_days = 30
        options.top_schools = 5
        options.top_coaches = 5
        options.recent_posts = 5
        var text = compass_text()
        var data: UnsafePointer<CChar>?
        var count = 0
        guard compass_posts_analytics(posts, &options, &text) == COMPASS_OK,
            compass_text_view(text, &data, &count) == COMPASS_OK
        else { return [] }
        defer { _ = compass_text_destroy(text) }
        return Array(UnsafeRawBufferPointer(start: data, count: count))
    }

    /// Exports all posts as Arrow columns and releases these; returns their number, -1 after a failure.
    func exportedRowCount() -> Int {
        var schema = ArrowSchema()
        var array = ArrowArray()
        guard compass_posts_export_arrow(posts, &schema, &array) == COMPASS_OK else { return -1 }
        let count = Int(array.length)
        array.release(&array)
        schema.release(&schema)
        return count
    }
}

private struct RefusedCall: Error, CustomStringConvertible {
    let description = String(cString: compass_error_message())
}

private func check(_ status: compass_status) throws {
    if status != COMPASS_OK { throw RefusedCall() }
}
