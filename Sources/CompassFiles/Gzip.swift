import CZlib
import CompassProgram

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Decompression of gzip documents (RFC 1952): one member, or several one after the other.
package enum Gzip {
    /// The reason why a document cannot be decompressed.
    package enum Problem: Error, Hashable {
        /// The bytes are not valid gzip data, or a checksum is wrong.
        case damaged(byteOffset: Int)
        /// The document ends too early.
        case truncated(byteCount: Int)
        /// The content does not fit.
        case tooLarge(limit: Int)

        /// The error message, for people.
        package var reason: String {
            switch self {
            case .damaged(let byteOffset): "damaged gzip data at byte \(byteOffset) of the compressed file"
            case .truncated(let byteCount):
                "gzip data end too early, at byte \(byteCount) of the compressed file"
            case .tooLarge(let limit):
                "unpacked it is larger than \(DisplayText.grouped(limit / 1_000_000)) MB, half of the memory here"
            }
        }
    }

    /// The maximum size of a decompressed document: half of the machine's memory, since its rows also require
    /// space.
    package static var defaultLimit: Int { OperatingSystem.physicalByteCount / 2 }

    /// Returns whether bytes begin like a gzip file.
    package static func isPacked(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b
    }

    /// Decompresses a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole compressed document.
    ///   - limit: the maximum size of the decompressed document in bytes.
    package static func unpack(
        _ bytes: UnsafeRawBufferPointer, limit: Int = defaultLimit
    ) throws(Problem) -> UnpackedBytes {
        // One byte of deflate expands to at most this many.
        let mostPerByte = 1_032
        // The last member ends with its size, modulo 2^32, which is usually that of the whole document.
        let told =
            bytes.count >= 18
            ? Int(
                UInt32(
                    littleEndian: bytes.loadUnaligned(
                        fromByteOffset: bytes.count - 4, as: UInt32.self))) : 0
        let (most, _) = bytes.count.multipliedReportingOverflow(by: mostPerByte)
        let unpacked = UnpackedBytes()
        // With one spare byte, the end is detected without another round.
        guard unpacked.grow(to: max(4_096, min(told + 1, max(most, 0), limit + 1))) else {
            throw .tooLarge(limit: limit)
        }
        try Inflation(bytes, into: unpacked, limit: limit).run()
        return unpacked
    }
}

/// The bytes of a decompressed document, in memory whose exhaustion is an error instead of a crash.
package final class UnpackedBytes {
    fileprivate var base: UnsafeMutableRawPointer?
    fileprivate var capacity = 0
    package fileprivate(set) var count = 0

    deinit { free(base) }

    fileprivate func grow(to capacity: Int) -> Bool {
        guard let larger = realloc(base, capacity) else { return false }
        base = larger
        self.capacity = capacity
        return true
    }

    /// Calls `body` with the bytes, which are valid until it returns.
    package func withBytes<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        // SAFETY: the first `count` bytes are initialized, and live as long as this object.
        return try body(
            UnsafeBufferPointer(start: base?.assumingMemoryBound(to: UInt8.self), count: count))
    }
}

/// One run of zlib over a document.
private struct Inflation {
    /// The maximum size per call: zlib counts in 32 bits.
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
        // 16 selects gzip's header and checksum, 15 the largest window.
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
                // Zeros after the last member are padding, for example from a tape.
                if source[place...].allSatisfy({ $0 == 0 }) { return try checkSize() }
                guard inflateReset(&stream) == Z_OK else { throw .damaged(byteOffset: place) }
            case Z_MEM_ERROR: throw .tooLarge(limit: limit)
            default: throw .damaged(byteOffset: place)
            }
        }
    }

    /// Decompresses as much as fits.
    private func step(_ stream: inout z_stream, _ place: inout Int) throws(Gzip.Problem) -> Int32 {
        let given = min(source.count - place, Self.longestRun)
        let room = min(target.capacity - target.count, Self.longestRun)
        // SAFETY: zlib reads `given` bytes from the current place and writes at most `room`; both are limited
        // to the remaining bytes.
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

/// Decompression of a gzip document that is read meanwhile: one member, or several one after the other.
package final class GzipStream {
    private static let inputByteCount = 1 << 18

    private let refill: (UnsafeMutableRawBufferPointer) throws(OperatingSystem.CallFailure) -> Int
    // zlib compares the address of a stream with that of its start.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var isBetweenMembers = false
    private var isPadded = false
    private var isAtEnd = false
    /// The number of compressed bytes that were read.
    package private(set) var packedByteCount = 0

    /// - Parameters:
    ///   - start: the first bytes of the document, which were already read.
    ///   - refill: reads the bytes that follow; returns their number, 0 at the end.
    /// - Returns: nil when memory is exhausted.
    package init?(
        startingWith start: [UInt8],
        _ refill: @escaping (UnsafeMutableRawBufferPointer) throws(OperatingSystem.CallFailure) -> Int
    ) {
        self.refill = refill
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        input = .allocate(byteCount: max(Self.inputByteCount, start.count), alignment: 16)
        input.copyBytes(from: start)
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(start.count)
        packedByteCount = start.count
        // 16 selects gzip's header and checksum, 15 the largest window.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, 16 + 15, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Reads decompressed bytes into a buffer; returns their number, 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while !isAtEnd {
            if stream.pointee.avail_in == 0 { try fill() }
            if stream.pointee.avail_in == 0 {
                isAtEnd = true
                if isBetweenMembers { return 0 }
                throw Failure(.truncated(byteCount: packedByteCount))
            }
            if isBetweenMembers {
                skipPadding()
                if stream.pointee.avail_in == 0 { continue }
                guard !isPadded, inflateReset(stream) == Z_OK else { throw damage }
                isBetweenMembers = false
            }
            // SAFETY: zlib writes at most as many bytes as the buffer has.
            stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(clamping: buffer.count)
            let status = inflate(stream, Z_NO_FLUSH)
            let count = Int(UInt32(clamping: buffer.count) - stream.pointee.avail_out)
            switch status {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isBetweenMembers = true
            default: throw damage
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// What ``read(into:)`` throws.
    package enum Failure: Error {
        case gzip(Gzip.Problem)
        case call(OperatingSystem.CallFailure)

        fileprivate init(_ problem: Gzip.Problem) { self = .gzip(problem) }
    }

    private var damage: Failure {
        Failure(.damaged(byteOffset: packedByteCount - Int(stream.pointee.avail_in)))
    }

    private func fill() throws(Failure) {
        do throws(OperatingSystem.CallFailure) {
            let count = try refill(input)
            stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(count)
            packedByteCount += count
        } catch {
            throw .call(error)
        }
    }

    /// Skips zeros after a member, which are padding, for example from a tape.
    private func skipPadding() {
        // SAFETY: the input has as many bytes left as zlib says.
        while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
            stream.pointee.next_in += 1
            stream.pointee.avail_in -= 1
            isPadded = true
        }
    }
}

extension Gzip {
    /// Compresses bytes with the least effort; nil when memory is exhausted.
    ///
    /// - Complexity: O(b) for b bytes.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 16 selects gzip's header and checksum, 15 the largest window, 8 the ordinary share of memory.
        let status = deflateInit2_(
            &stream, 1, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        // Both counts are 32 bits wide.
        guard let inputCount = UInt32(exactly: bytes.count),
            let limit = UInt32(exactly: deflateBound(&stream, uLong(bytes.count)))
        else { return nil }
        var isWhole = false
        let packed = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Int(limit)) { output, count in
                // SAFETY: zlib reads the input's bytes and writes at most as many as the output has.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = inputCount
                stream.next_out = output.baseAddress
                stream.avail_out = limit
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = Int(limit - stream.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}
