/// The hash function SHA-256 of FIPS 180-4, over bytes that arrive in chunks.
///
///     var hash = SHA256()
///     hash.update("abc".utf8)
///     hash.finalize()  // "ba7816bf…15ad"
public struct SHA256: Sendable {
    private static let blockByteCount = 64

    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]

    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    private var byteCount: UInt64 = 0
    /// The bytes since the last complete block, fewer than a block.
    private var pending: [UInt8] = []

    /// Starts the hash of the empty text.
    public init() {}

    /// Appends bytes to the hashed text.
    ///
    /// - Complexity: O(n) in their number.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            update(UnsafeRawBufferPointer(buffer))
        }
        if done == nil { Array(bytes).withUnsafeBytes { buffer in update(buffer) } }
    }

    /// Appends bytes to the hashed text.
    ///
    /// - Complexity: O(n) in their number.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(Self.blockByteCount - pending.count)
            pending.append(contentsOf: missing)
            rest = rest.dropFirst(missing.count)
            guard pending.count == Self.blockByteCount else { return }
            let block = pending
            block.withUnsafeBytes { buffer in compress(buffer) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.count / Self.blockByteCount * Self.blockByteCount
        compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
        pending.append(contentsOf: rest.dropFirst(whole))
    }

    /// Returns the hash of all bytes so far, as 64 lower-case hexadecimal digits.
    public func finalize() -> String {
        var last = self
        let padding = (119 - pending.count) % Self.blockByteCount
        let bitCount = byteCount * 8
        last.update([0x80] + [UInt8](repeating: 0, count: padding))
        last.update((0..<8).map { index in UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * index)) })
        let words = [
            last.state.0, last.state.1, last.state.2, last.state.3, last.state.4, last.state.5, last.state.6,
            last.state.7,
        ]
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Folds complete blocks into the state.
    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        guard let start = blocks.baseAddress, !blocks.isEmpty else { return }
        Self.roundConstants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                // SAFETY: both buffers have 64 words and every index below is under 64; `start` has at least
                // the complete blocks that the stride visits.
                let constant = constants.baseAddress.unsafelyUnwrapped
                let word = schedule.baseAddress.unsafelyUnwrapped
                for offset in stride(from: 0, to: blocks.count, by: Self.blockByteCount) {
                    Self.expand(start + offset, into: word)
                    Self.rounds(&state, schedule: word, constants: constant)
                }
            }
        }
    }

    @inline(__always)
    private static func expand(_ block: UnsafeRawPointer, into word: UnsafeMutablePointer<UInt32>) {
        for index in 0..<16 {
            word[index] = UInt32(
                bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let early = word[index &- 15]
            let late = word[index &- 2]
            let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
            let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
            word[index] = word[index &- 16] &+ sigma0 &+ word[index &- 7] &+ sigma1
        }
    }

    @inline(__always)
    private static func rounds(
        _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32),
        schedule: UnsafeMutablePointer<UInt32>, constants: UnsafePointer<UInt32>
    ) {
        var (a, b, c, d, e, f, g, h) = state
        for round in 0..<64 {
            let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ constants[round] &+ schedule[round]
            let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sum0 &+ majority)
        }
        state.0 &+= a
        state.1 &+= b
        state.2 &+= c
        state.3 &+= d
        state.4 &+= e
        state.5 &+= f
        state.6 &+= g
        state.7 &+= h
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }
}
