import CompassKernel

/// What is inside of a table file.
struct InspectedFile: KeyedValue {
    let file: StoredTables
    /// Whether all bytes were compared with their sums.
    let isVerified: Bool

    var sections: [InspectedSection] { file.sections.map(InspectedSection.init) }

    static func writeMembers(of file: InspectedFile?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("path", file?.file.path)
        writer.member("byteCount", file?.file.byteCount)
        writer.member("formatVersion", file?.file.formatVersion)
        writer.member("generation", (file?.file.generation).map { Int(clamping: $0) })
        writer.member("searchIndex", file?.file.hasSearchIndex)
        writer.member("verified", file?.isVerified)
        writer.list("sections", file?.sections)
    }

    /// Writes a row of CSV, in which sections of several files are told apart.
    static func writeSection(
        _ section: InspectedSection?, of file: InspectedFile?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("file", file?.file.path)
        InspectedSection.writeMembers(of: section, to: &writer)
    }
}

/// A section of a table file.
struct InspectedSection: KeyedValue {
    let section: StoredTables.Section

    static func writeMembers(of value: InspectedSection?, to writer: inout some MemberWriter & ~Copyable) {
        let section = value?.section
        writer.member("name", section?.name)
        writer.member("version", section?.version)
        writer.member("byteOffset", section?.byteOffset)
        writer.member("byteCount", section?.byteCount)
        writer.member("elementCount", section?.count)
        writer.member("checksum", section.map(checksum))
    }

    /// The sum as tools print it: 16 digits.
    private static func checksum(_ section: StoredTables.Section) -> String {
        let digits = String(section.checksum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
