/// Generates the nine tables of a data directory.
///
///     let generator = try DatasetGenerator(SynthesisOptions(posts: 10_000))
///     generator.write(.schools) { chunk in output.append(contentsOf: chunk) }
public struct DatasetGenerator: Sendable {
    /// What is generated.
    public let options: SynthesisOptions
    private let population: Population
    private let composer: TextComposer

    /// Draws the schools, the coaches and the vocabulary that all tables share.
    ///
    /// - Throws: ``SynthesisError`` when the options are out of range.
    /// - Complexity: O(schools).
    public init(_ options: SynthesisOptions) throws(SynthesisError) {
        guard 0...SynthesisOptions.maximumPosts ~= options.posts else {
            throw .postsOutOfRange(options.posts)
        }
        guard 1...SynthesisOptions.maximumSchools ~= options.schools else {
            throw .schoolsOutOfRange(options.schools)
        }
        guard SynthesisOptions.asOfMicrosLimits ~= options.asOfMicros else {
            throw .asOfOutOfRange(options.asOfMicros)
        }
        self.options = options
        population = Population(schoolCount: Self.schoolCount(options), seed: options.seed)
        composer = TextComposer(vocabulary: Vocabulary.of(seed: options.seed), handles: population.handles)
    }

    /// Returns the number of rows of a table: with N posts there is a school for 20 posts, at least 5 and at
    /// most `options.schools`, and 3 coaches for each school and one more for every 40. There are N/10
    /// interactions, N/20 metrics, N/50 events, status changes and documents, and N/100 offers, but always
    /// enough rows to show every value of their enumerations.
    public func rowCount(of table: SynthesisTable) -> Int {
        let posts = options.posts
        return switch table {
        case .socialMediaPosts: posts
        case .schools: population.schools.count
        case .coaches: population.coaches.count
        case .interactions: max(60, posts / 10)
        case .events: max(40, posts / 50)
        case .offers: max(20, posts / 100)
        case .schoolStatusHistory: max(40, posts / 50)
        case .documents: max(25, posts / 50)
        case .performanceMetrics: max(50, posts / 20)
        }
    }

    private static func schoolCount(_ options: SynthesisOptions) -> Int {
        min(options.schools, max(5, options.posts / 20))
    }

    /// Prints one table in chunks.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - chunkByteCount: the size, in bytes, from which a chunk is passed to `sink`; the concatenated bytes
    ///     do not depend on it.
    ///   - progress: called after each chunk with the number of rows printed so far.
    ///   - sink: receives the chunks in order; each is valid only during the call.
    /// - Returns: the size of the whole table in bytes.
    /// - Throws: what `sink` throws, after which nothing more is printed.
    /// - Complexity: O(rows).
    @discardableResult
    public func write<Failure: Error>(
        _ table: SynthesisTable, chunkByteCount: Int = 1 << 18, progress: (_ rows: Int) -> Void = { _ in },
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let printer = TablePrinter(chunkByteCount: chunkByteCount, lineDelimited: options.lineDelimited)
        let count = rowCount(of: table)
        let context = TableContext(options, table: table)
        func print(_ rows: some RowSource) throws(Failure) -> Int {
            try printer.print(rows, progress: progress, to: sink)
        }
        switch table {
        case .socialMediaPosts:
            return try print(PostRows(options, population: population, composer: composer))
        case .schools:
            return try print(SchoolRows(rowCount: count, context: context, population: population))
        case .coaches:
            return try print(CoachRows(rowCount: count, context: context, population: population))
        case .interactions:
            return try print(
                InteractionRows(
                    rowCount: count, context: context, population: population, composer: composer))
        case .events:
            return try print(
                EventRows(rowCount: count, context: context, population: population, composer: composer))
        case .offers:
            return try print(OfferRows(rowCount: count, context: context, population: population))
        case .schoolStatusHistory:
            return try print(
                StatusHistoryRows(
                    rowCount: count, context: context, population: population, composer: composer))
        case .documents:
            return try print(
                DocumentRows(rowCount: count, context: context, population: population, composer: composer))
        case .performanceMetrics:
            return try print(MetricRows(rowCount: count, context: context))
        }
    }
}
