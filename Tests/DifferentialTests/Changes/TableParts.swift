@testable import CompassKernel

/// Every column and index of a table, the private ones included, as values that can be compared.
///
/// Parts are found by reflection, so that one that is added later is compared, too.
struct TableParts {
    private(set) var parts: [String: String] = [:]

    init(_ table: PostTable) {
        for child in Mirror(reflecting: table.parts).children where !Self.isOutsideTheColumns(child.label) {
            add(child.value, path: child.label ?? "")
        }
        // What is known of changes, and what finds posts by id, is beside the columns, too.
        parts["byteCount"] = "\(table.byteCount - table.history.byteCount - (table.keys?.byteCount ?? 0))"
    }

    /// What a table keeps beside its posts: when payloads came, when to compact, what finds posts by id.
    private static func isOutsideTheColumns(_ name: String?) -> Bool {
        name == "history" || name == "compactionPolicy" || name == "keys"
    }

    private mutating func add(_ value: Any, path: String) {
        if let column = value as? any ComparedColumn {
            parts[path] = column.elementText
            return
        }
        // What was built for search is compared by its answers.
        if value is BuiltOnce<SearchIndex> { return }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty {
            parts[path] = "\(value)"
            return
        }
        for (index, child) in mirror.children.enumerated() {
            add(child.value, path: "\(path).\(child.label ?? String(index))")
        }
    }

    /// The names and values of the parts that differ.
    func differences(from wanted: TableParts) -> [String] {
        Set(parts.keys).union(wanted.parts.keys).sorted().compactMap { path in
            let (found, expected) = (parts[path] ?? "nothing", wanted.parts[path] ?? "nothing")
            return found == expected ? nil : "\(path): \(found.prefix(300)), wanted \(expected.prefix(300))"
        }
    }
}

private protocol ComparedColumn {
    var elementText: String { get }
}

extension ColumnBuffer: ComparedColumn {
    var elementText: String { withBuffer { "\(Array($0))" } }
}
