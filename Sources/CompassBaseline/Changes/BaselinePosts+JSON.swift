import Foundation

extension BaselinePosts {
    /// The rows as a server would return them, with all columns: the document that a fresh table is loaded
    /// from.
    public var tableJSON: [UInt8] {
        let rows = rows.map { post in
            let columns: [(String, String)] = [
                ("id", Self.json(post.id)),
                ("platform", Self.json(BaselineText(post.platform.rawValue))),
                ("post_date", Self.json(instant: post.postDate)),
                ("coach_id", Self.json(post.coachID)),
                ("school_id", Self.json(post.schoolID)),
                ("post_url", Self.json(post.postURL)),
                ("post_content", Self.json(post.postContent)),
                ("author_handle", Self.json(post.authorHandle)),
                ("author_name", Self.json(post.authorName)),
                ("is_recruiting_related", String(post.isRecruitingRelated)),
                ("flagged_for_review", String(post.flaggedForReview)),
                ("sentiment", Self.json(post.sentiment.map { BaselineText($0.rawValue) })),
                ("notes", Self.json(post.notes)),
                ("created_at", Self.json(instant: post.createdAt)),
                ("updated_at", Self.json(instant: post.updatedAt)),
            ]
            return "{" + columns.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        }
        return Array("[\(rows.joined(separator: ",\n"))]".utf8)
    }

    private static func json(_ text: BaselineText?) -> String {
        guard let text else { return "null" }
        var json = "\""
        for scalar in text.string.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\" + String(scalar)
            case "\0"..<" ":
                json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    private static func json(instant: Int64?) -> String {
        instant.map { "\"\(BaselineTimestamp.text(of: $0))\"" } ?? "null"
    }
}

extension BaselineTimestamp {
    /// Returns an instant as text, like `2026-02-10T14:30:00.250000+00:00`.
    ///
    /// - Parameter micros: microseconds since 1970-01-01T00:00:00Z.
    public static func text(of micros: Int64) -> String {
        // Before the year 0 and after 99999 of UTC, the maximum offset brings the year into the readable
        // range.
        let firstOfYear0 = -62_167_219_200_000_000 as Int64
        let firstOfYear100000 = 3_093_527_980_800_000_000 as Int64
        var offset = (seconds: 0 as Int64, text: "+00:00")
        if micros < firstOfYear0 { offset = (86_399, "+23:59:59") }
        if micros >= firstOfYear100000 { offset = (-86_399, "-23:59:59") }
        let wallClock = micros + offset.seconds * 1_000_000
        let day = BaselineDay(daysSinceEpoch: Int(floorDivided(wallClock, by: 86_400_000_000)))
        let rest = wallClock - Int64(day.daysSinceEpoch) * 86_400_000_000
        let seconds = rest / 1_000_000
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, to: 2) }
        return "\(day.text)T\(time.joined(separator: ":")).\(padded(rest % 1_000_000, to: 6))\(offset.text)"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
