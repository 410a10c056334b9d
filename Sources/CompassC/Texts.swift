// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass

/// A text that the library returns, followed by a NUL.
final class TextObject: HandleObject, @unchecked Sendable {
    // Sendable: the bytes never change.
    static let handleKind = HandleKind.text

    /// The bytes and the NUL.
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count + 1)
        _ = memory.initialize(from: text)
        memory[text.count] = 0
        bytes = UnsafeBufferPointer(memory)
    }

    deinit { bytes.deallocate() }

    var count: Int { bytes.count - 1 }

    var data: UnsafePointer<CChar>? {
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }
}

@c @implementation
public func compass_text_view(
    _ text: compass_text, _ data: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
    _ count: UnsafeMutablePointer<Int>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        data?.pointee = nil
        count?.pointee = 0
        guard let data else { throw .nullPointer("data") }
        let text = try object(text, TextObject.self, "text")
        data.pointee = text.data
        count?.pointee = text.count
    }
}

@c @implementation
public func compass_text_destroy(_ text: compass_text) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(text, .text, "text") }
}
