import BenchmarkHarness
import CompassKernel
import CompassWorkloads

extension PeerRun {
    /// Measures inserts, by the engine and by the kernel in turn, and then pages of the newest posts.
    ///
    /// - Returns: no results if the engine's tables do not grow.
    func live(
        _ peer: any Peer, _ question: LiveQuestion, _ files: PeerFiles, rows: Int
    ) throws -> [PeerResult] {
        guard let live = peer as? any LivePeer else { return [] }
        report("\(peer.engine), \(peer.threads) threads: \(LiveQuestion.insert)")
        let loaded: Int
        do { loaded = try live.prepareLive(files) } catch is PeerUnsupported { return [] }
        try CheckFailure.unless(loaded == rows, "\(peer.engine) loads \(loaded) posts, the kernel \(rows)")
        func result(_ name: String) -> PeerResult {
            PeerResult(
                engine: peer.engine, version: peer.version, threads: peer.threads, question: name, rows: rows)
        }
        var inserted = result(LiveQuestion.insert)
        let social = try insert(question, live, &inserted)
        let pages = [(LiveQuestion.page, nil), (LiveQuestion.search, LiveQuestion.text)]
        // Results are compared after the inserts, which these results show to be right, and before pages are
        // timed.
        for (name, text) in pages { try check(live, question, social, name, text) }
        inserted.answerChecked = true
        inserted.note = "\(question.documents.count) payloads, each in a transaction of its own"
        return [inserted]
            + (try pages.map { name, text in
                var page = result(name)
                page.answerChecked = true
                page.note = "the engine returns ids, the kernel also makes the page"
                try sample(live, question, social, text, &page)
                return page
            })
    }

    /// Applies all payloads on both sides, a part of them in turn; returns the kernel's posts.
    private func insert(
        _ question: LiveQuestion, _ peer: any LivePeer, _ result: inout PeerResult
    ) throws -> SocialPosts {
        var social = question.start
        var samples: (peer: [Double], kernel: [Double], ratios: [Double]) = ([], [], [])
        let count = max(1, question.documents.count / 10)
        for first in stride(from: 0, to: question.documents.count, by: count) {
            let documents = question.documents[first..<min(first + count, question.documents.count)]
            let theirs = try peer.insert(Array(documents))
            try CheckFailure.unless(
                theirs.count == documents.count, "\(peer.engine) timed \(theirs.count) inserts")
            var ours: [Double] = []
            for document in documents {
                let start = ContinuousClock.now
                try social.update { _ = try $0.apply(realtime: document) }
                ours.append(Sampler.seconds(since: start) * 1e9)
            }
            samples.peer += theirs
            samples.kernel += ours
            samples.ratios.append(SampleStatistics.median(of: theirs) / SampleStatistics.median(of: ours))
        }
        add(samples.peer, samples.kernel, ratios: samples.ratios, to: &result)
        return social
    }

    private func check(
        _ peer: any LivePeer, _ question: LiveQuestion, _ social: SocialPosts, _ name: String, _ text: String?
    ) throws {
        let page = question.kernelPage(social, text)
        let expected = LivePageAnswer(count: text == nil ? nil : page.matchCount, ids: page.posts.map(\.id))
        let answer = try peer.livePage(text, limit: LiveQuestion.pageSize)
        try CheckFailure.unless(
            answer == expected,
            "\(peer.engine), \(name): \(answer.count ?? answer.ids.count) posts, \(answer.ids.prefix(3)) …, "
                + "but the kernel finds \(expected.count ?? expected.ids.count), \(expected.ids.prefix(3)) …")
    }

    private func sample(
        _ peer: any LivePeer, _ question: LiveQuestion, _ social: SocialPosts, _ text: String?,
        _ result: inout PeerResult
    ) throws {
        let kernel = Call { _ in question.kernelPage(social, text) }
        let batch = try Sampler.suited(to: kernel, budgetSeconds: 0).callsPerBatch
        let trial = try peer.sampleLive(text, limit: LiveQuestion.pageSize, calls: 1).min() ?? 1
        let calls = min(max(Int((isQuick ? 5e6 : 30e6) / trial), 1), 2_000)
        let once = Sampler(
            warmUpBatches: 1, callsPerBatch: batch, minimumSamples: 3, maximumSamples: 3, budgetSeconds: 0)
        var samples: (peer: [Double], kernel: [Double], ratios: [Double]) = ([], [], [])
        for _ in 0..<(isQuick ? 2 : 9) {
            let theirs = try peer.sampleLive(text, limit: LiveQuestion.pageSize, calls: calls)
            let ours = try once.nanoseconds(of: kernel)
            samples.peer += theirs
            samples.kernel += ours
            samples.ratios.append(SampleStatistics.median(of: theirs) / SampleStatistics.median(of: ours))
        }
        add(samples.peer, samples.kernel, ratios: samples.ratios, to: &result)
    }
}
