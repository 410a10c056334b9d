/// A JSON value, and the offset of its first byte in the document.
struct JSONNode {
    enum Value {
        case null
        case bool(Bool)
        /// The number as written.
        case number(BaselineText)
        case string(BaselineText, hasLoneSurrogate: Bool)
        case array([JSONNode])
        case object([(key: BaselineText, value: JSONNode)])
    }

    let byteOffset: Int
    let value: Value

    /// The members of an object, the last one of each name; nil when this is not an object.
    var members: [BaselineText: JSONNode]? {
        guard case .object(let pairs) = value else { return nil }
        return Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
