// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass

@c @implementation
public func compass_abi_version() -> UInt32 { COMPASS_ABI_VERSION }

@c @implementation
public func compass_status_name(_ status: compass_status) -> UnsafePointer<CChar>! {
    StaticText.pointer(StatusName.of(Int(status)))
}

@c @implementation
public func compass_error_message() -> UnsafePointer<CChar>! { ThreadMessage.current }

@c @implementation
public func compass_handle_count() -> UInt64 { UInt64(HandleTable.shared.count) }

/// The names of statuses.
enum StatusName {
    static func of(_ status: Int) -> StaticString {
        switch status {
        case COMPASS_OK: "COMPASS_OK"
        case COMPASS_NULL_POINTER: "COMPASS_NULL_POINTER"
        case COMPASS_INVALID_HANDLE: "COMPASS_INVALID_HANDLE"
        case COMPASS_WRONG_VERSION: "COMPASS_WRONG_VERSION"
        case COMPASS_INVALID_UTF8: "COMPASS_INVALID_UTF8"
        case COMPASS_INVALID_ARGUMENT: "COMPASS_INVALID_ARGUMENT"
        case COMPASS_UNKNOWN_ZONE: "COMPASS_UNKNOWN_ZONE"
        case COMPASS_FILE_NOT_FOUND: "COMPASS_FILE_NOT_FOUND"
        case COMPASS_FILE_UNREADABLE: "COMPASS_FILE_UNREADABLE"
        case COMPASS_MALFORMED_DATA: "COMPASS_MALFORMED_DATA"
        case COMPASS_NOT_FOUND: "COMPASS_NOT_FOUND"
        case COMPASS_CURSOR_REFUSED: "COMPASS_CURSOR_REFUSED"
        case COMPASS_TOO_LARGE: "COMPASS_TOO_LARGE"
        case COMPASS_UNSUPPORTED: "COMPASS_UNSUPPORTED"
        case COMPASS_CONFLICT: "COMPASS_CONFLICT"
        case COMPASS_INTERNAL: "COMPASS_INTERNAL"
        case COMPASS_NOT_MERGEABLE: "COMPASS_NOT_MERGEABLE"
        default: "unknown status"
        }
    }
}

/// Texts that are part of the library.
enum StaticText {
    /// Returns the text as a C string: literals end with a NUL, and live as long as the library.
    static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
        // SAFETY: literals of texts, including "", have a pointer, which only those of Unicode scalars lack;
        // UInt8 and CChar are both single bytes.
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
