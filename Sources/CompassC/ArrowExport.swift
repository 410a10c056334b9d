import CCompass
import CompassKernel

/// The destination of an export: two structs of the caller, which remain empty until both can be filled.
struct ArrowDestination {
    private let schema: UnsafeMutablePointer<ArrowSchema>
    private let array: UnsafeMutablePointer<ArrowArray>

    /// Empties the structs.
    init(
        _ schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?
    ) throws(CallFailure) {
        schema?.initialize(to: ArrowSchema())
        array?.initialize(to: ArrowArray())
        guard let schema else { throw .nullPointer("schema") }
        guard let array else { throw .nullPointer("array") }
        self.schema = schema
        self.array = array
    }

    /// Fills the structs.
    func write(_ batch: ArrowBatch) {
        ArrowSchemaContents.export(batch, to: schema)
        ArrowArrayContents.export(batch, to: array)
    }
}

extension CallFailure {
    /// Creates the failure for columns that cannot be exported or read.
    init(_ error: ArrowError) {
        switch error {
        case .unsupported(let text): self.init(COMPASS_UNSUPPORTED, text)
        case .malformed(let text): self.init(COMPASS_MALFORMED_DATA, "\(text); nothing was loaded")
        case .tooLarge(let text): self.init(COMPASS_TOO_LARGE, text)
        }
    }
}

/// The memory that an exported schema points to, except its children's: the schema and each child can be
/// moved.
final class ArrowSchemaContents {
    private let format: UnsafeMutablePointer<CChar>
    private let name: UnsafeMutablePointer<CChar>
    private let metadata: UnsafeMutablePointer<CChar>?
    private let children: ArrowChildren<ArrowSchema>
    private let dictionary: ArrowChildren<ArrowSchema>

    /// Exports a struct with the columns of a batch.
    static func export(_ batch: ArrowBatch, to schema: UnsafeMutablePointer<ArrowSchema>) {
        let contents = ArrowSchemaContents(
            format: "+s", name: "", metadata: [], children: batch.columns, dictionary: [])
        contents.export(to: schema, flags: 0)
    }

    private init(
        format: String, name: String, metadata: [(key: String, value: String)], children: [ArrowColumn],
        dictionary: [ArrowColumn]
    ) {
        self.format = ArrowText.copy(format)
        self.name = ArrowText.copy(name)
        self.metadata = metadata.isEmpty ? nil : ArrowText.encoded(metadata)
        self.children = ArrowChildren(children) { $0.exportSchema(to: $1) }
        self.dictionary = ArrowChildren(dictionary) { $0.exportSchema(to: $1) }
    }

    fileprivate convenience init(of column: ArrowColumn) {
        self.init(
            format: column.format, name: column.name, metadata: column.metadata, children: [],
            dictionary: column.dictionary)
    }

    fileprivate func export(to schema: UnsafeMutablePointer<ArrowSchema>, flags: Int64) {
        schema.initialize(
            to: ArrowSchema(
                format: format, name: name, metadata: metadata, flags: flags,
                n_children: Int64(children.count), children: children.pointers, dictionary: dictionary.first,
                release: releaseArrowSchema, private_data: Unmanaged.passRetained(self).toOpaque()))
    }

    deinit {
        format.deallocate()
        name.deallocate()
        metadata?.deallocate()
        for child in children.all + dictionary.all { child.pointee.release?(child) }
    }
}

/// The memory that an exported array points to, except its children's.
final class ArrowArrayContents {
    private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    private let owners: [AnyObject?]
    private let children: ArrowChildren<ArrowArray>
    private let dictionary: ArrowChildren<ArrowArray>

    /// Exports a struct with the columns of a batch.
    static func export(_ batch: ArrowBatch, to array: UnsafeMutablePointer<ArrowArray>) {
        let contents = ArrowArrayContents([batch.validity], children: batch.columns, dictionary: [])
        contents.export(to: array, rowCount: batch.rowCount, offset: batch.offset, nullCount: 0)
    }

    private init(_ buffers: [ArrowBuffer], children: [ArrowColumn], dictionary: [ArrowColumn]) {
        self.buffers = .allocate(capacity: max(buffers.count, 1))
        for (index, buffer) in buffers.enumerated() { (self.buffers + index).initialize(to: buffer.address) }
        owners = buffers.map(\.owner)
        self.children = ArrowChildren(children) { $0.exportArray(to: $1) }
        self.dictionary = ArrowChildren(dictionary) { $0.exportArray(to: $1) }
    }

    fileprivate convenience init(of column: ArrowColumn) {
        self.init(column.buffers, children: [], dictionary: column.dictionary)
    }

    fileprivate func export(
        to array: UnsafeMutablePointer<ArrowArray>, rowCount: Int, offset: Int, nullCount: Int
    ) {
        array.initialize(
            to: ArrowArray(
                length: Int64(rowCount), null_count: Int64(nullCount), offset: Int64(offset),
                n_buffers: Int64(owners.count), n_children: Int64(children.count), buffers: buffers,
                children: children.pointers, dictionary: dictionary.first, release: releaseArrowArray,
                private_data: Unmanaged.passRetained(self).toOpaque()))
    }

    deinit {
        buffers.deallocate()
        for child in children.all + dictionary.all { child.pointee.release?(child) }
    }
}

extension ArrowColumn {
    fileprivate func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
        ArrowSchemaContents(of: self).export(to: schema, flags: isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0)
    }

    fileprivate func exportArray(to array: UnsafeMutablePointer<ArrowArray>) {
        ArrowArrayContents(of: self)
            .export(to: array, rowCount: rowCount, offset: offset, nullCount: nullCount)
    }
}

/// Child structs at stable addresses.
private final class ArrowChildren<Child> {
    let count: Int
    private let structs: UnsafeMutablePointer<Child>
    private let addresses: UnsafeMutablePointer<UnsafeMutablePointer<Child>?>

    init(_ columns: [ArrowColumn], _ fill: (ArrowColumn, UnsafeMutablePointer<Child>) -> Void) {
        count = columns.count
        structs = .allocate(capacity: max(count, 1))
        addresses = .allocate(capacity: max(count, 1))
        for (index, column) in columns.enumerated() {
            fill(column, structs + index)
            (addresses + index).initialize(to: structs + index)
        }
    }

    /// The pointers in the form that C expects; nil when there are none.
    var pointers: UnsafeMutablePointer<UnsafeMutablePointer<Child>?>? { count == 0 ? nil : addresses }
    var first: UnsafeMutablePointer<Child>? { count == 0 ? nil : structs }
    var all: [UnsafeMutablePointer<Child>] { (0..<count).map { structs + $0 } }

    deinit {
        structs.deallocate()
        addresses.deallocate()
    }
}

/// Texts in the form that the C data interface expects.
private enum ArrowText {
    static func copy(_ text: String) -> UnsafeMutablePointer<CChar> { copy(Array(text.utf8) + [0]) }

    /// Returns the encoded keys and values: their number, then the length and the bytes of each.
    static func encoded(_ metadata: [(key: String, value: String)]) -> UnsafeMutablePointer<CChar> {
        func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: Int32(number)) { Array($0) } }
        let pairs = metadata.flatMap { [$0.key, $0.value] }
        return copy(bytes(metadata.count) + pairs.flatMap { bytes($0.utf8.count) + Array($0.utf8) })
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
        return copy
    }
}

/// The release callback of exported schemas. A struct that was released or moved is ignored.
private func releaseArrowSchema(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
    guard let schema, schema.pointee.release != nil, let contents = schema.pointee.private_data else {
        return
    }
    schema.pointee.release = nil
    schema.pointee.private_data = nil
    Unmanaged<ArrowSchemaContents>.fromOpaque(contents).release()
}

/// The release callback of exported arrays. A struct that was released or moved is ignored.
private func releaseArrowArray(_ array: UnsafeMutablePointer<ArrowArray>?) {
    guard let array, array.pointee.release != nil, let contents = array.pointee.private_data else { return }
    array.pointee.release = nil
    array.pointee.private_data = nil
    Unmanaged<ArrowArrayContents>.fromOpaque(contents).release()
}
