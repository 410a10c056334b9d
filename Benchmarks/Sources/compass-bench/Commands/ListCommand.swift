import ArgumentParser

/// Lists the workloads.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Name the workloads.")

    func run() {
        let width = Benchmark.descriptions.map(\.name.count).max() ?? 0
        for (name, purpose) in Benchmark.descriptions {
            print("\(name)\(String(repeating: " ", count: width - name.count))  \(purpose)")
        }
    }
}
