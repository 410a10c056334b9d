/// The network of a peer: what one machine or household has, as far as its address shows it.
enum PeerNetwork {
    /// Returns the first 64 bits of an IPv6 address, because any machine can choose the others, and an IPv4
    /// address as it is, also from within an IPv6 address (`::ffff:192.0.2.1`).
    ///
    /// - Parameter address: a text such as `192.0.2.1` or `2001:db8::1`, without a port.
    static func of(_ address: String) -> String {
        // A link's name may follow, as in `fe80::1%eth0`.
        let address = address.prefix { $0 != "%" }
        guard address.contains(":") else { return String(address) }
        let mapped = "::ffff:"
        if address.lowercased().hasPrefix(mapped), address.contains(".") {
            return String(address.dropFirst(mapped.count))
        }
        // Only the groups of the network count: what follows them may have any form.
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [String] = []
        for (index, group) in parts.enumerated() {
            if group.isEmpty, index > 0 {
                let following = parts[(index + 1)...].reduce(0) { $0 + groupCount(of: $1) }
                groups += Array(repeating: "0", count: max(0, 8 - groups.count - following))
            } else if !group.isEmpty {
                groups.append(withoutLeadingZeros(group))
            }
        }
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }

    /// Returns how many groups of 16 bits a part of an address stands for.
    private static func groupCount(of part: Substring) -> Int {
        part.isEmpty ? 0 : part.contains(".") ? 2 : 1
    }

    private static func withoutLeadingZeros(_ group: Substring) -> String {
        let digits = group.lowercased().drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }
}
