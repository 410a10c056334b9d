import CompassKernel

/// The hashes of the ids and URLs of the posts of all chunks, by which a post that is in two chunks is noticed.
///
/// Up to 6,291,456 hashes, those of 3 million posts with a URL, are all kept, and every such post is noticed.
/// Beyond that, only the hashes below a limit are kept, and the limit is halved whenever there are too many:
/// about 3,145,728 or more remain, a uniform sample of all keys. If m posts of n with a URL are in two chunks, one
/// is then noticed with a probability of about 1 - (1 - 3,145,728 ÷ 2n)²ᵐ or more: of 28 million posts (20 GB) 27
/// suffice for 95 %. A key below the last limit is noticed in every order of the chunks; whether another one is,
/// before the limit falls below it, depends on the order.
///
/// Layout: a hash table with linear probing, of hashes and, in the same places, of the numbers of the first chunks
/// with them, 12 bytes a slot and 101 MB at most, half as much again while it grows or is halved. 0 is an empty
/// slot.
struct StreamedKeys {
    /// The slots of the largest table.
    static let maximumSlotCount = 1 << 23

    private let maximumSlotCount: Int
    private var hashes: [UInt64]
    private var chunks: [UInt32]
    private var count = 0
    /// The largest hash that is kept.
    private var largestHash = UInt64.max

    /// - Parameter maximumSlotCount: the slots of the largest table, a power of 2.
    init(maximumSlotCount: Int = StreamedKeys.maximumSlotCount) {
        self.maximumSlotCount = maximumSlotCount
        let slotCount = min(1 << 12, maximumSlotCount)
        hashes = [UInt64](repeating: 0, count: slotCount)
        chunks = [UInt32](repeating: 0, count: slotCount)
    }

    /// Adds the keys of the posts of a chunk.
    ///
    /// - Returns: another chunk with the id or the URL of one of them; nil if there is none, or it is not noticed.
    mutating func insert(_ posts: PostTable, chunk: UInt32) -> UInt32? {
        var other: UInt32?
        posts.forEachKeyHash { hash in
            if let found = insert(hash, chunk: chunk) { other = min(other ?? found, found) }
        }
        return other
    }

    /// Adds a hash; returns another chunk that has it.
    mutating func insert(_ hash: UInt64, chunk: UInt32) -> UInt32? {
        if hash > largestHash { return nil }
        let hash = max(hash, 1)
        var slot = Int(truncatingIfNeeded: hash) & (hashes.count - 1)
        while hashes[slot] != 0 {
            if hashes[slot] == hash {
                let other = chunks[slot]
                // Chunks come in any order, and messages name the first one.
                chunks[slot] = min(other, chunk)
                return other == chunk ? nil : other
            }
            slot = (slot + 1) & (hashes.count - 1)
        }
        hashes[slot] = hash
        chunks[slot] = chunk
        count += 1
        // Three quarters: longer probes would cost more than the memory is worth.
        if count > hashes.count / 4 * 3 {
            if hashes.count < maximumSlotCount { grow() } else { halve() }
        }
        return nil
    }

    private mutating func grow() {
        let (kept, chunksOfKept) = (hashes, chunks)
        hashes = [UInt64](repeating: 0, count: kept.count * 2)
        chunks = [UInt32](repeating: 0, count: kept.count * 2)
        count = 0
        for slot in kept.indices where kept[slot] != 0 { _ = insert(kept[slot], chunk: chunksOfKept[slot]) }
    }

    /// Halves the limit, and leaves out what is above it, in the same memory.
    private mutating func halve() {
        largestHash /= 2
        var (kept, chunksOfKept): ([UInt64], [UInt32]) = ([], [])
        kept.reserveCapacity(hashes.count / 2)
        chunksOfKept.reserveCapacity(hashes.count / 2)
        for slot in hashes.indices where hashes[slot] != 0 {
            if hashes[slot] <= largestHash {
                kept.append(hashes[slot])
                chunksOfKept.append(chunks[slot])
            }
            hashes[slot] = 0
        }
        count = 0
        for (hash, chunk) in zip(kept, chunksOfKept) { _ = insert(hash, chunk: chunk) }
    }
}
