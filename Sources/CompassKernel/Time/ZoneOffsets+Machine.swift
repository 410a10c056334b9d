#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension ZoneOffsets {
    /// Returns the machine's zone: that of the environment variable `TZ`, otherwise of `/etc/localtime` or
    /// `/etc/timezone`, otherwise UTC.
    ///
    /// As POSIX defines it, `TZ` may begin with a colon or contain a path, and an empty value means UTC.
    ///
    /// - Throws: the reason why `TZ` is not a zone; another zone would show wrong days.
    package static func machine() throws(ZoneError) -> ZoneOffsets {
        guard let text = getenv("TZ").map({ String(cString: $0) }) else {
            // Some systems copy the zone's file instead of linking to it; its name is then elsewhere.
            return linked("/etc/localtime") ?? namedInFile("/etc/timezone") ?? copied("/etc/localtime")
                ?? .utc
        }
        let zone = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if ["", "UTC0", "UTC+0", "UTC-0"].contains(zone) { return .utc }
        let named = name(inPath: zone)
        if zone.hasPrefix("/") {
            if let named, let zone = try? ZoneOffsets(identifier: named) { return zone }
            if let zone = linked(zone) ?? copied(zone) { return zone }
        }
        return try ZoneOffsets(identifier: named ?? zone)
    }

    private static func linked(_ path: String) -> ZoneOffsets? {
        var target = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        let text = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name(inPath: text).flatMap { try? ZoneOffsets(identifier: $0) }
    }

    private static func namedInFile(_ path: String) -> ZoneOffsets? {
        guard let bytes = try? contents(ofFile: path, identifier: path) else { return nil }
        let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
        return name.flatMap { try? ZoneOffsets(identifier: String($0)) }
    }

    private static func copied(_ path: String) -> ZoneOffsets? {
        guard let bytes = try? contents(ofFile: path, identifier: path),
            let name = path.split(separator: "/").last
        else { return nil }
        return try? ZoneOffsets(identifier: String(name), tzif: bytes)
    }

    /// Returns the name in a path such as `/usr/share/zoneinfo/Europe/London`.
    private static func name(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(where: { $0 == "zoneinfo" || $0 == "zoneinfo.default" }) else {
            return nil
        }
        // Some systems keep variants in folders with these names.
        let rest = parts[(folder + 1)...].drop { $0 == "posix" || $0 == "right" }
        return rest.isEmpty ? nil : rest.joined(separator: "/")
    }
}
