import CompassBaseline
import CompassKernel
import Foundation
import XCTest

/// Golden results of small datasets such as `Datasets/tiny`, computed by the baseline, committed and compared
/// with the kernel.
///
/// `COMPASS_RENEW_GOLDEN=1` rewrites the files from the baseline; the difference is then reviewed like any
/// other change of the contract.
enum GoldenFile {
    private static let datasets = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Datasets").standardizedFileURL

    /// The bytes of a table of a dataset.
    static func table(_ name: String, of dataset: String = "tiny") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: datasets.appending(path: "\(dataset)/\(name).json")))
    }

    /// The names of the coaches of a dataset by id, as a reader of its rows joins them.
    static func coachNames(of dataset: String = "tiny") throws -> [BaselineText: BaselineText] {
        let rows = try JSONSerialization.jsonObject(with: Data(table("coaches", of: dataset)))
        var names: [BaselineText: BaselineText] = [:]
        for row in try XCTUnwrap(rows as? [[String: Any]]) {
            let parts = ["first_name", "last_name"].compactMap { row[$0] as? String }
            if let id = row["id"] as? String, !parts.isEmpty {
                names[BaselineText(id)] = BaselineText(parts.joined(separator: " "))
            }
        }
        return names
    }

    /// Compares a golden file with the baseline's result and the kernel's.
    ///
    /// - Parameters:
    ///   - dataset: the dataset's folder.
    ///   - arguments: the arguments of the command that the file's name begins with.
    ///   - answer: the baseline's result, with the keys of the JSON contract.
    ///   - json: the kernel's result, which may have more keys.
    static func expectAgreement(
        _ name: String, of dataset: String = "tiny", arguments: [String], answer: [String: Any],
        json: () throws -> [UInt8]
    ) throws {
        let file = datasets.appending(path: "\(dataset)/golden/\(name).json")
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
            try write(["arguments": arguments, "answer": answer], to: file)
        }
        let written = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? NSDictionary
        XCTAssertEqual(written?["arguments"] as? [String], arguments, name)
        let expected = try XCTUnwrap(written?["answer"] as? NSDictionary, name)
        // Both sides pass through one JSON reader, whose doubles may differ in the last bit.
        let reread = try JSONSerialization.jsonObject(
            with: JSONSerialization.data(withJSONObject: answer))
        XCTAssertEqual(reread as? NSDictionary, expected, "the baseline's \(name)")
        let found = try JSONSerialization.jsonObject(with: Data(json())) as? NSDictionary
        for key in expected.allKeys {
            XCTAssertEqual(
                found?["\(key)"] as? NSObject, expected["\(key)"] as? NSObject, "the kernel's \(name), \(key)"
            )
        }
    }

    private static func write(_ golden: [String: Any], to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var data = try JSONSerialization.data(
            withJSONObject: golden, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        data.append(0x0a)
        try data.write(to: file)
    }

    static func orNull(_ value: Any?) -> Any { value ?? NSNull() }

    /// RFC 3339 with the zone's offset, or in UTC where that has seconds, by Foundation's calendar.
    static func instant(_ micros: Int64, _ zone: TimeZone) -> String {
        let seconds = Int64((Double(micros) / 1_000_000).rounded(.down))
        let fraction = micros - seconds * 1_000_000
        let date = Date(timeIntervalSince1970: Double(seconds))
        // RFC 3339 has no offsets with seconds.
        let hasWholeMinutes = zone.secondsFromGMT(for: date) % 60 == 0
        let shownZone = hasWholeMinutes ? zone : TimeZone(secondsFromGMT: 0)!
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = shownZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let digits = String(format: "%06d", Int(fraction))
        let trimmed = digits.replacing(#/0+$/#, with: "")
        let offset = shownZone.secondsFromGMT(for: date)
        let offsetText = String(
            format: "%@%02d:%02d", offset < 0 ? "-" : "+", abs(offset) / 3600, abs(offset) / 60 % 60)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d", parts.year!, parts.month!, parts.day!, parts.hour!,
            parts.minute!, parts.second!) + (trimmed.isEmpty ? "" : "." + trimmed)
            + (hasWholeMinutes ? offsetText : "Z")
    }
}

/// A filter of posts: on the command line and in both libraries.
struct GoldenFilter {
    var platform: String?
    var schools: [String] = []
    var coaches: [String] = []
    var sentiments: [String] = []
    var type: String?
    var from: String?
    var to: String?
    var search: String?
    var ignoresAccents = false
    var allWords = false

    var arguments: [String] {
        var arguments: [String] = []
        if let platform { arguments += ["--platform", platform] }
        arguments += schools.flatMap { ["--school", $0] }
        arguments += coaches.flatMap { ["--coach", $0] }
        arguments += sentiments.flatMap { ["--sentiment", $0] }
        if let type { arguments += ["--type", type] }
        if let from { arguments += ["--from", from] }
        if let to { arguments += ["--to", to] }
        if let search { arguments += ["--search", search] }
        if ignoresAccents { arguments.append("--ignore-accents") }
        if allWords { arguments.append("--all-words") }
        return arguments
    }

    var kernel: PostFilter {
        get throws {
            var filter = PostFilter.all
            if let platform { filter = try filter && .platform(XCTUnwrap(Platform(rawValue: platform))) }
            if !schools.isEmpty { filter = filter && .schools(schools) }
            if !coaches.isEmpty { filter = filter && .coaches(coaches) }
            if !sentiments.isEmpty {
                filter = filter && .sentiment(Set(sentiments.compactMap(Sentiment.init(rawValue:))))
            }
            if type == "recruiting" { filter = filter && .recruiting }
            if type == "flagged" { filter = filter && .flagged }
            if let search {
                var options: SearchQuery.Options = []
                if ignoresAccents { options.insert(.ignoringAccents) }
                if allWords { options.insert(.allWords) }
                filter = filter && .search(search, options: options)
            }
            return try filter
                && .dates(
                    from: from.map { try CivilDate(parsing: $0) }, to: to.map { try CivilDate(parsing: $0) })
        }
    }

    var baseline: BaselineFilter {
        BaselineFilter(
            platforms: platform.map { [BaselinePlatform(rawValue: $0)!] },
            schoolIDs: schools.isEmpty ? nil : Set(schools.map { BaselineText($0) }),
            coachIDs: coaches.isEmpty ? nil : Set(coaches.map { BaselineText($0) }),
            sentiments: sentiments.isEmpty
                ? nil : Set(sentiments.map { BaselineSentiment(rawValue: $0)! }),
            recruiting: type == "recruiting" ? true : nil, flagged: type == "flagged" ? true : nil,
            from: from.flatMap { BaselineDay($0) }, to: to.flatMap { BaselineDay($0) },
            searches: search.map {
                [BaselineSearch(BaselineText($0), ignoresAccents: ignoresAccents, findsAllWords: allWords)]
            } ?? [])
    }
}
