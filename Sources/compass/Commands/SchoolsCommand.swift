import ArgumentParser
import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// `compass schools`: the schools that `--school` accepts.
struct SchoolsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schools", abstract: "List schools with id, name and number of posts.",
        discussion: """
            Lists the schools of the table schools, and those that only posts mention, which are called "Unknown \
            School". Either table may be missing. Other commands take an id, or a name of the table schools, as '--school'.

            Examples:
              compass schools data
              compass schools data --format csv > schools.csv
            """)

    @Argument(help: TablesArgument.helpWithStandardInput, completion: TablesArgument.completion)
    var directory: String

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Reading") var loading: LoadingOptions
    @OptionGroup(title: "Reading") var caching: CacheOptions

    // The common options of pages are accepted, so that scripts can pass the same ones to all commands. The
    // list depends on neither time nor zone, and always shows ids.
    @OptionGroup(visibility: .hidden) var moment: MomentOptions
    @OptionGroup(visibility: .hidden) var listing: ListingOptions

    func validate() throws {
        try ArgumentReading.requirePath(directory)
        try loading.requireStandardInput(directory)
        _ = try output.csv.section(of: SchoolList.CSVSection.self)
    }

    func run() throws {
        let tables = try SocialTables.loadSchools(directory: directory, loading, cache: caching.tableCache)
        let list = SchoolList(schools: tables.social.schoolsInNameOrder())
        var answer = StandardOutput()
        switch output.format {
        case .json:
            answer.append(list.json(layout: output.jsonLayout))
            answer.appendLine()
        case .csv:
            answer.append(
                csv: list.csv(byteOrderMark: output.csv.byteOrderMark, escapesFormulas: !output.csv.raw),
                for: output.target)
        case .text: answer.append(list.text(output.style))
        }
        try answer.flush(to: output.target)
        tables.loadings.printNotes()
    }
}
