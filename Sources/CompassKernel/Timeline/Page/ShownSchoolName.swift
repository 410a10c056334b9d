/// Returns a school's name for display: a blank one, which data keep, is displayed like an unknown one.
private func shown(_ schoolName: String) -> String {
    VisibleText.isBlank(schoolName) ? LaneDirectory.unknownName : schoolName
}

extension TimelineLane {
    /// The name of the lane for display, never blank.
    package var shownSchoolName: String { shown(schoolName) }
}

extension TimelineItem {
    /// The name of the item's lane for display, never blank.
    package var shownSchoolName: String { shown(schoolName) }
}
