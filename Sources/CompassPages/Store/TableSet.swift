import CompassKernel

/// A value that is made of several tables, and made anew when one of them was loaded.
@MainActor
final class TableSet<Value: Sendable> {
    private let tables: [any CachedTable]
    private let maximumAge: Duration
    private let make: @MainActor () async throws(SourceError) -> Value
    private let recoversFromFailures: Bool
    /// The value, and the numbers of the loads that it is made of.
    private var made: (value: Value, numbers: [Int])?

    /// Creates a set without a value.
    ///
    /// - Parameters:
    ///   - tables: the tables.
    ///   - maximumAge: the age at which a table is loaded again.
    ///   - recoversFromFailures: whether a value can be made though some tables failed.
    ///   - make: makes the value of the tables as they are then.
    init(
        _ tables: [any CachedTable], maximumAge: Duration, recoversFromFailures: Bool,
        make: @escaping @MainActor () async throws(SourceError) -> Value
    ) {
        self.tables = tables
        self.maximumAge = maximumAge
        self.recoversFromFailures = recoversFromFailures
        self.make = make
    }

    /// What a page loads.
    var source: PageSource<Value> {
        PageSource(
            latest: { self.made?.value }, isFresh: { self.isFresh },
            load: { everything async throws(SourceError) in try await self.load(everything) },
            retryDelay: { self.retryDelay })
    }

    private var retryDelay: Duration? {
        tables.compactMap { table in
            if case .rateLimited(let delay?)? = table.failure { delay } else { nil }
        }.max()
    }

    /// Whether no table need be loaded again, and none was loaded since the value was made.
    private var isFresh: Bool {
        made?.numbers == tables.map(\.endedNumber) && tables.allSatisfy { $0.isFresh(maximumAge) }
    }

    private func load(_ everything: Bool) async throws(SourceError) -> Value {
        for table in tables { table.begin(maximumAge: everything ? .zero : maximumAge) }
        var errors: [SourceError] = []
        for table in tables {
            if let error = await table.error() { errors.append(error) }
        }
        if Task.isCancelled { throw .cancelled }
        if errors.contains(.signedOut) { throw .signedOut }
        if let error = errors.first, !recoversFromFailures { throw error }
        let numbers = tables.map(\.endedNumber)
        if let made, made.numbers == numbers { return made.value }
        let value = try await make()
        // A newer load may have ended meanwhile.
        if Task.isCancelled { throw .cancelled }
        if (made?.numbers ?? numbers).elementsEqual(numbers, by: <=) { made = (value, numbers) }
        return made?.value ?? value
    }

    /// Forgets the value.
    func drop() { made = nil }
}
