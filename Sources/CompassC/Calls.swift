import CCompass

/// Returns the object of a handle; `name` is the parameter's, for messages.
func object<Object: HandleObject>(
    _ handle: UInt64, _ type: Object.Type, _ name: String
) throws(CallFailure) -> Object {
    guard let object = HandleTable.shared.object(handle, type) else {
        throw .invalidHandle(handle, type.handleKind, name)
    }
    return object
}

/// Destroys a handle, or does nothing for 0.
func destroy(_ handle: UInt64, _ kind: HandleKind, _ name: String) throws(CallFailure) {
    if handle == 0 { return }
    guard HandleTable.shared.remove(handle, kind) else { throw .invalidHandle(handle, kind, name) }
}

extension CallFailure {
    fileprivate static func invalidHandle(_ handle: UInt64, _ kind: HandleKind, _ name: String) -> CallFailure
    {
        let what =
            handle == 0
            ? "is 0" : "(0x\(String(handle, radix: 16))) was destroyed, was made up or is of another kind"
        return CallFailure(
            COMPASS_INVALID_HANDLE, "\(name) \(what); a \(kind.name) that is in use is needed")
    }
}
