import CompassKernel
import CompassProgram

extension SchoolList {
    /// Returns the list for a terminal: names, posts, and the full ids, so that they can be copied.
    func text(_ style: TerminalStyle) -> String {
        var text = TextPage(style: style)
        let idWidth = schools.reduce(2) { max($0, DisplayText.width(text.harmless($1.id))) }
        let countWidth = schools.reduce(7) { max($0, DisplayText.grouped($1.postCount).count + 2) }
        // Names with fewer columns do not distinguish schools: ids then get their own lines.
        let isBeside = text.width - 1 - idWidth - 2 - countWidth >= 24
        let nameWidth = text.width - 1 - countWidth - (isBeside ? idWidth + 2 : 0)
        func row(_ name: String, _ count: String, _ id: String) -> String {
            text.padded(name, to: nameWidth) + DisplayText.rightAligned(count, to: countWidth)
                + (isBeside ? "  " + id : "")
        }
        text.line(
            style.bold("Schools") + style.separator + DisplayText.counted(schools.count, "school", "schools"))
        text.line()
        if schools.isEmpty {
            text.empty("The tables have no schools")
            return text.text
        }
        text.line(style.dim(row("name", "posts", "id")))
        for school in schools {
            text.line(
                row(
                    text.harmless(school.name), DisplayText.grouped(school.postCount),
                    text.harmless(school.id)))
            if !isBeside { text.line("  " + style.dim(text.harmless(school.id))) }
        }
        return text.text
    }
}
