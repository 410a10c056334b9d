import CCompass
import CompassKernel

extension ArrowBatch {
    /// No batch has more children or buffers than this; larger numbers are invalid.
    private static let maximumCount: Int64 = 1 << 24

    /// Creates a batch from the columns of a struct that posts have; others are ignored. Valid as long as
    /// both structs.
    ///
    /// - Throws: when the structs were released, do not describe a record batch, or contradict each other.
    init(_ schema: ArrowSchema, _ array: ArrowArray) throws(CallFailure) {
        guard schema.release != nil else { throw .released("schema") }
        guard array.release != nil else { throw .released("array") }
        guard let format = schema.format else { throw .contradiction("schema.format is NULL") }
        guard String(cString: format) == "+s", schema.dictionary == nil else {
            throw .invalid(
                "schema.format", "\"\(String(cString: format))\"",
                accepted: "a struct (\"+s\") with one child for each column is accepted")
        }
        let buffers = try Self.buffers(of: array, "array")
        guard buffers.count == 1, array.dictionary == nil else {
            throw .contradiction("array is that of no struct: it has \(buffers.count) buffers")
        }
        guard array.null_count <= 0 || buffers[0].address != nil else {
            throw .contradiction("array has \(array.null_count) nulls, and no bitmap of them")
        }
        self.init(
            rowCount: Int(clamping: array.length), offset: Int(clamping: array.offset),
            columns: try Self.columns(schema, array))
        validity = buffers[0]
    }

    private static func columns(
        _ schema: ArrowSchema, _ array: ArrowArray
    ) throws(CallFailure) -> [ArrowColumn] {
        guard schema.n_children == array.n_children, 0...maximumCount ~= schema.n_children else {
            throw .contradiction(
                "schema has \(schema.n_children) children, array \(array.n_children)")
        }
        var columns: [ArrowColumn] = []
        for index in 0..<Int(schema.n_children) {
            guard let child = schema.children?[index], let values = array.children?[index] else {
                throw .contradiction("child \(index) of schema or array is NULL")
            }
            let name = child.pointee.name.map { String(cString: $0) } ?? ""
            guard ArrowPostReader.reads(column: name) else { continue }
            columns.append(try column(name, child.pointee, values.pointee))
        }
        return columns
    }

    private static func column(
        _ name: String, _ schema: ArrowSchema, _ array: ArrowArray
    ) throws(CallFailure) -> ArrowColumn {
        guard schema.release != nil, array.release != nil else { throw .released("the column \(name)") }
        guard let format = schema.format else {
            throw .contradiction("the format of the column \(name) is NULL")
        }
        guard (schema.dictionary == nil) == (array.dictionary == nil) else {
            throw .contradiction("only one of schema and array has a dictionary of the column \(name)")
        }
        var dictionary: [ArrowColumn] = []
        if let schema = schema.dictionary, let array = array.dictionary {
            // The values of a dictionary must not be a dictionary themselves.
            guard schema.pointee.dictionary == nil, array.pointee.dictionary == nil else {
                throw CallFailure(COMPASS_UNSUPPORTED, "the column \(name) has a dictionary of dictionaries")
            }
            dictionary = [try column(name, schema.pointee, array.pointee)]
        }
        return ArrowColumn(
            name: name, format: String(cString: format),
            isNullable: schema.flags & Int64(ARROW_FLAG_NULLABLE) != 0, rowCount: Int(clamping: array.length),
            offset: Int(clamping: array.offset), nullCount: Int(clamping: array.null_count),
            buffers: try buffers(of: array, "the column \(name)"), dictionary: dictionary)
    }

    private static func buffers(of array: ArrowArray, _ name: String) throws(CallFailure) -> [ArrowBuffer] {
        guard 0...maximumCount ~= array.n_buffers else {
            throw .contradiction("\(name) has \(array.n_buffers) buffers")
        }
        guard array.n_buffers > 0 else { return [] }
        guard let buffers = array.buffers else { throw .contradiction("the buffers of \(name) are NULL") }
        return (0..<Int(array.n_buffers)).map { ArrowBuffer(address: buffers[$0]) }
    }
}

extension CallFailure {
    /// Returns the failure for a struct that was already released or moved.
    static func released(_ name: String) -> CallFailure {
        CallFailure(COMPASS_INVALID_ARGUMENT, "\(name) was released or moved before; hand over a fresh one")
    }

    static func contradiction(_ text: String) -> CallFailure {
        CallFailure(COMPASS_MALFORMED_DATA, "\(text); nothing was loaded")
    }
}
