import CompassKernel
import CompassSynthesis

/// The nine tables of all pages, as far as they were read.
struct PageTables: Sendable {
    /// The tables in reading order: what the first page shows, then the other pages one after the other.
    static let readingOrder: [SynthesisTable] = [
        .socialMediaPosts, .schools, .coaches, .interactions, .schoolStatusHistory, .documents,
        .performanceMetrics, .events, .offers,
    ]

    var posts: PostTable?
    var schools: SchoolDirectory?
    var coaches: CoachTable?
    var interactions: InteractionTable?
    var statusChanges: StatusChangeTable?
    var documents: DocumentTable?
    var metrics: MetricTable?
    var events: EventTable?
    var offers: OfferTable?
    private(set) var reports: [SynthesisTable: IngestReport] = [:]
    /// Why tables could not be read.
    private(set) var failures: [SynthesisTable: String] = [:]
    private(set) var missing: Set<SynthesisTable> = []
    /// The tables that are those of an earlier reading, because they could not be read again.
    private(set) var kept: Set<SynthesisTable> = []

    /// Notes that a table was read, or that there are no names because it is missing.
    ///
    /// - Parameter report: what became of its rows.
    mutating func note(_ table: SynthesisTable, _ report: IngestReport?) {
        reports[table] = report
        failures[table] = nil
        missing.remove(table)
        kept.remove(table)
    }

    /// Notes that a table could not be read.
    mutating func note(_ table: SynthesisTable, failure: String, isMissing: Bool = false) {
        failures[table] = failure
        if isMissing { missing.insert(table) } else { missing.remove(table) }
        if reports[table] != nil { kept.insert(table) }
    }

    /// Takes tables of an earlier reading in place of those that could not be read again.
    mutating func keep(_ earlier: PageTables) {
        for table in Self.readingOrder where failures[table] != nil && earlier.reports[table] != nil {
            switch table {
            // The server has them, with their changes.
            case .socialMediaPosts: break
            case .schools: schools = earlier.schools
            case .coaches: coaches = earlier.coaches
            case .interactions: interactions = earlier.interactions
            case .schoolStatusHistory: statusChanges = earlier.statusChanges
            case .documents: documents = earlier.documents
            case .performanceMetrics: metrics = earlier.metrics
            case .events: events = earlier.events
            case .offers: offers = earlier.offers
            }
            reports[table] = earlier.reports[table]
            kept.insert(table)
        }
    }

    /// The tables that were read or could not be, for the status.
    var statuses: [ServerSnapshot.TableStatus] {
        Self.readingOrder.compactMap { table in
            guard reports[table] != nil || failures[table] != nil else { return nil }
            var status = ServerSnapshot.TableStatus(table: table.rawValue, failure: failures[table])
            if let report = reports[table] {
                status.rows = report.rows
                status.loaded = report.loaded
                status.skipped = report.skipped
                status.replaced = report.replaced
                status.warnings = report.warnings
            }
            return status
        }
    }
}

/// The pages, by the rules of the commands: which tables they require, and which may be missing.
extension PageTables {
    /// The schools: none if the table is missing, because names are optional.
    var schoolContent: ServerSnapshot.Content<SchoolDirectory> {
        if let reason = malformed([.schools]) { return .failed(reason: reason) }
        return .ready(schools ?? .empty)
    }

    /// Why there is no page of posts; nil if there is one.
    var postFailure: String? { lacking([.socialMediaPosts]) ?? malformed([.schools, .coaches]) }

    /// The posts with the names of schools and coaches.
    func bound(_ posts: PostTable) -> SocialPosts {
        posts.bound(to: schools ?? .empty, coaches: coaches ?? .empty)
    }

    var activity: ServerSnapshot.Content<ServedActivity> {
        let tables: [SynthesisTable] = [.interactions, .schoolStatusHistory, .documents]
        if let reason = allMissing(tables) { return .failed(reason: reason) }
        return .ready(
            ServedActivity(
                interactions: interactions, statusChanges: statusChanges, documents: documents,
                schools: schools ?? .empty,
                failures: sourceFailures(tables + (missing.contains(.schools) ? [] : [.schools]))))
    }

    var report: ServerSnapshot.Content<Reports> {
        let tables: [SynthesisTable] = [.schools, .coaches, .interactions, .performanceMetrics]
        if let reason = allMissing(tables) { return .failed(reason: reason) }
        return .ready(
            Reports(
                schools: schools, coaches: coaches, interactions: interactions, metrics: metrics,
                failures: sourceFailures(tables)))
    }

    var timeline: ServerSnapshot.Content<RecruitingTimeline> {
        let tables: [SynthesisTable] = [.events, .interactions, .offers, .schoolStatusHistory]
        if let reason = lacking(tables) ?? malformed([.schools]) { return .failed(reason: reason) }
        return .ready(
            RecruitingTimeline(
                events: events ?? .empty, interactions: interactions ?? .empty, offers: offers ?? .empty,
                statusChanges: statusChanges ?? .empty, schools: schools ?? .empty,
                ingestReports: tables.compactMap { reports[$0] }))
    }

    /// Why tables are not there, if one is not.
    private func lacking(_ tables: [SynthesisTable]) -> String? {
        let reasons = tables.filter { !kept.contains($0) }.compactMap { table in
            failures[table].map { "\(table.rawValue): \($0)" }
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Why tables that may be missing cannot be read, if one cannot.
    private func malformed(_ tables: [SynthesisTable]) -> String? {
        lacking(tables.filter { !missing.contains($0) })
    }

    private func allMissing(_ tables: [SynthesisTable]) -> String? {
        tables.allSatisfy { missing.contains($0) && !kept.contains($0) } ? lacking(tables) : nil
    }

    private func sourceFailures(_ tables: [SynthesisTable]) -> [SourceFailure] {
        tables.filter { !kept.contains($0) }.compactMap { table in
            failures[table].map { SourceFailure(table: table.rawValue, reason: $0) }
        }
    }
}
