/// JSON on one line, as events and the change log have it.
struct JSONLine {
    private(set) var bytes: [UInt8] = []

    /// Appends a text as it is.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends JSON as it is.
    mutating func append(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

    /// Appends a string in quotes, without any line break.
    mutating func appendString(_ text: String) { append(JSONValue.text(text).bytes) }

    /// Appends an array of strings.
    mutating func appendList(_ texts: [String]) {
        append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { append(",") }
            appendString(text)
        }
        append("]")
    }
}
