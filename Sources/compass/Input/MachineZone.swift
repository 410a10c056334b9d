import CompassKernel

/// The time zone of pages when none is given: that of the environment, then the machine's, then UTC.
enum MachineZone {
    /// - Throws: ``Failure`` when the environment's `TZ` is no zone. A wrong zone would show wrong days.
    static func current() throws(Failure) -> ZoneOffsets {
        if let text = OperatingSystem.environment("TZ") { return try zone(ofEnvironment: text) }
        if let zone = zone(ofLink: "/etc/localtime") { return zone }
        if let bytes = OperatingSystem.readAll("/etc/timezone"),
            let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first,
            let zone = try? ZoneOffsets(identifier: String(name))
        {
            return zone
        }
        // Some systems copy the zone's file instead of linking to it: then its name is not known.
        if let zone = zone(ofFile: "/etc/localtime") { return zone }
        return .utc
    }

    /// POSIX lets `TZ` begin with a colon, hold a path, and mean UTC when it is empty.
    private static func zone(ofEnvironment text: String) throws(Failure) -> ZoneOffsets {
        let plain = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if plain.isEmpty || ["UTC0", "UTC+0", "UTC-0"].contains(plain) { return .utc }
        if plain.hasPrefix("/"), let zone = zone(ofPath: plain) { return zone }
        do {
            return try ZoneOffsets(identifier: name(inPath: plain) ?? plain)
        } catch {
            let reason =
                isRule(plain) ? "\(plain) is a POSIX rule, and only names are accepted" : error.description
            throw Failure(
                .usage,
                "the environment's TZ: \(reason); set it to an IANA name such as America/New_York, or use --zone"
            )
        }
    }

    /// Whether a text looks like `EST5EDT` or `<+03>-3`: an abbreviation and hours.
    private static func isRule(_ text: String) -> Bool {
        text.prefixMatch(of: /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)[+-]?[0-9]/) != nil
    }

    /// The zone of an absolute path: by its name where the path or the link at it has one, else its content.
    private static func zone(ofPath path: String) -> ZoneOffsets? {
        if let name = name(inPath: path), let zone = try? ZoneOffsets(identifier: name) { return zone }
        return zone(ofLink: path) ?? zone(ofFile: path)
    }

    private static func zone(ofLink path: String) -> ZoneOffsets? {
        guard let target = OperatingSystem.linkTarget(path), let name = name(inPath: target) else {
            return nil
        }
        return try? ZoneOffsets(identifier: name)
    }

    private static func zone(ofFile path: String) -> ZoneOffsets? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return try? ZoneOffsets(
            identifier: String(path[path.index(after: slash)...]), folder: String(path[..<slash]))
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
