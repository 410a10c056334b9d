import CompassKernel
import CompassProgram

extension InspectedFile {
    /// The columns of sizes, and of shares.
    private static let (sizeWidth, shareWidth) = (16, 9)

    /// The parts of a table that are listed unless each section is.
    private static let partLimit = 12

    /// Writes what is inside, for people: the version and the size, then parts by size.
    func add(isVerbose: Bool, to page: inout TextPage) {
        let style = page.style
        page.line()
        for line in DisplayText.lines(
            page.harmless(file.path), width: page.width - 1, lineLimit: 8, style)
        { page.line(style.bold(line)) }
        let facts = [
            "table file, version \(file.formatVersion)",
            DisplayText.oneDecimal(Double(file.byteCount) / 1e6) + " MB",
            file.hasSearchIndex ? "with a search index" : "without a search index",
            isVerified ? "all bytes are as they were saved" : "'--verify' compares all bytes with their sums",
        ]
        for line in page.joined(facts, by: style.separator, indent: 2) { page.line(line) }
        let parts = isVerbose ? file.sections.map { Part($0.name, $0.byteCount) } : largestParts
        guard !parts.isEmpty else { return page.note("no sections") }
        page.line()
        add(parts, title: isVerbose ? "section" : "part", to: &page)
        if !isVerbose { page.note("'--verbose' lists all \(file.sections.count) sections") }
    }

    private struct Part {
        let name: String
        var byteCount: Int

        init(_ name: String, _ byteCount: Int) { (self.name, self.byteCount) = (name, byteCount) }
    }

    /// The columns of tables and the search index, the largest first, and the rest in one.
    private var largestParts: [Part] {
        var sizes: [String: Int] = [:]
        for section in file.sections { sizes[Self.part(of: section), default: 0] += section.byteCount }
        let sorted = sizes.map { Part($0.key, $0.value) }
            .sorted { ($1.byteCount, $0.name) < ($0.byteCount, $1.name) }
        guard sorted.count > Self.partLimit + 1 else { return sorted }
        let rest = sorted[Self.partLimit...]
        return sorted[..<Self.partLimit]
            + [Part("\(rest.count) smaller parts", rest.reduce(0) { $0 + $1.byteCount })]
    }

    /// Returns the table and the column of a section, such as `offers.notes`.
    private static func part(of section: StoredTables.Section) -> String {
        if section.isSearchIndex { return "search index" }
        let names = section.name.split(separator: "/")
        guard names.count > 1, let column = names.last else { return section.name.prefixUpToDot }
        return "\(names[0]).\(String(column).prefixUpToDot)"
    }

    private func add(_ parts: [Part], title: String, to page: inout TextPage) {
        let style = page.style
        let limit = max(8, page.width - 1 - Self.sizeWidth - Self.shareWidth)
        let names = parts.map { page.harmless($0.name) }
        let width = min(limit, max(title.count, names.map { DisplayText.width($0) }.max() ?? 0) + 1)
        page.line(
            style.dim(
                page.padded(title, to: width) + DisplayText.rightAligned("bytes", to: Self.sizeWidth)
                    + DisplayText.rightAligned("share", to: Self.shareWidth)))
        for (name, part) in zip(names, parts) {
            let share = Double(part.byteCount) / Double(max(1, file.byteCount)) * 100
            page.line(
                page.padded(name, to: width)
                    + DisplayText.rightAligned(DisplayText.grouped(part.byteCount), to: Self.sizeWidth)
                    + DisplayText.rightAligned(DisplayText.oneDecimal(share) + "%", to: Self.shareWidth))
        }
    }
}

extension String {
    fileprivate var prefixUpToDot: String { String(prefix { $0 != "." }) }
}
