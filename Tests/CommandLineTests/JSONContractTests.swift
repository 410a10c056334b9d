import CompassProgram
import Foundation
import XCTest

@testable import CompassKernel
@testable import compass

/// The keys documented in `JSONContract.md` are the types' keys, in the same order.
final class JSONContractTests: XCTestCase {
    /// A key and the kind of its value.
    private struct Field: Equatable {
        let key: String
        let value: String
    }

    /// Lists the members of a type, and of the types of its members.
    private struct KeyListing: MemberWriter {
        /// Tables by the name of their type.
        private(set) var tables: [String: [Field]] = [:]
        private var fields: [Field] = []

        mutating func list<Value: KeyedValue>(_ type: Value.Type) {
            let name = "\(type)"
            if tables[name] != nil { return }
            let outer = fields
            fields = []
            // Recursive types would not terminate.
            tables[name] = []
            Value.writeMembers(of: nil, to: &self)
            tables[name] = fields
            fields = outer
        }

        private mutating func add(_ key: StaticString, _ value: String) {
            fields.append(Field(key: key.description, value: value))
        }

        mutating func schemaVersion(_ version: Int) { add("schemaVersion", "whole number") }
        mutating func member(_ key: StaticString, _ value: Bool?) { add(key, "boolean") }
        mutating func member(_ key: StaticString, _ value: Int?) { add(key, "whole number") }
        mutating func member(_ key: StaticString, _ value: Double?) { add(key, "number") }
        mutating func member(_ key: StaticString, _ value: String?) { add(key, "text") }
        mutating func member(_ key: StaticString, _ value: ZonedTimestamp?) { add(key, "instant") }
        mutating func member(_ key: StaticString, _ value: CivilDate?) { add(key, "day") }
        mutating func member<Value: KeyedValue>(_ key: StaticString, _ value: Value?) {
            add(key, "\(Value.self)")
            list(Value.self)
        }
        mutating func list<Values: Collection>(_ key: StaticString, _ values: Values?)
        where Values.Element: KeyedValue {
            add(key, "array of \(Values.Element.self)")
            list(Values.Element.self)
        }
        mutating func texts(_ key: StaticString, _ texts: (some Sequence<String>)?) {
            add(key, "array of texts")
        }
        mutating func rows<Rows: Sequence>(_ key: StaticString, _ rows: Rows?)
        where Rows.Element: Collection<Int> {
            add(key, "array of arrays of whole numbers")
        }
    }

    /// The documented names of types; a type that is not listed keeps its own name.
    private static let documentedNames = [
        "InspectionResult": "Inspection", "MergeResult": "MergeReport", "RealtimeResult": "RealtimeReport",
    ]

    private func documentedTables() throws -> [String: [Field]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = root.appendingPathComponent(
            "Sources/CompassKernel/CompassKernel.docc/JSONContract.md")
        var tables: [String: [Field]] = [:]
        var name = ""
        for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("### ") { name = String(line.dropFirst(4)) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let key = try XCTUnwrap(cells.first).replacingOccurrences(of: "`", with: "")
            tables[name, default: []].append(Field(key: key, value: cells[1]))
        }
        return tables
    }

    /// The article's description of a value, without what only output shows: nulls and the words of a text.
    private func kind(_ value: String) -> String {
        if value.hasPrefix("`") || value == "day or instant or null" || value == "day or instant" {
            return "text"
        }
        var kind = value
        for ending in [" or null", ", only when asked for"] where kind.hasSuffix(ending) {
            kind.removeLast(ending.count)
        }
        return kind
    }

    func testTheArticleHasTheKeysOfEveryType() throws {
        var listing = KeyListing()
        listing.list(Overview.self)
        listing.list(LinkedFeedPage.self)
        listing.list(FeedContinuation.self)
        listing.list(SchoolList.self)
        listing.list(InspectionResult.self)
        listing.list(MergeResult.self)
        listing.list(RealtimeResult.self)
        listing.list(TimelineCounts.self)
        listing.list(TimelineLevels.self)
        var documented = try documentedTables()
        XCTAssertGreaterThan(listing.tables.count, 30)
        for (type, fields) in listing.tables {
            // A feed with linked counts has one more key than a page.
            let name = Self.documentedNames[type] ?? (type == "LinkedFeedPage" ? "FeedPage" : type)
            var wanted = documented[name] ?? []
            if type == "FeedPage" { wanted.removeAll { $0.value.hasSuffix(", only when asked for") } }
            XCTAssertEqual(
                wanted.map { Field(key: $0.key, value: kind($0.value)) },
                fields.map { Field(key: $0.key, value: kind($0.value)) }, type)
        }
        for type in listing.tables.keys { documented[Self.documentedNames[type] ?? type] = nil }
        // A table's report is that of an inspected table plus the contract's version.
        XCTAssertEqual(documented.keys.sorted(), ["TableReport"])
    }
}
