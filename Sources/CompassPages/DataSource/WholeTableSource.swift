import CompassKernel

/// A source that has tables in memory or in a mapped file, so that no rows need to be read for them.
package protocol WholeTableSource: CompassDataSource {
    /// Returns the table of a request; nil if its rows are to be read.
    func table<Table: LoadableTable>(
        _ type: Table.Type, of request: RowRequest
    ) async throws(SourceError) -> (table: Table, report: IngestReport)?
}
