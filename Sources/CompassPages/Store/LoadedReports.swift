import CompassKernel

extension TableSet where Value == Reports {
    /// Returns the tables of reports, those that could be read.
    static func reports(of tables: StoreTables, _ environment: PageEnvironment) -> TableSet {
        TableSet(
            [tables.schools, tables.coaches, tables.interactions, tables.metrics],
            maximumAge: environment.timings.cacheAge, recoversFromFailures: true
        ) { () async throws(SourceError) in
            let errors: [(TableName, SourceError?)] = [
                (.schools, tables.schools.failure), (.coaches, tables.coaches.failure),
                (.interactions, tables.interactions.failure), (.metrics, tables.metrics.failure),
            ]
            if let error = errors[0].1, errors.allSatisfy({ $0.1 != nil }) { throw error }
            return Reports(
                schools: tables.schools.value?.table, coaches: tables.coaches.value?.table,
                interactions: tables.interactions.value?.table, metrics: tables.metrics.value?.table,
                failures: errors.compactMap { table, error in
                    error.map { SourceFailure(table: table.rawValue, reason: $0.description) }
                })
        }
    }
}
