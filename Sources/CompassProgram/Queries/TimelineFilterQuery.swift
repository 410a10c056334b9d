import ArgumentParser
import CompassKernel

/// The filters of the timeline, as someone has chosen them.
package struct TimelineFilterQuery {
    /// Ids or names; at most one is accepted.
    package var schools: [String]
    /// The kinds of items to leave out.
    package var hidden: [TimelineItemTypes]

    package init(schools: [String], hidden: [TimelineItemTypes]) {
        self.schools = schools
        self.hidden = hidden
    }

    /// - Throws: an error for an empty school, or more than one.
    package func validate(_ spelling: OptionSpelling) throws(ValidationError) {
        try NamedIDArgument.requireText(schools, .school, spelling)
        if schools.count > 1 {
            throw ValidationError(
                "\(spelling("school")) is given more than once: one id or name is accepted.")
        }
    }

    /// The kinds of items to show.
    package var types: TimelineItemTypes { hidden.reduce(into: .all) { $0.subtract($1) } }

    /// Returns the filter and its description, for the schools of the tables.
    ///
    /// - Throws: ``Failure`` when there is no such school, or several have the name.
    package func resolved(
        for known: () -> [NamedID], _ spelling: OptionSpelling
    ) throws(Failure) -> ResolvedTimelineFilter {
        var school: NamedID?
        if let text = schools.first {
            let known = known()
            let id = try NamedIDArgument(kind: .school, known: known, spelling: spelling).id(of: text)
            school = known.first { $0.id.utf8.elementsEqual(id.utf8) }
        }
        return ResolvedTimelineFilter(
            filter: TimelineFilter(schoolID: school?.id, types: types), sentence: sentence(school))
    }

    /// Returns the filters as a sentence; empty when everything is shown.
    private func sentence(_ school: NamedID?) -> String {
        if types.isEmpty { return "Everything hidden" }
        var parts: [String] = []
        if let school { parts.append("school " + (school.name ?? school.id)) }
        if types != .all {
            let shown = TimelineItemType.allCases.filter { types.contains(TimelineItemTypes($0)) }
            parts.append(shown.map { $0.pluralName.lowercased() }.joined(separator: " and "))
        }
        return parts.isEmpty ? "" : "Only " + parts.joined(separator: ", ")
    }
}

/// The filters of a timeline, with the id of the school.
package struct ResolvedTimelineFilter {
    package let filter: TimelineFilter
    /// The filters as a sentence; empty when everything is shown.
    package let sentence: String

    /// Returns the line below the heading of a print.
    package func printSubtitle(asOf now: Timestamp, in zone: ZoneOffsets) -> String {
        let first = sentence.isEmpty ? "Visual overview of your recruiting journey" : sentence
        return [first, "as of " + zone.clockText(at: now), zone.identifier].joined(separator: " · ")
    }
}

extension TimelineLanes {
    /// Creates the lanes that someone has chosen: all of them without a page and a size.
    package init(page: Int?, size: Int?) {
        self =
            page == nil && size == nil ? .all : .page(page ?? 1, size: size ?? TimelineLanes.defaultPageSize)
    }
}
