// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_table_row_keys(
    _ kind: compass_table_kind, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ shard: UInt32, _ key_first: UInt64,
    _ key_second: UInt64,
    _ keys: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try keys.result("keys")
        let kind = try TableKind(kind, "kind")
        let (format, options) = try Arguments.loading(options)
        let document = TableDocument.bytes(try Arguments.bytes(bytes, count), format ?? .json)
        let reading = KeyReading(
            document: document, options: options, shard: shard, first: key_first, second: key_second)
        result.pointee = try reading.text(kind, source: kind.tableName)
    }
}

@c @implementation
public func compass_table_row_keys_of_file(
    _ kind: compass_table_kind, _ path: compass_string, _ options: UnsafePointer<compass_load_options>!,
    _ shard: UInt32, _ key_first: UInt64, _ key_second: UInt64, _ keys: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try keys.result("keys")
        let kind = try TableKind(kind, "kind")
        let (format, options) = try Arguments.loading(options, ofFile: true)
        let path = try path.path("path")
        try options.checkRange(format, path)
        let reading = KeyReading(
            document: .file(path: path, format), options: options, shard: shard, first: key_first,
            second: key_second)
        result.pointee = try reading.text(kind, source: path)
    }
}

extension RowKeys {
    /// The keys as a text that the caller destroys.
    var text: compass_text { HandleTable.shared.insert(TextObject(bytes)) }
}

/// Reads the keys of rows.
private struct KeyReading: TableVisitor {
    let document: TableDocument
    let options: LoadOptions
    let shard: UInt32
    let key: RowHashKey

    init(document: TableDocument, options: LoadOptions, shard: UInt32, first: UInt64, second: UInt64) {
        self.document = document
        self.options = options
        self.shard = shard
        key = RowHashKey(first: first, second: second)
    }

    func visit<Table: StoredTable>(_ wrap: (Table) -> LoadedTable) throws(LoadError) -> RowKeys {
        switch document {
        case .bytes(let bytes, .json):
            try Table.readKeys(json: bytes, shard: shard, key: key, options: options)
        case .bytes(let bytes, .ndjson):
            try Table.readKeys(ndjson: bytes, shard: shard, key: key, options: options)
        case .file(let path, let format):
            try Table.readKeys(contentsOf: path, format: format, shard: shard, key: key, options: options)
        }
    }

    func text(_ kind: TableKind, source: String) throws(CallFailure) -> compass_text {
        do throws(LoadError) { return try kind.accept(self).text } catch {
            throw CallFailure(error, source: source)
        }
    }
}
