// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass_arrow.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_table_import_arrow(
    _ kind: compass_table_kind, _ schema: UnsafeMutablePointer<ArrowSchema>!,
    _ array: UnsafeMutablePointer<ArrowArray>!, _ options: UnsafePointer<compass_load_options>!,
    _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        result.pointee = try ArrowPostImport.reading(kind, schema, array, options: options).finish()
    }
}

@c @implementation
public func compass_table_import_arrow_stream(
    _ kind: compass_table_kind, _ stream: UnsafeMutablePointer<ArrowArrayStream>!,
    _ options: UnsafePointer<compass_load_options>!, _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        result.pointee = try ArrowPostImport.reading(kind, stream, options: options).finish()
    }
}

@c @implementation
public func compass_table_row_keys_of_arrow(
    _ kind: compass_table_kind, _ schema: UnsafeMutablePointer<ArrowSchema>!,
    _ array: UnsafeMutablePointer<ArrowArray>!, _ shard: UInt32, _ key_first: UInt64, _ key_second: UInt64,
    _ keys: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try keys.result("keys")
        let importing = try ArrowPostImport.reading(kind, schema, array, options: nil)
        result.pointee = importing.finishKeys(shard: shard, RowHashKey(first: key_first, second: key_second))
    }
}

@c @implementation
public func compass_table_row_keys_of_arrow_stream(
    _ kind: compass_table_kind, _ stream: UnsafeMutablePointer<ArrowArrayStream>!, _ shard: UInt32,
    _ key_first: UInt64, _ key_second: UInt64, _ keys: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try keys.result("keys")
        let importing = try ArrowPostImport.reading(kind, stream, options: nil)
        result.pointee = importing.finishKeys(shard: shard, RowHashKey(first: key_first, second: key_second))
    }
}

/// An import of posts in progress.
private struct ArrowPostImport: ~Copyable {
    private var reader: ArrowPostReader

    init(
        _ kind: compass_table_kind, _ options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) {
        let kind = try TableKind(kind, "kind")
        let (_, options) = try Arguments.loading(options)
        guard kind == .posts else {
            throw CallFailure(
                COMPASS_UNSUPPORTED, "Arrow columns of \(kind.tableName) are not read; load its rows as JSON")
        }
        reader = ArrowPostReader(options: options)
    }

    /// Reads a batch, which is released.
    static func reading(
        _ kind: compass_table_kind, _ schema: UnsafeMutablePointer<ArrowSchema>?,
        _ array: UnsafeMutablePointer<ArrowArray>?, options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) -> ArrowPostImport {
        guard let schema else { throw .nullPointer("schema") }
        guard let array else { throw .nullPointer("array") }
        defer {
            array.pointee.release?(array)
            schema.pointee.release?(schema)
        }
        var importing = try ArrowPostImport(kind, options)
        try importing.read(schema.pointee, array.pointee)
        return importing
    }

    /// Reads a stream, which is released.
    static func reading(
        _ kind: compass_table_kind, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
        options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) -> ArrowPostImport {
        guard let stream else { throw .nullPointer("stream") }
        defer { stream.pointee.release?(stream) }
        var importing = try ArrowPostImport(kind, options)
        try importing.read(stream)
        return importing
    }

    private mutating func read(_ schema: ArrowSchema, _ array: ArrowArray) throws(CallFailure) {
        let batch = try ArrowBatch(schema, array)
        do throws(ArrowError) { try reader.read(batch) } catch { throw CallFailure(error) }
    }

    private mutating func read(_ stream: UnsafeMutablePointer<ArrowArrayStream>) throws(CallFailure) {
        guard stream.pointee.release != nil else { throw .released("stream") }
        guard let getSchema = stream.pointee.get_schema, let getNext = stream.pointee.get_next else {
            throw .contradiction("stream.get_schema or stream.get_next is NULL")
        }
        var schema = ArrowSchema()
        try Self.check(getSchema(stream, &schema), of: stream)
        defer { schema.release?(&schema) }
        while true {
            var array = ArrowArray()
            try Self.check(getNext(stream, &array), of: stream)
            if array.release == nil { return }
            defer { array.release?(&array) }
            try read(schema, array)
        }
    }

    private static func check(
        _ code: CInt, of stream: UnsafeMutablePointer<ArrowArrayStream>
    ) throws(CallFailure) {
        if code == 0 { return }
        let message = stream.pointee.get_last_error?(stream).map { String(cString: $0) } ?? "no message"
        throw CallFailure(
            COMPASS_MALFORMED_DATA, "the stream failed with \(code): \(message); nothing was loaded")
    }

    consuming func finishKeys(shard: UInt32, _ key: RowHashKey) -> compass_text {
        reader.finishKeys(shard: shard, key: key).text
    }

    consuming func finish() -> compass_table {
        let (table, report) = reader.finish()
        return HandleTable.shared.insert(TableObject(.posts(table), report))
    }
}
