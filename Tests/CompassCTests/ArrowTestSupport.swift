import CCompass
import XCTest

/// A caller's two structs, at stable addresses.
final class ArrowStructs {
    let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
    let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)

    init() {
        schema.initialize(to: ArrowSchema())
        array.initialize(to: ArrowArray())
    }

    deinit {
        schema.pointee.release?(schema)
        array.pointee.release?(array)
        schema.deallocate()
        array.deallocate()
    }

    var isReleased: Bool { schema.pointee.release == nil && array.pointee.release == nil }

    var columnNames: [String] {
        (0..<Int(schema.pointee.n_children)).map {
            String(cString: schema.pointee.children[$0]!.pointee.name)
        }
    }
}

/// Expects a status and its message.
func expect(
    _ status: compass_status, _ expected: Int = COMPASS_OK, _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    let said = String(cString: compass_error_message())
    XCTAssertEqual(Int(status), expected, said, file: file, line: line)
    if expected != COMPASS_OK {
        XCTAssertTrue(message.isEmpty || said.contains(message), said, file: file, line: line)
    }
}

/// Calls `body` with a C text.
func withCompassString<Result>(_ text: String, _ body: (compass_string) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
            body(compass_string(data: $0.baseAddress, count: $0.count))
        }
    }
}

/// A table of JSON rows.
func loadedTable(_ kind: Int, _ rows: String) -> compass_table {
    var table: compass_table = 0
    let bytes = Array(rows.utf8)
    expect(compass_table_load(compass_table_kind(kind), bytes, bytes.count, nil, &table))
    return table
}

/// Posts of JSON rows.
func loadedPosts(_ rows: String) -> compass_posts {
    posts(of: loadedTable(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, rows))
}

/// Posts of a table, which is destroyed.
func posts(of table: compass_table) -> compass_posts {
    var posts: compass_posts = 0
    expect(compass_posts_create(table, 0, 0, &posts))
    expect(compass_table_destroy(table))
    return posts
}

/// The text of a handle, which is destroyed.
func takeText(_ text: compass_text) -> String {
    var data: UnsafePointer<CChar>?
    expect(compass_text_view(text, &data, nil))
    defer { expect(compass_text_destroy(text)) }
    return data.map { String(cString: $0) } ?? ""
}

/// Every value of all posts of a handle.
func values(_ posts: compass_posts) -> String {
    let structs = ArrowStructs()
    expect(compass_posts_export_arrow(posts, structs.schema, structs.array))
    return structs.description
}

extension ArrowStructs: CustomStringConvertible {
    /// Every value of every column that posts have.
    var description: String {
        (0..<Int(schema.pointee.n_children)).map { index in
            let (schema, array) = (self.schema.pointee.children[index]!, self.array.pointee.children[index]!)
            let name = String(cString: schema.pointee.name)
            let values = (0..<Int(array.pointee.length)).map { Self.value(schema.pointee, array.pointee, $0) }
            return "\(name): \(values.map { $0 ?? "–" }.joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    static func value(_ schema: ArrowSchema, _ array: ArrowArray, _ row: Int) -> String? {
        let row = row + Int(array.offset)
        func bit(_ buffer: Int) -> Bool {
            array.buffers[buffer]!.load(fromByteOffset: row / 8, as: UInt8.self) >> UInt8(row % 8) & 1 == 1
        }
        if array.buffers[0] != nil, !bit(0) { return nil }
        let data = array.buffers[1]!
        switch String(cString: schema.format) {
        case "c":
            let code = data.load(fromByteOffset: row, as: Int8.self)
            return value(schema.dictionary.pointee, array.dictionary.pointee, Int(code))
        case "i":
            let code = data.load(fromByteOffset: 4 * row, as: Int32.self)
            return value(schema.dictionary.pointee, array.dictionary.pointee, Int(code))
        case "b": return "\(bit(1))"
        case "tsu:UTC", "l": return "\(data.load(fromByteOffset: 8 * row, as: Int64.self))"
        case "tdD": return "\(data.load(fromByteOffset: 4 * row, as: Int32.self))"
        case "w:16":
            return (0..<16).map {
                String(data.load(fromByteOffset: 16 * row + $0, as: UInt8.self), radix: 16)
            }
            .joined(separator: " ")
        case "u":
            let from = Int(data.load(fromByteOffset: 4 * row, as: Int32.self))
            let to = Int(data.load(fromByteOffset: 4 * row + 4, as: Int32.self))
            return String(
                decoding: UnsafeRawBufferPointer(start: array.buffers[2]! + from, count: to - from),
                as: UTF8.self)
        default:
            XCTFail("no such column: \(String(cString: schema.format))")
            return nil
        }
    }
}
