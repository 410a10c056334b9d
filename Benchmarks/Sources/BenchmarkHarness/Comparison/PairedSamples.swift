import Foundation

/// Samples of two builds, by round, pair and case.
struct PairedSamples {
    private var old: [[[Double]]] = []
    private var new: [[[Double]]] = []

    /// Adds a round: for each build, one sample of every case for each pair.
    mutating func append(_ round: (old: [[Double]], new: [[Double]])) {
        precondition(round.old.count == round.new.count, "samples that are no pairs")
        old.append(round.old)
        new.append(round.new)
    }

    /// Returns the ratios new ÷ old of one case, by round.
    func ratios(ofCase position: Int) -> [[Double]] {
        zip(old, new).map { old, new in zip(old, new).map { $1[position] / $0[position] } }
    }

    /// The geometric means of the ratios of all cases, by round; no case weighs more because it takes longer.
    var ratios: [[Double]] {
        zip(old, new).map { old, new in zip(old, new).map(Self.geometricMeanOfRatios) }
    }

    private static func geometricMeanOfRatios(_ old: [Double], _ new: [Double]) -> Double {
        var sumOfLogarithms = 0.0
        for (old, new) in zip(old, new) { sumOfLogarithms += log(new / old) }
        return exp(sumOfLogarithms / Double(old.count))
    }

    /// The medians of all pairs' times, each the mean of its cases.
    var medianNanoseconds: (old: Double, new: Double) {
        func median(_ rounds: [[[Double]]]) -> Double {
            let pairs: [[Double]] = rounds.flatMap(\.self)
            return SampleStatistics.median(of: pairs.map { $0.reduce(0, +) / Double($0.count) })
        }
        return (median(old), median(new))
    }

    /// The total number of pairs.
    var count: Int { old.reduce(0) { $0 + $1.count } }
}
