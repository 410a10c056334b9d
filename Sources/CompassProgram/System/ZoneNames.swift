/// The names of this machine's time zones.
package enum ZoneNames {
    /// Returns the names, sorted; empty when there are no time zone files.
    package static func all() -> [String] {
        var names: [String] = []
        // The folders that the kernel searches, in this order.
        let folders = [
            OperatingSystem.environment("TZDIR") ?? "", "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo",
        ]
        for folder in folders
        where !folder.isEmpty && names.isEmpty {
            collect(folder, prefix: "", into: &names)
        }
        return names.sorted()
    }

    private static func collect(_ folder: String, prefix: String, into names: inout [String]) {
        for name in OperatingSystem.names(inFolder: folder) {
            // Skips variants of all zones, and other files: names of zones begin with a capital letter.
            let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
            guard let first = name.utf8.first, capitals ~= first else { continue }
            let path = folder + "/" + name
            switch try? OperatingSystem.fileKind(path) {
            case .directory: collect(path, prefix: prefix + name + "/", into: &names)
            case .file where OperatingSystem.beginsWithZoneMark(path): names.append(prefix + name)
            default: continue
            }
        }
    }
}
