import CZlib

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Documents that were compressed with gzip (RFC 1952): one member, or several one after the other.
enum Gzip {
    /// Why a document cannot be unpacked.
    enum Problem: Error, Hashable {
        /// The bytes are not what gzip writes, or a checksum is wrong.
        case damaged(byteOffset: Int)
        /// The document ends too early.
        case truncated(byteCount: Int)
        /// What is in it has no room.
        case tooLarge(limit: Int)

        /// What is wrong, for people.
        var reason: String {
            switch self {
            case .damaged(let byteOffset): "damaged gzip data at byte \(byteOffset) of the compressed file"
            case .truncated(let byteCount):
                "gzip data end too early, at byte \(byteCount) of the compressed file"
            case .tooLarge(let limit):
                "unpacked it is larger than \(DisplayText.grouped(limit / 1_000_000)) MB, half of the memory here"
            }
        }
    }

    /// The most that an unpacked document may take: half of the machine's memory, as its rows need room, too.
    static var defaultLimit: Int { OperatingSystem.physicalByteCount / 2 }

    /// Whether bytes begin as all that gzip writes does.
    static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b
    }

    /// Unpacks a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole compressed document.
    ///   - limit: the most bytes that the unpacked one may have.
    static func unpack(
        _ bytes: UnsafeRawBufferPointer, limit: Int = defaultLimit
    ) throws(Problem) -> UnpackedBytes {
        // No byte of deflate stands for more than this many.
        let mostPerByte = 1_032
        // The last member ends with its size, modulo 2^32: mostly that of the whole document.
        let told =
            bytes.count >= 18
            ? Int(
                UInt32(
                    littleEndian: bytes.loadUnaligned(
                        fromByteOffset: bytes.count - 4, as: UInt32.self))) : 0
        let (most, _) = bytes.count.multipliedReportingOverflow(by: mostPerByte)
        let unpacked = UnpackedBytes()
        // One byte more than fits tells that the end has been reached without another round.
        guard unpacked.grow(to: max(4_096, min(told + 1, max(most, 0), limit + 1))) else {
            throw .tooLarge(limit: limit)
        }
        try Inflation(bytes, into: unpacked, limit: limit).run()
        return unpacked
    }
}

/// The bytes of an unpacked document, in memory whose want is an error instead of the end of the process.
final class UnpackedBytes {
    fileprivate var base: UnsafeMutableRawPointer?
    fileprivate var capacity = 0
    fileprivate(set) var count = 0

    deinit { free(base) }

    fileprivate func grow(to capacity: Int) -> Bool {
        guard let larger = realloc(base, capacity) else { return false }
        base = larger
        self.capacity = capacity
        return true
    }

    /// Calls `body` with the bytes, which are there until it returns.
    func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        // SAFETY: the first `count` bytes have been written, and live as long as this object.
        return try body(
            UnsafeBufferPointer(start: base?.assumingMemoryBound(to: UInt8.self), count: count))
    }
}

/// One run of zlib over a document.
private struct Inflation {
    /// zlib counts in 32 bits.
    private static let longestRun = 1 << 30
    private let source: UnsafeRawBufferPointer
    private let target: UnpackedBytes
    private let limit: Int

    init(_ source: UnsafeRawBufferPointer, into target: UnpackedBytes, limit: Int) {
        self.source = source
        self.target = target
        self.limit = limit
    }

    func run() throws(Gzip.Problem) {
        var stream = z_stream()
        // 16 asks for gzip's head and checksum, 15 for the largest window.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, size) == Z_OK else {
            throw .tooLarge(limit: limit)
        }
        defer { inflateEnd(&stream) }
        var place = 0
        while true {
            let status = try step(&stream, &place)
            switch status {
            case Z_OK, Z_BUF_ERROR:
                if target.count == target.capacity {
                    try makeRoom()
                } else if place == source.count {
                    throw .truncated(byteCount: source.count)
                }
            case Z_STREAM_END:
                // Zeros after the last member are padding, of a tape for example.
                if source[place...].allSatisfy({ $0 == 0 }) { return try checkSize() }
                guard inflateReset(&stream) == Z_OK else { throw .damaged(byteOffset: place) }
            case Z_MEM_ERROR: throw .tooLarge(limit: limit)
            default: throw .damaged(byteOffset: place)
            }
        }
    }

    /// Unpacks as much as there is room for.
    private func step(_ stream: inout z_stream, _ place: inout Int) throws(Gzip.Problem) -> Int32 {
        let given = min(source.count - place, Self.longestRun)
        let room = min(target.capacity - target.count, Self.longestRun)
        // SAFETY: zlib reads `given` bytes from the place on and writes at most `room`, which is what is left.
        stream.next_in = UnsafeMutablePointer(
            mutating: source.baseAddress?.advanced(by: place).assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(given)
        stream.next_out = target.base?.advanced(by: target.count).assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(room)
        let status = inflate(&stream, Z_NO_FLUSH)
        place += given - Int(stream.avail_in)
        target.count += room - Int(stream.avail_out)
        return status
    }

    private func makeRoom() throws(Gzip.Problem) {
        try checkSize()
        guard target.grow(to: min(2 * target.capacity, limit + 1)) else { throw .tooLarge(limit: limit) }
    }

    private func checkSize() throws(Gzip.Problem) {
        if target.count > limit { throw .tooLarge(limit: limit) }
    }
}
