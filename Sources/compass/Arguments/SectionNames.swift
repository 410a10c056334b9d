import CompassKernel
import CompassProgram

/// The CSV sections of a page, by name.
typealias CSVSections = CaseIterable & RawRepresentable<String>

/// The names of sections that `--section` takes.
enum SectionNames {
    /// Returns the names that a shell completes.
    ///
    /// - Parameter words: the words of the command line so far, the program's name first.
    static func offered(for words: [String]) -> [String] {
        let commands: [String: [String]] = [
            SocialCommand._commandName: names(SocialAnalyticsPage.CSVSection.self),
            FeedCommand._commandName: names(FeedPage.CSVSection.self),
            TimelineCommand._commandName: names(TimelinePage.CSVSection.self),
            ActivityCommand._commandName: names(ActivityPage.CSVSection.self),
            ReportCommand._commandName: names(ReportPage.CSVSection.self),
            SchoolsCommand._commandName: names(SchoolList.CSVSection.self),
            InspectCommand._commandName: names(InspectionSection.self),
        ]
        return words.lazy.compactMap { commands[$0] }.first ?? []
    }

    private static func names<Section: CSVSections>(_ type: Section.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }
}
