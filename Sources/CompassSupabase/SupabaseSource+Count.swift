import CompassPages

extension SupabaseSource {
    /// Returns the number of rows of a request, as the server counts them now, without reading any.
    ///
    /// - Parameter request: a request for all rows, or for changed ones.
    public func count(of request: RowRequest) async throws(SourceError) -> Int {
        let requests = PostgRESTRequests(configuration: client.configuration)
        // A table without rows may be reported as an unsatisfiable range.
        return try KeysetReader.count(
            await client.send(requests.count(of: request.table, request.rows), accepting: 416))
    }
}
