import CompassProgram
import CompassSynthesis

/// The progress of `compass save` on a terminal: reading, building the search index, writing.
struct SaveProgress {
    private static let steps = 100

    private var bar = ProgressBar(total: Self.steps)
    /// The steps that reading takes, and those up to writing.
    private let readingEnd: Int
    private let writingStart: Int
    private var byteCount = 1
    private var writtenCount = 0

    /// - Parameter hasSearchIndex: whether a search index is built, which takes longer than the rest.
    init(hasSearchIndex: Bool) {
        readingEnd = hasSearchIndex ? 20 : 50
        writingStart = hasSearchIndex ? 75 : 50
    }

    mutating func showReading(_ table: SynthesisTable, number: Int, of count: Int) {
        bar.show(readingEnd * number / max(count, 1), label: "reading \(table.rawValue)")
    }

    mutating func showIndexing() { bar.show(readingEnd, label: "building the search index") }

    /// Begins the last part.
    ///
    /// - Parameter byteCount: about how many bytes will be written.
    mutating func beginWriting(byteCount: Int) {
        self.byteCount = max(1, byteCount)
        bar.show(writingStart, label: "writing")
    }

    /// Shows that more bytes were written.
    mutating func showWriting(_ byteCount: Int) {
        writtenCount += byteCount
        let share = min(1, Double(writtenCount) / Double(self.byteCount))
        let step = writingStart + Int(share * Double(Self.steps - writingStart))
        bar.show(step, label: writtenCount < self.byteCount ? "writing" : "waiting for the disk")
    }

    func clear() { bar.clear() }
}
