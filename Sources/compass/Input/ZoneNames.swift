/// The names of time zones that this machine knows.
enum ZoneNames {
    /// The names, in order; empty where there are no time zone files.
    static func all() -> [String] {
        var names: [String] = []
        // Where the kernel looks for them, and in this order.
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
            // Variants of all zones, and what is no zone: names of zones begin with a capital letter.
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
