import CompassKernel

/// Every school of the directory and of the posts with its number of posts, in name order.
package struct SchoolList {
    /// The CSV sections of the list: only one.
    package enum CSVSection: String, CaseIterable {
        case schools
    }

    package let schools: [NamedPostCount]

    package init(schools: [NamedPostCount]) { self.schools = schools }

    /// Returns the list as CSV, one row for each school.
    package func csv(byteOrderMark: Bool, escapesFormulas: Bool) -> [UInt8] {
        var writer = CSVWriter(byteOrderMark: byteOrderMark, escapesFormulas: escapesFormulas)
        writer.block(schools)
        return writer.bytes
    }
}

extension SchoolList: KeyedValue {
    package static func writeMembers(
        of list: SchoolList?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.schemaVersion(JSONFormat.version)
        writer.list("schools", list?.schools)
    }
}
