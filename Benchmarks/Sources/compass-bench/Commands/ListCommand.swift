import ArgumentParser

/// Names the workloads.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Name the workloads.")

    func run() {
        let width = Workloads.all.map(\.name.count).max() ?? 0
        for workload in Workloads.all {
            let padding = String(repeating: " ", count: width - workload.name.count)
            print("\(workload.name)\(padding)  \(workload.purpose)")
        }
    }
}
