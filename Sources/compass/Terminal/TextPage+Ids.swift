extension TextPage {
    /// Writes ids on lines of their own, each after what it is the id of; nothing for those that are not there.
    ///
    /// An id is never cut, so that it can be copied.
    mutating func ids(_ ids: [(label: String, id: String?)], indent: Int = 2) {
        let known = ids.compactMap { label, id in id.map { "\(label) \(harmless($0))" } }
        let space = String(repeating: " ", count: indent)
        var drawn = ""
        for text in known {
            let joined = drawn.isEmpty ? text : drawn + style.separator + text
            if drawn.isEmpty || DisplayText.width(joined) < width - indent {
                drawn = joined
            } else {
                line(space + style.dim(drawn))
                drawn = text
            }
        }
        if !drawn.isEmpty { line(space + style.dim(drawn)) }
    }

    /// Writes why a page shows nothing, and what would show something; nothing without a hint.
    mutating func hint(_ hint: String?) {
        if let hint { warnings([(nil, hint)]) }
    }
}
