import BenchmarkHarness
import CompassKernel
import CompassWorkloads
import Foundation

/// Measures other engines side by side with the kernel: the samples of an engine and of the kernel are taken
/// in turn.
public struct PeerRun {
    private let inputs: WorkloadInputs
    private let size: DatasetSize
    let isQuick: Bool
    let report: (String) -> Void

    /// The engine that only parses.
    private static let parser = "simdjson"
    /// The question of the time that parsing takes without making a table, beside the kernel's whole load.
    public static let parsingAlone = "json.parse"

    /// The engines, each with the measured thread counts; 0 means the engine's default.
    public static let engines: [(name: String, threads: [Int])] = [
        ("sqlite", [1]), ("numpy", [1]), ("numpy-checkpoints", [1]), ("pyarrow", [1, 0]), ("polars", [1, 0]),
        ("duckdb", [1, 0]), ("chdb", [1, 0]), (parser, [1]),
        // Only their files are measured.
        ("lmdb", []), ("pyarrow-validated", []),
    ]

    /// The location of the Python engines.
    public struct Python {
        /// The interpreter with the packages of the engines.
        public var interpreter: String
        /// The worker's program.
        public var worker: String
        /// The program of the workers that keep posts in a file.
        public var fileWorker: String

        /// Creates an interpreter and its programs.
        public init(interpreter: String, worker: String, fileWorker: String) {
            (self.interpreter, self.worker, self.fileWorker) = (interpreter, worker, fileWorker)
        }
    }

    /// Creates a run on the datasets of one size.
    public init(
        _ inputs: WorkloadInputs, size: DatasetSize, isQuick: Bool, report: @escaping (String) -> Void
    ) {
        (self.inputs, self.size, self.isQuick, self.report) = (inputs, size, isQuick, report)
    }

    /// Measures the named engines; one that is not installed is reported as not run.
    ///
    /// - Throws: ``CheckFailure`` if an engine's result differs from the kernel's.
    public func run(_ engines: Set<String>, python: Python, done: (String) -> Void = { _ in }) throws
        -> [PeerResult]
    {
        let page = try inputs.page(size)
        let questions = try PageQuestion.all(page)
        let pageFiles = try files(wholeSeconds: true)
        let ingestFiles = try files(wholeSeconds: false)
        let searches = try SearchQuestion(page)
        let live = try LiveQuestion(page, isQuick: isQuick)
        let texts = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-texts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: texts) }
        report("writing the folded texts")
        try searches.writeTexts(to: texts)
        var results: [PeerResult] = []
        for (engine, settings) in Self.engines where engines.contains(engine) {
            for threads in settings {
                report("starting \(engine)")
                do {
                    let peer = try start(engine, threads, python)
                    // With few processors an engine's default may be one thread, which is already measured.
                    if threads == 0, peer.threads == 1 { continue }
                    let parsesOnly = engine == Self.parser
                    let reading = parsesOnly ? Self.parsingAlone : "ingest.json"
                    results.append(try ingest(peer, reading, ingestFiles, pageFiles, rows: page.rows))
                    if !parsesOnly {
                        results += try pages(peer, questions, pageFiles, rows: page.rows)
                        results += try search(peer, searches, texts.path, rows: page.rows)
                        results += try self.live(peer, live, pageFiles, rows: page.rows)
                    }
                } catch let refusal as PeerUnsupported {
                    results.append(
                        PeerResult(
                            engine: engine, version: nil, threads: 0, question: "all", rows: page.rows,
                            note: "not run: \(refusal)"))
                    done(engine)
                    break
                } catch let failure as PeerFailure {
                    results.append(
                        PeerResult(
                            engine: engine, version: nil, threads: threads, question: "all", rows: page.rows,
                            note: "not run: \(failure)"))
                }
                done(engine)
            }
            if FilePeer.engines.contains(engine) {
                results += try FilePeer.measure(engine, page, pageFiles, python, isQuick: isQuick, report)
            }
        }
        return results
    }

    private func start(_ engine: String, _ threads: Int, _ python: Python) throws -> any Peer {
        if engine == "sqlite" { return SQLitePeer() }
        return try WorkerPeer(
            engine: engine, threads: threads, python: python.interpreter, script: python.worker)
    }

    private func files(wholeSeconds: Bool) throws -> PeerFiles {
        let dataset = try inputs.datasets.dataset(size, wholeSeconds: wholeSeconds)
        let lines = try inputs.datasets.lineDelimitedPosts(dataset)
        return PeerFiles(
            posts: dataset.postsPath, postsByteCount: dataset.postsByteCount, lines: lines.path,
            schools: dataset.schoolsPath)
    }

    private func ingest(
        _ peer: any Peer, _ question: String, _ files: PeerFiles, _ pageFiles: PeerFiles, rows: Int
    ) throws -> PeerResult {
        report("\(peer.engine), \(peer.threads) threads: reading")
        let prepared = try peer.prepare(pageFiles, zone: PageInputs.zoneIdentifier)
        try CheckFailure.unless(
            prepared.rows == rows, "\(peer.engine) loads \(prepared.rows) posts, the kernel \(rows)")
        var result = PeerResult(
            engine: peer.engine, version: peer.version, threads: peer.threads, question: question, rows: rows,
            bytes: files.postsByteCount, memoryBytes: prepared.memoryBytes)
        do {
            var samples: (peer: [Double], kernel: [Double]) = ([], [])
            for _ in 0..<(isQuick ? 1 : 9) {
                samples.peer += try peer.ingest(files, calls: 1)
                let start = ContinuousClock.now
                blackHole(try PostTable.load(contentsOf: files.posts).table)
                samples.kernel.append(Sampler.seconds(since: start) * 1e9)
            }
            add(
                samples.peer, samples.kernel, ratios: zip(samples.peer, samples.kernel).map { $0 / $1 },
                to: &result)
        } catch let refusal as PeerUnsupported {
            result.note = "not run: \(refusal)"
        }
        return result
    }

    private func pages(
        _ peer: any Peer, _ questions: [PageQuestion], _ files: PeerFiles, rows: Int
    ) throws -> [PeerResult] {
        try peer.setQuestions(questions)
        return try questions.indices.map { index in
            let question = questions[index]
            report("\(peer.engine), \(peer.threads) threads: \(question.name)")
            for (variant, expected) in question.variants.enumerated() {
                let differences = try peer.answer(question: index, variant: variant)
                    .differences(from: PageAnswer(expected.kernel()))
                try CheckFailure.unless(
                    differences.isEmpty,
                    "\(peer.engine), \(question.name): differs in \(differences.joined(separator: ", "))")
            }
            var result = PeerResult(
                engine: peer.engine, version: peer.version, threads: peer.threads, question: question.name,
                rows: rows, answerChecked: true)
            try sample(peer, index, question, &result)
            return result
        }
    }

    /// Measures rounds of some calls of the engine and a batch of the kernel's.
    private func sample(
        _ peer: any Peer, _ index: Int, _ question: PageQuestion, _ result: inout PeerResult
    ) throws {
        let kernel = Call { question.variants[$0 % question.variants.count].kernel() }
        let batch = try Sampler.suited(to: kernel, budgetSeconds: 0).callsPerBatch
        let trial = try peer.sample(question: index, calls: 3, first: 0).min() ?? 1
        let calls = min(max(Int((isQuick ? 5e6 : 30e6) / trial), 1), 2_000)
        let once = Sampler(
            warmUpBatches: 1, callsPerBatch: batch, minimumSamples: 3, maximumSamples: 3, budgetSeconds: 0)
        var samples: (peer: [Double], kernel: [Double], ratios: [Double]) = ([], [], [])
        for round in 0..<(isQuick ? 2 : 9) {
            let peerTimes = try peer.sample(question: index, calls: calls, first: round * calls)
            let kernelTimes = try once.nanoseconds(of: kernel)
            samples.peer += peerTimes
            samples.kernel += kernelTimes
            samples.ratios.append(
                SampleStatistics.median(of: peerTimes) / SampleStatistics.median(of: kernelTimes))
        }
        add(samples.peer, samples.kernel, ratios: samples.ratios, to: &result)
    }

    func add(_ peer: [Double], _ kernel: [Double], ratios: [Double], to result: inout PeerResult) {
        result.measurement = Measurement(nanoseconds: SampleStatistics(peer))
        result.kernel = Measurement(nanoseconds: SampleStatistics(kernel))
        result.ratio = SampleStatistics.median(of: ratios)
    }
}

extension PeerRun {
    /// Measures rounds of one search for each text, by the engine and by the kernel in turn.
    private func search(
        _ peer: any Peer, _ question: SearchQuestion, _ path: String, rows: Int
    ) throws -> [PeerResult] {
        var result = PeerResult(
            engine: peer.engine, version: peer.version, threads: peer.threads, question: SearchQuestion.name,
            rows: rows)
        report("\(peer.engine), \(peer.threads) threads: \(SearchQuestion.name)")
        let loaded: Int
        do { loaded = try peer.prepareSearch(path: path) } catch let refusal as PeerUnsupported {
            result.note = "not run: \(refusal)"
            return [result]
        }
        try CheckFailure.unless(loaded == rows, "\(peer.engine) loads \(loaded) texts of \(rows) posts")
        for text in question.texts {
            let (count, expected) = (try peer.searchCount(text), question.kernelPage(text).matchCount)
            let cold = question.coldPage(text).matchCount
            try CheckFailure.unless(
                count == expected && cold == expected,
                "\(peer.engine), \"\(text)\": \(count) posts, but the kernel finds \(expected), and \(cold) "
                    + "without an index")
        }
        result.answerChecked = true
        let kernel = Call { question.kernelPage(question.texts[$0]) }
        let cold = Call { question.coldPage(question.texts[$0]) }
        var ours = InputSampling(inputCount: question.texts.count)
        var coldOurs = InputSampling(inputCount: question.texts.count)
        var theirs = InputSampling(inputCount: question.texts.count)
        var (ratios, coldRatios): ([Double], [Double]) = ([], [])
        for _ in 0..<(isQuick ? 1 : 3) {
            let times = try peer.sampleSearches(question.texts)
            try CheckFailure.unless(
                times.count == question.texts.count, "\(peer.engine) timed \(times.count) searches")
            theirs.addRound(times)
            try ours.addRound(of: kernel)
            try coldOurs.addRound(of: cold)
            ratios.append(
                SampleStatistics.median(of: times) / SampleStatistics.median(of: ours.lastRound))
            coldRatios.append(
                SampleStatistics.median(of: times) / SampleStatistics.median(of: coldOurs.lastRound))
        }
        result.note =
            "medians of \(question.texts.count) published queries; the engine counts, the kernel also "
            + "makes the first page"
        // The engines scan in either case: their times are the same, and the kernel's are those without an
        // index.
        var coldResult = result
        coldResult.question = SearchQuestion.coldName
        add(theirs.medians, ours.medians, ratios: ratios, to: &result)
        add(theirs.medians, coldOurs.medians, ratios: coldRatios, to: &coldResult)
        return [result, coldResult]
    }
}
