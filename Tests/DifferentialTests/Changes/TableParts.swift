@testable import CompassKernel

/// Every column and index of a table, the private ones included, as values that can be compared.
///
/// Parts are found by reflection, so parts that are added later are compared, too.
struct TableParts {
    private(set) var parts: [String: String] = [:]

    init(_ table: PostTable) {
        for child in Mirror(reflecting: table.parts).children where !Self.isOutsideTheColumns(child.label) {
            add(child.value, path: child.label ?? "")
        }
        // The record of changes and the lookup by id are also stored beside the columns.
        parts["byteCount"] = "\(table.byteCount - table.history.byteCount - (table.keys?.byteCount ?? 0))"
    }

    /// A table's state besides its posts: payload times, when to compact, how to search, the lookup by id.
    private static func isOutsideTheColumns(_ name: String?) -> Bool {
        ["history", "compactionPolicy", "compactionCredit", "keys", "searching", "mayHaveEqualIDs"]
            .contains(name)
    }

    private mutating func add(_ value: Any, path: String) {
        if let column = value as? any ComparedColumn {
            parts[path] = column.elementText
            return
        }
        // The search structures are compared by their results.
        if value is BuiltOnce<SearchIndex> || value is InheritedSearch? || value is StoredSearchIndex? {
            return
        }
        // Built here, if no query has done so.
        if let part = value as? any DeferredPart { return add(part.anyValue, path: path) }
        // Hashes of ids are kept once they were required.
        if value is KeptValue<[UInt64]> { return }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty {
            parts[path] = "\(value)"
            return
        }
        // What exports know of texts depends on where they come from, not on what they are.
        for (index, child) in mirror.children.enumerated() where child.label != "areWellFormed" {
            add(child.value, path: "\(path).\(child.label ?? String(index))")
        }
    }

    /// Returns the names and values of the parts that differ.
    func differences(from wanted: TableParts) -> [String] {
        Set(parts.keys).union(wanted.parts.keys).sorted().compactMap { path in
            let (found, expected) = (parts[path] ?? "nothing", wanted.parts[path] ?? "nothing")
            return found == expected ? nil : "\(path): \(found.prefix(300)), wanted \(expected.prefix(300))"
        }
    }
}

private protocol DeferredPart {
    var anyValue: Any { get }
}

extension Deferred: DeferredPart {
    var anyValue: Any { value }
}

private protocol ComparedColumn {
    var elementText: String { get }
}

extension ColumnBuffer: ComparedColumn {
    var elementText: String { withBuffer { "\(Array($0))" } }
}
