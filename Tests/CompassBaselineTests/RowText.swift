@testable import CompassBaseline

/// The JSON texts of rows and their values.
enum RowText {
    /// A row of `social_media_posts` with every required field, and `more` members.
    static func post(_ id: String, _ more: String = "") -> String {
        """
        {"id":"\(id)","platform":"twitter","post_date":"1970-01-01T00:00:09Z"\(more.isEmpty ? "" : "," + more)}
        """
    }

    /// The day of a second since 1970-01-01.
    static func day(_ second: Int64) -> String {
        "\"\(BaselineDay(daysSinceEpoch: Int(floorDivided(second, by: 86_400))).text)\""
    }

    /// A second since 1970-01-01.
    static func instant(_ second: Int64) -> String {
        let rest = Int(second - floorDivided(second, by: 86_400) * 86_400)
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        return day(second).dropLast() + "T\(time.joined(separator: ":"))+00:00\""
    }
}
