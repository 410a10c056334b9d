import CCompass
import CompassKernel

/// The batches that an exported stream has not handed out yet.
final class ArrowStreamContents {
    private let batches: [ArrowBatch]
    private var next = 0

    /// Exports batches of equal types; at least one is required.
    static func export(_ batches: [ArrowBatch], to stream: UnsafeMutablePointer<ArrowArrayStream>) {
        stream.initialize(
            to: ArrowArrayStream(
                get_schema: getArrowSchema, get_next: getNextArrowArray, get_last_error: getLastArrowError,
                release: releaseArrowStream,
                private_data: Unmanaged.passRetained(ArrowStreamContents(batches)).toOpaque()))
    }

    private init(_ batches: [ArrowBatch]) { self.batches = batches }

    fileprivate static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ArrowStreamContents? {
        guard let stream, stream.pointee.release != nil, let contents = stream.pointee.private_data else {
            return nil
        }
        return Unmanaged<ArrowStreamContents>.fromOpaque(contents).takeUnretainedValue()
    }

    fileprivate func writeSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
        ArrowSchemaContents.export(batches[0], to: schema)
    }

    /// Writes the next batch, or an array without a release callback after the last one.
    fileprivate func writeNext(to array: UnsafeMutablePointer<ArrowArray>) {
        array.initialize(to: ArrowArray())
        guard next < batches.count else { return }
        ArrowArrayContents.export(batches[next], to: array)
        next += 1
    }
}

/// The result of the callbacks for a stream that was released: the system's code for an invalid argument.
private let invalidArgument: CInt = 22

private func getArrowSchema(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ schema: UnsafeMutablePointer<ArrowSchema>?
) -> CInt {
    guard let contents = ArrowStreamContents.of(stream), let schema else { return invalidArgument }
    contents.writeSchema(to: schema)
    return 0
}

private func getNextArrowArray(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ array: UnsafeMutablePointer<ArrowArray>?
) -> CInt {
    guard let contents = ArrowStreamContents.of(stream), let array else { return invalidArgument }
    contents.writeNext(to: array)
    return 0
}

private func getLastArrowError(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> UnsafePointer<CChar>? {
    nil
}

/// The release callback of exported streams. A struct that was released or moved is ignored.
private func releaseArrowStream(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) {
    guard let stream, stream.pointee.release != nil, let contents = stream.pointee.private_data else {
        return
    }
    stream.pointee.release = nil
    stream.pointee.private_data = nil
    Unmanaged<ArrowStreamContents>.fromOpaque(contents).release()
}
