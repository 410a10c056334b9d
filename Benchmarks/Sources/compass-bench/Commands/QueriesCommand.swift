import ArgumentParser
import BenchmarkHarness
import CompassWorkloads
import Foundation

/// Regenerates the list of published queries.
struct QueriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries", abstract: "Make the published list of search queries anew.",
        discussion: """
            The queries are pieces of the posts of a million, and misses; each is counted in the datasets of \
            10,000 and of 1,000,000 posts. The same seed makes the same list.
            """)

    @Option(help: "The seed of the random choices.")
    var seed = SearchQueryMaker.standardSeed

    @Option(help: "The file; by default \(SearchQueryList.fileName) here or above.")
    var output: String?

    @Flag(help: "Write nothing, and exit with 1 when the file holds another list.")
    var check = false

    @Option(help: "The folder of manifest.json and generated/; by default Datasets/ here or above.")
    var datasets: String?

    func run() throws {
        let progress = ProgressLine()
        defer { progress.clear() }
        let path = output ?? SearchQueryList.path()
        let folder = try DatasetFolder(path: datasets, report: progress.show)
        progress.show("loading posts")
        var maker = try SearchQueryMaker(datasets: folder, seed: seed)
        let queries = maker.make(report: progress.show)
        progress.clear()
        if check {
            guard try SearchQueryList.read(path: path) == queries else {
                throw Refusal("\(path) holds another list than this seed makes", status: .failure).reported()
            }
            print("\(path) holds the \(queries.count) queries that this seed makes")
        } else {
            try SearchQueryList.write(queries, to: path)
            print("wrote \(queries.count) queries to \(path)")
        }
    }
}
