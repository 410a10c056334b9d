extension TextPage {
    /// Writes ids on their own lines, each after its label; nothing for missing ids.
    ///
    /// An id is never cut, so that it can be copied.
    package mutating func ids(_ ids: [(label: String, id: String?)], indent: Int = 2) {
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

    /// Writes why a page is empty, and which options show something; nothing without a hint.
    package mutating func hint(_ hint: String?) {
        if let hint { warnings([(nil, hint)]) }
    }
}
