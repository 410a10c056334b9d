import BenchmarkHarness
import CompassKernel

/// Merges of partial answers from their bytes, in several orders and groupings.
package enum PartialMerges {
    /// Returns the merge of all answers as an engine's driver makes it: all are read, then merged.
    package static func flat(_ partials: [[UInt8]]) throws -> PartialAnswer {
        let answers = try partials.map { try PartialAnswer(bytes: $0) }
        guard let merged = try PartialAnswer.merging(answers) else {
            throw CheckFailure("there is no partial answer")
        }
        return merged
    }

    /// Returns the merge of groups, whose answers become bytes and are merged again.
    package static func inTwoLevels(_ partials: [[UInt8]], groupSize: Int) throws -> PartialAnswer {
        try flat(
            try stride(from: 0, to: partials.count, by: groupSize).map { first in
                try flat(Array(partials[first..<min(first + groupSize, partials.count)])).bytes
            })
    }

    /// Returns the merge of one answer after the other into the first.
    package static func oneByOne(_ partials: [[UInt8]]) throws -> PartialAnswer {
        guard let first = partials.first else { throw CheckFailure("there is no partial answer") }
        var merged = try PartialAnswer(bytes: first)
        for bytes in partials.dropFirst() { try merged.merge(try PartialAnswer(bytes: bytes)) }
        return merged
    }

    /// The answers in groups of about as many as there are groups.
    package static func groupSize(of count: Int) -> Int {
        max(Int(Double(count).squareRoot().rounded(.up)), 1)
    }

    /// Merges in several orders and groupings, and throws unless all have the same bytes.
    ///
    /// - Parameters:
    ///   - partials: the answers of all shards.
    ///   - seed: the seed of the shuffled orders.
    /// - Returns: the merged bytes, and how many merges were compared.
    package static func checked(_ partials: [[UInt8]], seed: UInt64) throws -> (bytes: [UInt8], merges: Int) {
        var random = SplitMix64(seed: seed)
        let orders = [
            ("ascending", partials), ("descending", Array(partials.reversed())),
            ("shuffled", partials.shuffled(using: &random)),
            ("shuffled again", partials.shuffled(using: &random)),
        ]
        let expected = try flat(partials).bytes
        var merges = 0
        for (name, order) in orders {
            let results = [
                ("flat", try flat(order)), ("one by one", try oneByOne(order)),
                ("in two levels", try inTwoLevels(order, groupSize: groupSize(of: order.count))),
            ]
            for (grouping, result) in results {
                try CheckFailure.unless(
                    result.bytes == expected, "merged \(grouping), \(name), seed \(seed): other bytes")
                merges += 1
            }
        }
        return (expected, merges)
    }
}
