import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The Social Analytics page of posts that are read in chunks.
struct StreamedSocial {
    /// The parameters of the page but its filter.
    struct Parameters: Sendable {
        let range: AnalyticsRange
        let now: Timestamp
        let zone: ZoneOffsets
        let top: Int
        let recent: Int
        let days: ChartDays
        let compare: Bool
        let heatMap: Bool
    }

    let page: SocialAnalyticsPage
    let filter: ResolvedPostFilter
    let hint: EmptyRangeHint?
    let loadings: [TableLoading]

    /// Reads the posts once; twice if what a name means depends on the ids of the posts.
    static func read(
        _ paths: [String], _ options: StreamOptions, _ loading: LoadingOptions, _ query: PostQuery,
        _ parameters: Parameters
    ) throws(Failure) -> StreamedSocial {
        var inputs: [StreamInput] = []
        for path in paths { inputs.append(try StreamInput(path, isNDJSON: loading.ndjson)) }
        let (schools, schoolLoading) = try names(
            SchoolDirectory.self, .schools, in: options.schools, besides: inputs)
        let (coaches, coachLoading) = try names(
            CoachTable.self, .coaches, in: options.coaches, besides: inputs)

        let known = KnownNames(schools: schools ?? .empty, coaches: coaches ?? .empty)
        let expected = try known.resolved(query)
        let start = OperatingSystem.monotonicNanos()
        var (answers, reports) = try read(
            inputs, loading, expected.filter, parameters, isLinked: known.areRequired(by: query))
        var filter = expected
        if let linked = answers.linked {
            filter = try known.resolved(query, schools: linked.schoolIDs, coaches: linked.coachIDs)
            if filter.filter != expected.filter {
                guard inputs.allSatisfy(\.isRepeatable) else {
                    throw Failure(
                        .usage,
                        "a value of '--school' or '--coach' is the id of some and the name of others, and posts of "
                            + "a pipe cannot be read again; give ids")
                }
                (answers, reports) = try read(inputs, loading, filter.filter, parameters, isLinked: false)
            }
        }
        let nanos = OperatingSystem.monotonicNanos() - start
        let loadings = zip(inputs, reports).map { input, report in
            TableLoading(
                source: input.name, report: report, byteCount: input.byteCount, nanos: nanos)
        }
        return StreamedSocial(
            page: try page(answers, filter.filter, parameters, known), filter: filter,
            hint: hint(answers, query, parameters),
            loadings: loadings + [schoolLoading, coachLoading].compactMap { $0 })
    }

    private static func read(
        _ inputs: [StreamInput], _ loading: LoadingOptions, _ filter: PostFilter, _ parameters: Parameters,
        isLinked: Bool
    ) throws(Failure) -> (answers: StreamedAnswers, reports: [IngestReport]) {
        try PostStream.read(inputs, threads: loading.resolvedThreads) { posts, shard in
            answers(posts, shard, filter, parameters, isLinked: isLinked)
        }
    }

    private static func answers(
        _ posts: PostTable, _ shard: UInt32, _ filter: PostFilter, _ parameters: Parameters, isLinked: Bool
    ) -> StreamedAnswers {
        let social = posts.bound(to: .empty)
        let (now, zone) = (parameters.now, parameters.zone)
        return StreamedAnswers(
            analytics: social.partialAnalytics(
                parameters.range, where: filter, asOf: now, in: zone, topSchools: parameters.top,
                topCoaches: parameters.top, recentPosts: parameters.recent, days: parameters.days,
                comparison: parameters.compare, heatMap: parameters.heatMap, shard: shard),
            linked: isLinked
                ? social.partialLinkedCounts(asOf: now, in: zone, days: .last(0), shard: shard) : nil,
            latestByDay: posts.latestByDay(in: zone), postCount: posts.count)
    }

    private static func page(
        _ answers: StreamedAnswers, _ filter: PostFilter, _ parameters: Parameters, _ known: KnownNames
    ) throws(Failure) -> SocialAnalyticsPage {
        do throws(PartialAnswerError) {
            if let page = try answers.analytics?.analyticsPage(schools: known.schools, coaches: known.coaches)
            {
                return page
            }
        } catch {
            throw Failure(.malformedData, "\(error)")
        }
        throw Failure(.software, "no file was read")
    }

    private static func hint(
        _ answers: StreamedAnswers, _ query: PostQuery, _ parameters: Parameters
    ) -> EmptyRangeHint? {
        EmptyRangeHint(
            ofPosts: answers.postCount, range: parameters.range, from: query.from, to: query.to,
            asOf: parameters.now, in: parameters.zone,
            newest: { answers.latestByDay.values.max() },
            hasPosts: { range, from, to, now in
                answers.hasPosts(range, from: from, to: to, asOf: now, in: parameters.zone)
            })
    }

    /// Loads a table of names: of the given file, otherwise of the first directory or table file that has it.
    private static func names<Table: StoredTable>(
        _ type: Table.Type, _ table: SynthesisTable, in path: String?, besides inputs: [StreamInput]
    ) throws(Failure) -> (Table?, TableLoading?) {
        let options = LoadOptions(maxProblems: 0)
        guard let path else {
            for input in inputs {
                if let (rows, loading) = try input.source?.load(type, table, options) {
                    return (rows, loading)
                }
            }
            return (nil, nil)
        }
        if try DataDirectory.fileKind(path) == .file, try !DataSource.isTableFile(path) {
            let isPacked = path.hasSuffix(".gz")
            let format = DocumentFormat(ofPath: isPacked ? String(path.dropLast(3)) : path)
            let file = DocumentFile(table: table, path: path, format: format, isPacked: isPacked)
            return try TableLoading.measured(type, file, options)
        }
        if try DataDirectory.fileKind(path) == .nothing { throw Failure(.noInput, "\(path): no such file") }
        return try DataSource(path).loadRequired(type, table, options)
    }
}

extension StreamedSocial {
    /// Prints to standard error what was read, and the time of it with that of answering.
    func printTiming(nanos: Int64, threads: Int) {
        let rows = loadings.reduce(0) { $0 + $1.report.rows }
        let megabytes = Double(loadings.reduce(0) { $0 + $1.byteCount }) / 1e6
        StandardError.writeLine(
            "Read and counted \(DisplayText.grouped(rows)) rows, \(DisplayText.oneDecimal(megabytes)) MB in "
                + "\(DisplayText.oneDecimal(Double(nanos) / 1e6)) ms with up to "
                + DisplayText.counted(threads, "thread", "threads"))
    }
}

/// The tables of names, and what a filter by names means.
private struct KnownNames {
    let schools: SchoolDirectory
    let coaches: CoachTable

    /// Returns whether the meaning of a query depends on the ids of posts.
    func areRequired(by query: PostQuery) -> Bool { !query.schools.isEmpty || !query.coaches.isEmpty }

    /// Returns the filter if no post has an id that is a name in the tables, and every value that is neither an id nor
    /// a name in them is the id of a post.
    func resolved(_ query: PostQuery) throws(Failure) -> ResolvedPostFilter {
        try resolved(
            query, schools: Self.unknown(query.schools, among: knownSchools([])),
            coaches: Self.unknown(query.coaches, among: knownCoaches([])))
    }

    /// Returns the filter.
    ///
    /// - Parameters:
    ///   - schools: the ids of the posts' schools.
    ///   - coaches: the ids of their coaches.
    func resolved(
        _ query: PostQuery, schools: [String], coaches: [String]
    ) throws(Failure) -> ResolvedPostFilter {
        try query.resolved(
            .commandLine, schools: { knownSchools(schools) }, coaches: { knownCoaches(coaches) })
    }

    private func knownSchools(_ ids: [String]) -> [NamedID] { schools.schools(with: ids) }

    private func knownCoaches(_ ids: [String]) -> [NamedID] {
        PostTable.empty.bound(to: .empty, coaches: coaches).knownCoaches
            + ids.map { NamedID(id: $0, name: nil) }
    }

    private static func unknown(_ texts: [String], among known: [NamedID]) -> [String] {
        texts.filter { text in
            let wanted = text.lowercased()
            return !known.contains {
                $0.id.utf8.elementsEqual(text.utf8) || $0.name?.lowercased() == wanted
            }
        }
    }
}

extension PartialAnswer {
    /// The ids of the schools of all posts.
    fileprivate var schoolIDs: [String] { (try? linkedCounts(schools: .empty))?.schools.map(\.id) ?? [] }
    fileprivate var coachIDs: [String] { (try? linkedCounts(schools: .empty))?.coaches.map(\.id) ?? [] }
}
