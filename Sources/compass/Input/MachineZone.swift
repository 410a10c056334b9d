import CompassKernel

/// The time zone of pages when none is given: that of the environment, then the machine's, then UTC.
enum MachineZone {
    /// - Throws: ``Failure`` when the environment's `TZ` is no zone. A wrong zone would show wrong days.
    static func current() throws(Failure) -> ZoneOffsets {
        if let text = OperatingSystem.environment("TZ") { return try zone(ofEnvironment: text) }
        if let target = OperatingSystem.linkTarget("/etc/localtime"), let name = name(inPath: target),
            let zone = try? ZoneOffsets(identifier: name)
        {
            return zone
        }
        if let bytes = OperatingSystem.readAll("/etc/timezone"),
            let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first,
            let zone = try? ZoneOffsets(identifier: String(name))
        {
            return zone
        }
        // Some systems copy the zone's file instead of linking to it: then its name is not known.
        if let zone = try? ZoneOffsets(identifier: "localtime", folder: "/etc") { return zone }
        return .utc
    }

    /// POSIX lets `TZ` begin with a colon, hold a path, and mean UTC when it is empty.
    private static func zone(ofEnvironment text: String) throws(Failure) -> ZoneOffsets {
        let plain = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if plain.isEmpty { return .utc }
        do {
            return try ZoneOffsets(identifier: name(inPath: plain) ?? plain)
        } catch {
            throw Failure(
                .usage,
                "the environment's TZ: \(error); set it to an IANA name such as America/New_York, or use --zone"
            )
        }
    }

    /// The name in a path such as `/usr/share/zoneinfo/Europe/London`.
    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(where: { $0 == "zoneinfo" || $0 == "zoneinfo.default" }),
            folder + 1 < parts.endIndex
        else { return nil }
        let rest = parts[(folder + 1)...]
        // Some systems keep variants in folders of these names.
        let name = rest.first == "posix" || rest.first == "right" ? rest.dropFirst() : rest
        return name.isEmpty ? nil : name.joined(separator: "/")
    }
}
