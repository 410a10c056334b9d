import CompassBaseline

/// Writes rows as PostgREST does, so that the kernel can load the rows that the baseline gets as values.
enum JSONRows {
    static func document(of posts: [BaselinePost]) -> [UInt8] { array(posts, row: append) }

    static func document(of schools: [BaselineSchool]) -> [UInt8] { array(schools, row: append) }

    private static func array<Row>(_ rows: [Row], row append: (Row, inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = Array("[".utf8)
        bytes.reserveCapacity(rows.count * 256)
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(row, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private static func append(_ post: BaselinePost, to bytes: inout [UInt8]) {
        put(#"{"id":"#, post.id, &bytes)
        bytes += Array(
            #","platform":"\#(post.platform.rawValue)","post_date":"\#(utcText(of: post.postDate))""#.utf8)
        put(#","coach_id":"#, post.coachID, &bytes)
        put(#","school_id":"#, post.schoolID, &bytes)
        put(#","post_content":"#, post.postContent, &bytes)
        put(#","author_handle":"#, post.authorHandle, &bytes)
        put(#","author_name":"#, post.authorName, &bytes)
        put(#","sentiment":"#, post.sentiment.map { BaselineText($0.rawValue) }, &bytes)
        bytes += Array(#","is_recruiting_related":\#(post.isRecruitingRelated)"#.utf8)
        bytes += Array(#","flagged_for_review":\#(post.flaggedForReview)}"#.utf8)
    }

    private static func append(_ school: BaselineSchool, to bytes: inout [UInt8]) {
        put(#"{"id":"#, school.id, &bytes)
        put(#","name":"#, school.name, &bytes)
        put(#","status":"#, school.status, &bytes)
        put(#","division":"#, school.division, &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    static func put(_ before: StaticString, _ text: BaselineText?, _ bytes: inout [UInt8]) {
        before.withUTF8Buffer { bytes.append(contentsOf: $0) }
        guard let text else {
            bytes += Array("null".utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte < 0x20 {
                bytes += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
                continue
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The instant, in microseconds since 1970-01-01T00:00:00Z, as PostgreSQL prints it in UTC.
    static func utcText(of micros: Int64) -> String {
        let day = Int(micros >= 0 ? micros / 86_400_000_000 : -((86_399_999_999 - micros) / 86_400_000_000))
        let microsOfDay = Int(micros - Int64(day) * 86_400_000_000)
        let second = microsOfDay / 1_000_000
        let fraction = microsOfDay % 1_000_000
        let time = [second / 3600, second / 60 % 60, second % 60].map(TimeTexts.two).joined(separator: ":")
        let digits = fraction == 0 ? "" : "." + String(1_000_000 + fraction).dropFirst()
        return "\(BaselineDay(daysSinceEpoch: day).text)T\(time)\(digits)+00:00"
    }
}
