import CompassKernel
import CompassPages
import CompassSynthesis

/// The tables of a service, without the posts, which are followed.
extension PageTables {
    /// A table of a service that was read, or that the service does not have.
    typealias Arrival = @Sendable (inout PageTables) -> Void

    /// Reads a table.
    ///
    /// - Returns: a function that adds it.
    /// - Throws: ``SourceError`` if it is worth another attempt.
    static func arrival(
        of table: SynthesisTable, from source: any CompassDataSource
    ) async throws(SourceError) -> Arrival {
        switch table {
        case .socialMediaPosts: { _ in }
        case .schools: try await arrival(\.schools, of: table, from: source)
        case .coaches: try await arrival(\.coaches, of: table, from: source)
        case .interactions: try await arrival(\.interactions, of: table, from: source)
        case .schoolStatusHistory: try await arrival(\.statusChanges, of: table, from: source)
        case .documents: try await arrival(\.documents, of: table, from: source)
        case .performanceMetrics: try await arrival(\.metrics, of: table, from: source)
        case .events: try await arrival(\.events, of: table, from: source)
        case .offers: try await arrival(\.offers, of: table, from: source)
        }
    }

    private static func arrival<Table: LoadableTable & Sendable>(
        _ path: WritableKeyPath<PageTables, Table?> & Sendable, of table: SynthesisTable,
        from source: any CompassDataSource
    ) async throws(SourceError) -> Arrival {
        guard let name = TableName(rawValue: table.rawValue) else { return { _ in } }
        do throws(SourceError) {
            // The timeline reports which rows of its tables it omits.
            var options = LoadOptions()
            options.maxProblems = .max
            let (rows, report) = try await source.load(Table.self, RowRequest(name), options: options)
            return { tables in
                tables[keyPath: path] = rows
                tables.note(table, report)
            }
        } catch {
            switch error {
            case .notFound: return { $0.note(table, failure: error.description, isMissing: true) }
            // Other tables must not wait for one that stays malformed.
            case .forbidden, .signedOut, .unreadable, .pageTooLarge, .refused:
                return { $0.note(table, failure: error.description) }
            default: throw error
            }
        }
    }
}
