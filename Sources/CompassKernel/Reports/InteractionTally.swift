/// A tally of the interactions in each of a report's periods.
struct InteractionTally: ~Copyable {
    private let types: CodeTally
    private let sentiments: CodeTally
    private let directions: CodeTally

    /// - Parameter blocks: the counts of blocks of the table; nil to read all rows.
    /// - Complexity: O((b + r) · p) for b blocks, r rows of blocks that are partly in a period, and p periods.
    init(_ table: InteractionTable, in periods: [PeriodBounds], blocks: InteractionBlocks? = nil) {
        let types = CodeTally(table.types, periodCount: periods.count)
        let sentiments = CodeTally(table.sentiments, periodCount: periods.count)
        let directions = CodeTally(table.directions, periodCount: periods.count)
        table.times.forEachRow(in: periods, blocks: blocks?.times) { period, whole in
            blocks?.add(
                whole, in: period, types: types, sentiments: sentiments, directions: directions)
        } row: { period, row in
            types.count(row, in: period)
            sentiments.count(row, in: period)
            directions.count(row, in: period)
        }
        self.types = types
        self.sentiments = sentiments
        self.directions = directions
    }

    /// Returns the section of a period.
    func report(_ period: Int) -> InteractionReport {
        InteractionReport(
            total: types.rowCount(in: period), byType: types.categories(in: period),
            bySentiment: sentiments.categories(in: period, nullAs: "neutral"))
    }

    /// Returns the number of a period's interactions that a coach initiated.
    func inboundCount(_ period: Int) -> Int { directions.count(of: "inbound", in: period) }

    /// Adds the counts of a period to those of a partial answer.
    func put(_ period: Int, into partial: inout PartialReport.Period) {
        partial.types = types.partialCategories(in: period)
        partial.sentiments = sentiments.partialCategories(in: period)
        partial.inboundCount = inboundCount(period)
    }
}
