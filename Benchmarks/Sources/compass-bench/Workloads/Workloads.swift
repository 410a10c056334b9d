import BenchmarkHarness

/// The workloads by name, and the order in which they run.
enum Workloads {
    struct Description {
        let name: String
        let purpose: String
    }

    static let all: [Description] =
        SocialPage.descriptions + [SocialFiltered.description] + PageScaling.descriptions
        + [IngestJSON.description, TableMemory.description]

    /// Runs the named workloads, size by size, so that each dataset is loaded once.
    static func run(_ names: [String], in context: BenchmarkContext) throws {
        let names = Set(names)
        try IngestJSON.run(names, in: context)
        try TableMemory.run(names, in: context)
        for size in context.sizes {
            try SocialPage.run(names, size, in: context)
            try SocialFiltered.run(names, size, in: context)
        }
        try PageScaling.run(names, in: context)
        context.forgetPageInputs()
    }
}
