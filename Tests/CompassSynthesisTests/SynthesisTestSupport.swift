import CompassSynthesis
import Foundation
import XCTest

/// A row as Foundation reads it.
typealias JSONRow = [String: Any]

extension DatasetGenerator {
    /// All bytes of a table.
    func bytes(of table: SynthesisTable, chunkByteCount: Int = 1 << 18) -> [UInt8] {
        var bytes: [UInt8] = []
        write(table, chunkByteCount: chunkByteCount) { chunk in bytes.append(contentsOf: chunk) }
        return bytes
    }

    /// The hash of all bytes of a table.
    func sha256(of table: SynthesisTable) -> String {
        var hash = SHA256()
        write(table) { chunk in hash.update(chunk) }
        return hash.finalize()
    }

    /// The rows of a table, read by Foundation.
    func rows(of table: SynthesisTable) throws -> [JSONRow] {
        let parsed = try JSONSerialization.jsonObject(with: Data(bytes(of: table)))
        return try XCTUnwrap(parsed as? [JSONRow])
    }
}

extension [JSONRow] {
    /// The texts of a column, without its nulls.
    func texts(_ column: String) -> [String] {
        compactMap { row in row[column] as? String }
    }

    /// The share of rows, in percent, where the column is null.
    func nullPercent(_ column: String) -> Double {
        percent { row in row[column] is NSNull }
    }

    /// The share of rows, in percent, that satisfy the predicate.
    func percent(where predicate: (JSONRow) -> Bool) -> Double {
        100 * Double(filter(predicate).count) / Double(count)
    }
}

/// Microseconds since the epoch of an instant as the generator prints it, by an independent reading.
func micros(_ text: String) throws -> Int64 {
    var parts = DateComponents()
    parts.year = Int(text.prefix(4))
    parts.month = Int(text.dropFirst(5).prefix(2))
    parts.day = Int(text.dropFirst(8).prefix(2))
    parts.hour = Int(text.dropFirst(11).prefix(2))
    parts.minute = Int(text.dropFirst(14).prefix(2))
    parts.second = Int(text.dropFirst(17).prefix(2))
    let date = try XCTUnwrap(utcCalendar.date(from: parts), text)
    let fraction = text.dropFirst(19).dropLast(6).dropFirst()
    let padded = String(fraction) + String(repeating: "0", count: 6 - fraction.count)
    return Int64(date.timeIntervalSince1970) * 1_000_000 + (Int64(padded) ?? 0)
}

private let utcCalendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
}()

/// The project's folder of datasets.
let datasetsFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Datasets").path
