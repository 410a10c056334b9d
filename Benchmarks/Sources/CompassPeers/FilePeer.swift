import BenchmarkHarness
import CompassKernel
import CompassWorkloads
import Foundation

/// An engine that keeps posts in a file: how long opening it and a first query take, and the kernel in turn.
///
/// Every sample opens the file and closes it again, in a process that has used it before; for cold samples the
/// system first drops the file from its cache.
package enum FilePeer {
    /// The engines.
    static let engines: Set = ["sqlite", "duckdb", "lmdb", "polars", "pyarrow", "pyarrow-validated"]

    /// The name of the figures of opening a file and the page of 30 days; the form is that of the kernel's
    /// file.
    package static func page(_ form: PostFiles.Form) -> String {
        form == .columns ? FileOpen.firstPage : "\(FileOpen.firstPage), \(form.rawValue)"
    }

    /// A query of a file that is opened for it.
    private struct Query {
        let name: String
        let form: PostFiles.Form
        let isCold: Bool
        let kernel: (_ index: Int) throws -> Void
    }

    /// Lets an engine write a file, compares its results with the kernel's, and measures both in turn.
    ///
    /// - Throws: ``CheckFailure`` if results differ.
    static func measure(
        _ engine: String, _ inputs: PageInputs, _ files: PeerFiles, _ python: PeerRun.Python, isQuick: Bool,
        _ report: (String) -> Void
    ) throws -> [PeerResult] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func notRun(_ reason: String) -> [PeerResult] {
            [
                PeerResult(
                    engine: engine, version: nil, threads: 0, question: FileOpen.firstPage,
                    rows: inputs.rows,
                    note: "not run: \(reason)")
            ]
        }
        do {
            let worker = try WorkerPeer(
                engine: engine, threads: 1, python: python.interpreter, script: python.fileWorker,
                arguments: [folder.path])
            return try measure(worker, inputs, files, isQuick: isQuick, report)
        } catch let refusal as PeerUnsupported {
            return notRun(refusal.description)
        } catch let failure as PeerFailure { return notRun(failure.description) }
    }

    private static func measure(
        _ worker: WorkerPeer, _ inputs: PageInputs, _ files: PeerFiles, isQuick: Bool,
        _ report: (String) -> Void
    ) throws -> [PeerResult] {
        report("\(worker.engine): writing a file")
        let windows = inputs.instants.indices.filter { $0 % 8 == 0 }.map { index in
            PageWindow(page(inputs, index), nil, inputs.zone)
        }
        let written = try worker.ask(
            FileRequest(
                action: "write", ndjson: files.lines, zone: PageInputs.zoneIdentifier, variants: windows,
                text: FileOpen.text), Written.self)
        try CheckFailure.unless(
            written.rows == inputs.rows,
            "\(worker.engine) writes \(written.rows) posts, the kernel has \(inputs.rows)")
        for variant in windows.indices {
            let answer = try worker.ask(FileRequest(action: "page", variant: variant), PageReply.self).answer
            let differences = answer.differences(from: expected(inputs, 8 * variant))
            try CheckFailure.unless(
                differences.isEmpty,
                "\(worker.engine), \(FileOpen.firstPage): differs in \(differences.joined(separator: ", "))")
        }
        let posts = try inputs.files()
        var queries = PostFiles.Form.allCases.flatMap { form in
            [false, true].map { isCold in
                Query(name: page(form) + (isCold ? ", cold" : ""), form: form, isCold: isCold) { index in
                    blackHole(page(try posts.open(form), inputs, 8 * index))
                }
            }
        }
        if try canSearch(worker, inputs, posts) {
            queries += [false, true].map { isCold in
                Query(
                    name: FileOpen.firstSearch + (isCold ? ", cold" : ""), form: .searchIndex, isCold: isCold
                ) {
                    blackHole(search(try posts.open(.searchIndex), inputs, 8 * $0))
                }
            }
        }
        return try queries.map { query in
            report("\(worker.engine): \(query.name)")
            var result = try sample(query, worker, posts, rounds: isQuick ? 2 : 9)
            result.rows = inputs.rows
            result.note =
                "a file of \(FigureText.significant(Double(written.fileBytes) / 1e6)) MB; the kernel's is "
                + "\(FigureText.significant(Double(try posts.byteCount(query.form)) / 1e6)) MB"
            return result
        }
    }

    private static func page(_ inputs: PageInputs, _ index: Int) -> SocialAnalyticsPage {
        page(inputs.social, inputs, index)
    }

    private static func page(
        _ social: SocialPosts, _ inputs: PageInputs, _ index: Int
    ) -> SocialAnalyticsPage {
        social.analyticsPage(
            FileOpen.range, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
    }

    private static func search(_ social: SocialPosts, _ inputs: PageInputs, _ index: Int) -> FeedPage {
        social.feedPage(
            where: .search(FileOpen.text), asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone)
    }

    /// The page's figures; engines know no names, so that schools with equal counts are ordered by id.
    private static func expected(_ inputs: PageInputs, _ index: Int) -> PageAnswer {
        let now = Timestamp(micros: inputs.instant(index))
        var answer = PageAnswer(page(inputs, index))
        let schools = inputs.social.analyticsPage(
            FileOpen.range, asOf: now, in: inputs.zone, topSchools: .max
        )
        .topSchools.map { PageAnswer.SchoolCount(id: $0.id, count: $0.postCount) }
        answer.topSchools = Array(
            schools.sorted { left, right in
                left.count != right.count
                    ? left.count > right.count : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            }.prefix(answer.topSchools.count))
        return answer
    }

    /// Returns whether the engine can search; compares its result with the kernel's.
    private static func canSearch(
        _ worker: WorkerPeer, _ inputs: PageInputs, _ posts: PostFiles
    ) throws -> Bool {
        let page = search(try posts.open(.searchIndex), inputs, 0)
        let reply: SearchReply
        do {
            reply = try worker.ask(FileRequest(action: "search"), SearchReply.self)
        } catch is PeerUnsupported { return false }
        try CheckFailure.unless(
            reply.count == page.matchCount && reply.ids == page.posts.map(\.id),
            "\(worker.engine), \(FileOpen.firstSearch): \(reply.count) posts, but the kernel finds "
                + "\(page.matchCount), or others are shown")
        return true
    }

    private static func sample(
        _ query: Query, _ worker: WorkerPeer, _ posts: PostFiles, rounds: Int
    ) throws -> PeerResult {
        var samples: (peer: [Double], kernel: [Double]) = ([], [])
        for round in 0..<rounds {
            let action = query.name.hasPrefix(FileOpen.firstSearch) ? "search" : "page"
            samples.peer += try worker.ask(
                FileRequest(action: "sample", query: action, calls: 1, isCold: query.isCold), Times.self
            ).get()
            if query.isCold { try posts.dropFromCache(query.form) }
            let start = ContinuousClock.now
            try query.kernel(round)
            samples.kernel.append(Sampler.seconds(since: start) * 1e9)
        }
        return PeerResult(
            engine: worker.engine, version: worker.version, threads: 1, question: query.name, rows: 0,
            measurement: Measurement(nanoseconds: SampleStatistics(samples.peer)),
            kernel: Measurement(nanoseconds: SampleStatistics(samples.kernel)),
            ratio: SampleStatistics.median(of: zip(samples.peer, samples.kernel).map { $0 / $1 }),
            answerChecked: true)
    }
}

private struct FileRequest: Encodable {
    var action: String
    var ndjson: String?
    var zone: String?
    var variants: [PageWindow]?
    var variant: Int?
    var text: String?
    var query: String?
    var calls: Int?
    var isCold: Bool?

    enum CodingKeys: String, CodingKey {
        case action = "do"
        case ndjson, zone, variants, variant, text, query, calls, isCold
    }
}

private struct Written: Decodable {
    var rows: Int
    var fileBytes: Int
}

private struct PageReply: Decodable { var answer: PageAnswer }

private struct SearchReply: Decodable {
    var count: Int
    var ids: [String]
}

private struct Times: Decodable {
    var nanoseconds: [Double]

    func get() throws -> [Double] {
        if nanoseconds.isEmpty { throw PeerFailure(description: "the worker measured nothing") }
        return nanoseconds
    }
}
