import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// Readers that request pages, each followed by a short fixed loop, beside one writer that applies payloads at a fixed rate and
/// publishes a copy of the posts after each.
package final class ReadersBesideWriter {
    package struct Options: Sendable {
        package var seconds: Double
        package var payloadsPerSecond: Double
        package var readers: Int
        package var seed: UInt64
        /// One in so many pages of a reader is kept and compared.
        package var pagesPerComparison: Int

        package init(
            seconds: Double, payloadsPerSecond: Double, readers: Int = 2, seed: UInt64 = 1,
            pagesPerComparison: Int = 100
        ) {
            self.seconds = seconds
            self.payloadsPerSecond = payloadsPerSecond
            self.readers = readers
            self.seed = seed
            self.pagesPerComparison = pagesPerComparison
        }
    }

    private let options: Options
    private let start: SocialPosts
    private let baseline: BaselinePosts
    private let place: LivePlace
    package let payloads: [RecordedPayload]
    /// The pages to compare, once `measure` has returned.
    package var kept: [KeptPage] = []

    package init(_ inputs: PageInputs, _ options: Options) throws {
        self.options = options
        let count = Int((options.seconds * options.payloadsPerSecond).rounded())
        // Made before anything is timed: encoding JSON takes as long as applying it.
        payloads = try RecordedPayload.mixed(count: count, seed: options.seed, inputs)
        var start = inputs.social
        start.update { posts in
            posts.prepareForChanges()
            posts.prepareForSearch()
        }
        self.start = start
        baseline = try inputs.careful().posts
        place = LivePlace(
            nowMicros: inputs.instants[0], zone: inputs.zone, timeZone: inputs.timeZone,
            schools: try inputs.careful().schools)
    }

    /// Runs the threads and returns the figures; nothing is compared yet.
    package func measure() throws -> LiveReport {
        let published = LatestCopy(PublishedPosts(social: start))
        let readers = self.readers(of: published, LiveQuery.all)
        let writer = RunningThread { [options, payloads, start] in
            Self.write(payloads, to: start, published, options)
        }
        let written = writer.result()
        let read = readers.map { $0.result() }
        kept = read.flatMap(\.kept)
        let samples = read.flatMap(\.samples)
        let pages = samples.filter { !$0.query.isSearch }
        let atRest = samplesAtRest(published.read(\.social))
        return LiveReport(
            rows: start.posts.count, readers: options.readers, seed: options.seed, writer: try written.get(),
            pages: [Self.row("all pages", pages)]
                + LiveQuery.pageNames.map { name in
                    Self.row(name, pages.filter { $0.query.name == name })
                },
            pagesAtRest: Self.row("all pages at rest", atRest.filter { !$0.query.isSearch }),
            fixedLoop: Self.row("fixed loop", samples.map(\.loop)),
            fixedLoopAtRest: Self.row("fixed loop at rest", atRest.map(\.loop)),
            searches: Self.row("searches", samples.filter(\.query.isSearch)),
            searchesAtRest: Self.row("searches at rest", atRest.filter(\.query.isSearch)), compared: 0,
            comparedChanges: 0, differences: [])
    }

    /// Starts the readers, each of which requests pages of `queries`.
    private func readers(
        of published: LatestCopy<PublishedPosts>, _ queries: [LiveQuery]
    ) -> [RunningThread<Read>] {
        (0..<options.readers).map { number in
            RunningThread { [options, place] in
                Self.read(published, queries, number: number, options, place)
            }
        }
    }

    /// Returns the times of the same pages of posts that are compacted and do not change, by as many readers.
    private func samplesAtRest(_ social: SocialPosts) -> [ReadSample] {
        var social = social
        social.update { posts in
            posts.compact()
            posts.prepareForSearch()
        }
        let published = LatestCopy(PublishedPosts(social: social))
        let readers = self.readers(of: published, LiveQuery.all)
        usleep(UInt32(min(options.seconds / 2, 10) * 1e6))
        published.publish(PublishedPosts(social: social, isLast: true))
        return readers.flatMap { $0.result().samples }
    }

    /// Compares the kept pages with the baseline's and adds the result to a report.
    package func compare(into report: inout LiveReport) throws {
        report.differences = try BaselineReplay.differences(of: kept, from: baseline, payloads, place)
        report.compared = kept.count
        report.comparedChanges = Set(kept.map(\.changeNumber)).count
    }

    /// Returns the kernel's page of the posts before all changes, for tests.
    package func pageAtStart(_ query: LiveQuery) -> LivePageResult { query.page(of: start, place) }

    private static func row(_ name: String, _ samples: [ReadSample]) -> LiveReport.Row {
        row(name, samples.map(\.page))
    }

    private static func row(_ name: String, _ times: [ThreadTimes]) -> LiveReport.Row {
        LiveReport.Row(
            name: name, pages: times.count,
            processor: LiveReport.Times(times.map(\.processorNanoseconds)),
            wall: LiveReport.Times(times.map(\.wallNanoseconds)))
    }
}

/// The times of one page, and those of a loop after it.
private struct ReadSample {
    let query: LiveQuery
    let page: ThreadTimes
    /// The time of ``ReadersBesideWriter/runFixedLoop()``.
    let loop: ThreadTimes
}

/// The processor and wall time of some work on one thread.
private struct ThreadTimes {
    let processorNanoseconds: UInt64
    let wallNanoseconds: UInt64
}

extension ReadersBesideWriter {
    private struct Read: Sendable {
        var samples: [ReadSample] = []
        var kept: [KeptPage] = []
    }

    /// Requests pages, each followed by a fixed loop, until the writer has ended.
    ///
    /// The time of a page includes taking the latest copy and giving it up.
    private static func read(
        _ published: LatestCopy<PublishedPosts>, _ queries: [LiveQuery], number: Int, _ options: Options,
        _ place: LivePlace
    ) -> Read {
        var generator = SplitMix64(seed: options.seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
        var read = Read()
        read.samples.reserveCapacity(Int(options.seconds * 60_000))
        while true {
            let query = queries[Int.random(in: 0..<queries.count, using: &generator)]
            var page: LivePageResult?
            var changeNumber = 0
            let pageTimes = times {
                published.read { posts in
                    changeNumber = posts.changeNumber
                    if !posts.isLast { page = query.page(of: posts.social, place) }
                }
            }
            guard let page else { return read }
            let loopTimes = times { runFixedLoop() }
            read.samples.append(ReadSample(query: query, page: pageTimes, loop: loopTimes))
            if (read.samples.count - 1) % options.pagesPerComparison == 0 {
                read.kept.append(
                    KeptPage(query: query, result: page, changeNumber: changeNumber))
            }
        }
    }

    /// Applies each payload at its time, or at once if that has passed, until the seconds are over.
    private static func write(
        _ payloads: [RecordedPayload], to start: SocialPosts, _ published: LatestCopy<PublishedPosts>,
        _ options: Options
    ) -> Result<LiveReport.Writer, any Error> {
        var posts = PublishedPosts(social: start)
        defer {
            posts.isLast = true
            published.publish(posts)
        }
        return Result {
            var lags: [UInt64] = []
            lags.reserveCapacity(payloads.count)
            let begin = nanoseconds(CLOCK_MONOTONIC)
            let end = begin + UInt64(options.seconds * 1e9)
            for (number, payload) in payloads.enumerated() {
                let due = begin + UInt64(Double(number) / options.payloadsPerSecond * 1e9)
                let now = nanoseconds(CLOCK_MONOTONIC)
                if now >= end { break }
                if now < due { usleep(UInt32((due - now) / 1_000)) }
                try posts.social.update { _ = try $0.apply(realtime: payload.document) }
                posts.changeNumber = number + 1
                published.publish(posts)
                let done = nanoseconds(CLOCK_MONOTONIC)
                lags.append(done > due ? done - due : 0)
            }
            let last = nanoseconds(CLOCK_MONOTONIC)
            if last < end { usleep(UInt32((end - last) / 1_000)) }
            return LiveReport.Writer(
                wantedPerSecond: options.payloadsPerSecond, applied: lags.count,
                seconds: Double(nanoseconds(CLOCK_MONOTONIC) - begin) / 1e9, lag: LiveReport.Times(lags))
        }
    }

    /// Runs a loop of 20 to 40 µs that reads no memory: differences between its times come from the machine.
    @inline(never)
    private static func runFixedLoop() {
        var generator = SplitMix64(seed: 1)
        var sum: UInt64 = 0
        for _ in 0..<20_000 { sum &+= generator.next() }
        blackHole(sum)
    }

    private static func times(_ body: () -> Void) -> ThreadTimes {
        let wallStart = nanoseconds(CLOCK_MONOTONIC)
        let processorStart = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        body()
        let processor = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - processorStart
        return ThreadTimes(
            processorNanoseconds: processor, wallNanoseconds: nanoseconds(CLOCK_MONOTONIC) - wallStart)
    }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// A thread that returns a value.
private final class RunningThread<Value: Sendable>: @unchecked Sendable {
    // Sendable: `value` is written before `ended` is signaled and read after that.
    private var value: Value?
    private let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Value) {
        let thread = Thread { [self] in
            value = body()
            ended.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Waits for the thread to end; called once.
    func result() -> Value {
        ended.wait()
        guard let value else { preconditionFailure("the thread has ended without a value") }
        return value
    }
}
