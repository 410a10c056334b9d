extension String {
    /// The text as a part of a URL's query.
    ///
    /// Letters, digits and `-._~` stay as they are, and so do `,().:*`, which PostgREST's operators consist of and
    /// which need no encoding in a query; a plus sign, which some servers read as a space, is encoded.
    var queryEncoded: String {
        var encoded: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: ":"), UInt8(ascii: "*"):
                encoded.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text as a quoted value in a list or a logical condition of PostgREST.
    var postgRESTQuoted: String {
        var quoted = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return "\"\(String(quoted))\""
    }
}
