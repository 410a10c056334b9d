import CompassKernel
import CompassProgram

/// A document that cannot be mapped, such as a pipe or a compressed file, in chunks of whole lines.
package final class LineStream {
    /// Consecutive lines of a document.
    package struct Chunk: Sendable {
        /// The lines; all but the first chunk begin with the line break before them.
        package let bytes: [UInt8]
        /// The number of bytes of the document before them.
        package let byteOffset: Int
        /// The number of line breaks before them.
        package let lineOffset: Int
        /// Whether the document ends here.
        package let isLast: Bool
    }

    private static let readByteCount = 1 << 20
    /// A longer line is no row: the memory of a stream is bounded.
    private static let maximumLineByteCount = 64 << 20

    private let name: String
    private let descriptor: Int32
    private let gzip: GzipStream?
    /// Bytes that were read and are in no chunk yet.
    private var rest: [UInt8] = []
    private var byteOffset = 0
    private var lineOffset = 0
    private var isAtEnd = false
    private var plainByteCount = 0

    /// The number of bytes of the file that were read.
    package var fileByteCount: Int { gzip?.packedByteCount ?? plainByteCount }

    /// Opens a file, or standard input.
    ///
    /// - Parameters:
    ///   - path: the file's path; nil for standard input.
    ///   - name: the document's name in messages.
    package init(path: String?, name: String) throws(Failure) {
        self.name = name
        let descriptor: Int32
        let start: [UInt8]
        do throws(OperatingSystem.CallFailure) {
            if let path {
                descriptor = try OperatingSystem.openForReading(path)
            } else {
                descriptor = OperatingSystem.standardInput
            }
            start = try Self.mark(of: descriptor)
        } catch {
            throw Self.unreadable(name, error)
        }
        self.descriptor = descriptor
        guard start.withUnsafeBytes(Gzip.isPacked) else {
            gzip = nil
            rest = start
            plainByteCount = start.count
            return
        }
        gzip = GzipStream(startingWith: start) { (buffer) throws(OperatingSystem.CallFailure) in
            try OperatingSystem.readSome(descriptor, into: buffer)
        }
        if gzip == nil { throw Failure(.software, "\(name): memory is exhausted") }
    }

    /// Returns the first two bytes, by which a compressed document is told.
    private static func mark(of descriptor: Int32) throws(OperatingSystem.CallFailure) -> [UInt8] {
        var mark: [UInt8] = []
        // Bytes of a pipe may come one by one.
        while mark.count < 2 {
            var bytes = [UInt8](repeating: 0, count: 2 - mark.count)
            let count = try bytes.fill { (buffer) throws(OperatingSystem.CallFailure) in
                try OperatingSystem.readSome(descriptor, into: buffer)
            }
            if count == 0 { break }
            mark += bytes.prefix(count)
        }
        return mark
    }

    deinit {
        if descriptor != OperatingSystem.standardInput { try? OperatingSystem.closeFile(descriptor) }
    }

    /// Returns the next lines, of at least the given size unless they are the last; nil after those. The first
    /// chunk may be empty.
    package func next(byteCount: Int) throws(Failure) -> Chunk? {
        if isAtEnd { return nil }
        var bytes = rest
        rest = []
        bytes.reserveCapacity(byteCount + 2 * Self.readByteCount)
        var read = [UInt8](repeating: 0, count: Self.readByteCount)
        // The first byte may be the line break before these lines.
        var searchedCount = 1
        while true {
            let count = try fill(&read)
            if count == 0 {
                isAtEnd = true
                return take(bytes, isLast: true)
            }
            bytes += read[..<count]
            guard bytes.count >= byteCount else { continue }
            if let lineBreak = bytes[searchedCount...].lastIndex(of: 0x0a) {
                rest = Array(bytes[lineBreak...])
                bytes.removeSubrange((lineBreak + 1)...)
                return take(bytes, isLast: false)
            }
            searchedCount = bytes.count
            guard bytes.count < byteCount + Self.maximumLineByteCount else { throw lineFailure }
        }
    }

    /// Returns a chunk with all lines that follow it; nil if there are more bytes than that.
    package func extended(_ chunk: Chunk, upTo maximumByteCount: Int) throws(Failure) -> Chunk? {
        var bytes = chunk.bytes
        while bytes.count <= maximumByteCount, let next = try next(byteCount: Self.readByteCount) {
            // It begins with the line break at the end of those before.
            bytes += next.bytes.dropFirst()
        }
        guard isAtEnd, bytes.count <= maximumByteCount else { return nil }
        return Chunk(
            bytes: bytes, byteOffset: chunk.byteOffset, lineOffset: chunk.lineOffset, isLast: true)
    }

    private var lineFailure: Failure {
        Failure(
            .malformedData,
            "\(name): a line of more than \(Self.maximumLineByteCount >> 20) MB; NDJSON has a row in each line, and "
                + "a JSON array is read in chunks only from an uncompressed file named *.json")
    }

    private func take(_ bytes: [UInt8], isLast: Bool) -> Chunk {
        let chunk = Chunk(bytes: bytes, byteOffset: byteOffset, lineOffset: lineOffset, isLast: isLast)
        // The line break at the end begins the next chunk, too.
        byteOffset += bytes.count - 1
        lineOffset += bytes.dropLast().count { $0 == 0x0a }
        return chunk
    }

    private func fill(_ bytes: inout [UInt8]) throws(Failure) -> Int {
        guard let gzip else {
            do throws(OperatingSystem.CallFailure) {
                let descriptor = descriptor
                let count = try bytes.fill { (buffer) throws(OperatingSystem.CallFailure) in
                    try OperatingSystem.readSome(descriptor, into: buffer)
                }
                plainByteCount += count
                return count
            } catch {
                throw Self.unreadable(name, error)
            }
        }
        do throws(GzipStream.Failure) {
            return try bytes.fill { (buffer) throws(GzipStream.Failure) in try gzip.read(into: buffer) }
        } catch {
            switch error {
            case .gzip(let problem): throw Failure(ReadError.gzip(problem), source: name)
            case .call(let call): throw Self.unreadable(name, call)
            }
        }
    }

    private static func unreadable(_ name: String, _ error: OperatingSystem.CallFailure) -> Failure {
        Failure(.noInput, "\(name): cannot be read: \(error.reason)")
    }
}

extension [UInt8] {
    /// Calls `body` to write bytes; returns what it does.
    fileprivate mutating func fill<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        let outcome = withUnsafeMutableBytes { buffer in
            Result { () throws(Failure) in try body(buffer) }
        }
        return try outcome.get()
    }
}
