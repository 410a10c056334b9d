import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// CSV (RFC 4180), read and written by straightforward code.
enum SpreadsheetText {
    /// Returns the cells of each row of each block; blocks are separated by empty lines.
    static func blocks(_ bytes: [UInt8]) -> [[[String]]] {
        var (blocks, block, row): ([[[String]]], [[String]], [String]) = ([], [], [])
        var cell: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == byte {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") || byte == 0x0A {
                row.append(String(decoding: cell, as: UTF8.self))
                cell = []
                if byte == 0x0A {
                    if row == [""] {
                        blocks.append(block)
                        block = []
                    } else {
                        block.append(row)
                    }
                    row = []
                }
            } else if byte != 0x0D {
                cell.append(byte)
            }
        }
        return blocks + [block]
    }

    /// Quotes a text if required, and puts an apostrophe before what a spreadsheet would execute.
    static func cell(_ text: String?) -> String {
        guard let text, let first = text.utf8.first else { return "" }
        let guarded = Set("=+-@\t\r".utf8).contains(first) ? "'" + text : text
        let needsQuotes = guarded.utf8.contains { Set(",\"\r\n".utf8).contains($0) }
        return needsQuotes ? "\"" + guarded.replacing("\"", with: "\"\"") + "\"" : guarded
    }
}

/// The export of all posts by straightforward code, row by row, from the careful baseline's rows.
struct PlainFeedExport {
    private let posts: [BaselinePost]
    private let schools: BaselineSchools
    private let zone: TimeZone

    init(_ inputs: PageInputs) throws {
        let tables = try inputs.careful()
        posts = tables.posts.rows
        schools = tables.schools
        zone = inputs.timeZone
    }

    private static let header =
        "id,coachId,schoolId,schoolName,platform,postUrl,postContent,postDate,authorHandle,authorName,"
        + "isRecruitingRelated,flaggedForReview,sentiment,notes\r\n"

    /// Returns the whole text.
    func text() -> String { posts.reduce(into: Self.header) { $0 += row($1) } }

    /// Throws if `bytes` differ.
    func check(_ bytes: [UInt8], _ name: String) throws {
        var rest = bytes[...]
        for row in [Self.header] + posts.lazy.map(row) {
            try CheckFailure.unless(
                rest.starts(with: row.utf8), "\(name): a row differs from \(row.debugDescription)")
            rest = rest.dropFirst(row.utf8.count)
        }
        try CheckFailure.unless(rest.isEmpty, "\(name): \(rest.count) bytes too many")
    }

    private func row(_ post: BaselinePost) -> String {
        let cells: [String?] = [
            post.id.string, post.coachID?.string, post.schoolID?.string,
            post.schoolID.map { schools.name(of: $0).string }, post.platform.rawValue, post.postURL?.string,
            post.postContent?.string, instant(post.postDate), post.authorHandle?.string,
            post.authorName?.string, String(post.isRecruitingRelated), String(post.flaggedForReview),
            post.sentiment?.rawValue, post.notes?.string,
        ]
        return cells.map(SpreadsheetText.cell).joined(separator: ",") + "\r\n"
    }

    /// Formats an instant as RFC 3339 with the zone's offset; the rows have whole seconds.
    private func instant(_ micros: Int64) -> String {
        let second = Int((Double(micros) / 1e6).rounded(.down))
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
        let local = second + offset
        let day = Int((Double(local) / 86_400).rounded(.down))
        let rest = local - day * 86_400
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return BaselineDay(daysSinceEpoch: day).text
            + "T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
            + "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 3_600)):\(two(abs(offset) / 60 % 60))"
    }
}
