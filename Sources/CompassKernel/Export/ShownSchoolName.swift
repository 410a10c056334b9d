/// Names of schools for people. A school whose name is empty is called as one that nobody knows; data keep the name as
/// it is.
private func shown(_ schoolName: String) -> String {
    VisibleText.isBlank(schoolName) ? LaneDirectory.unknownName : schoolName
}

extension TimelineLane {
    /// The name of the lane for people, never blank.
    package var shownSchoolName: String { shown(schoolName) }
}

extension TimelineItem {
    /// The name of the item's lane for people, never blank.
    package var shownSchoolName: String { shown(schoolName) }
}
