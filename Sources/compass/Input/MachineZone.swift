import CompassKernel

/// The default time zone of pages: that of the environment, then the machine's, then UTC.
enum MachineZone {
    /// - Throws: ``Failure`` when the environment's `TZ` is not a zone. A wrong zone would show wrong days.
    static func current() throws(Failure) -> ZoneOffsets {
        if let text = OperatingSystem.environment("TZ") { return try zone(ofEnvironment: text) }
        if let zone = zone(ofLink: "/etc/localtime") { return zone }
        if let bytes = OperatingSystem.readAll("/etc/timezone"),
            let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first,
            let zone = try? ZoneOffsets(identifier: String(name))
        {
            return zone
        }
        // Some systems copy the zone's file instead of linking to it; its name is then unknown.
        if let zone = zone(ofFile: "/etc/localtime") { return zone }
        return .utc
    }

    /// POSIX allows `TZ` to begin with a colon or contain a path; an empty value means UTC.
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

    /// Returns whether a text looks like `EST5EDT` or `<+03>-3`: an abbreviation and hours.
    private static func isRule(_ text: String) -> Bool {
        text.prefixMatch(of: /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)[+-]?[0-9]/) != nil
    }

    /// Returns the zone of an absolute path: by its name if the path or its link target has one, otherwise by
    /// its content.
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

    /// Returns the name in a path such as `/usr/share/zoneinfo/Europe/London`.
    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(where: { $0 == "zoneinfo" || $0 == "zoneinfo.default" }),
            folder + 1 < parts.endIndex
        else { return nil }
        let rest = parts[(folder + 1)...]
        // Some systems keep variants in folders with these names.
        let name = rest.first == "posix" || rest.first == "right" ? rest.dropFirst() : rest
        return name.isEmpty ? nil : name.joined(separator: "/")
    }
}
