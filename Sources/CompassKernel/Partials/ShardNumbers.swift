/// The numbers of the shards whose rows a partial answer contains.
struct ShardNumbers: Hashable, Sendable {
    /// A driver merges a thousand partial answers, and at most that many times as many.
    static let maximumCount = 1 << 20

    /// Ascending.
    private(set) var numbers: [UInt32] = []

    init() {}

    init(_ shard: UInt32) { numbers = [shard] }

    func contains(_ shard: UInt32) -> Bool {
        let place = numbers.indices.partitioningIndex { numbers[$0] >= shard }
        return place < numbers.count && numbers[place] == shard
    }

    mutating func merge(_ other: ShardNumbers) throws(PartialAnswerError) {
        numbers = try numbers.merging(other.numbers, by: <) {
            (shard: inout UInt32, _) throws(PartialAnswerError) in throw .repeatedShard(shard)
        }
        // Bytes of more of them could not be read.
        guard numbers.count <= Self.maximumCount else {
            throw .notMergeable(
                reason: "the partial answers are of more than \(Self.maximumCount) shards; make shards larger"
            )
        }
    }
}

extension PartialWriter {
    /// Writes runs of consecutive numbers: the distance from the end of the previous run, and the length
    /// minus 1.
    mutating func shards(_ shards: ShardNumbers) {
        var runs: [ClosedRange<UInt32>] = []
        for shard in shards.numbers {
            if let last = runs.last, last.upperBound + 1 == shard {
                runs[runs.count - 1] = last.lowerBound...shard
            } else {
                runs.append(shard...shard)
            }
        }
        var next: UInt64 = 0
        list(runs) { writer, run in
            writer.number(UInt64(run.lowerBound) - next)
            writer.number(UInt64(run.upperBound - run.lowerBound))
            next = UInt64(run.upperBound) + 1
        }
    }
}

extension PartialReader {
    mutating func shards() throws(PartialAnswerError) -> ShardNumbers {
        var shards = ShardNumbers()
        var next: UInt64 = 0
        for _ in 0..<(try count()) {
            let (distance, length) = (try number32(), try number32())
            let first = next + UInt64(distance)
            let last = first + UInt64(length)
            guard last <= UInt64(UInt32.max),
                UInt64(shards.numbers.count) + UInt64(length) < UInt64(ShardNumbers.maximumCount)
            else { throw damaged("too many shards") }
            shards.append(UInt32(first)...UInt32(last))
            next = last + 1
        }
        return shards
    }
}

extension ShardNumbers {
    /// Adds numbers that are larger than all others.
    fileprivate mutating func append(_ run: ClosedRange<UInt32>) { numbers.append(contentsOf: run) }
}
