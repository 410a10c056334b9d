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
    /// Creates the zone of the given name from the system's files.
    ///
    /// The file is searched for in the folder of the environment variable `TZDIR` and in the usual folders of
    /// operating systems, `/usr/share/zoneinfo` first. UTC under its usual names requires no file.
    ///
    /// - Parameter identifier: an IANA name, such as `America/New_York`.
    /// - Throws: the reason why the zone is not available.
    public init(identifier: String) throws(ZoneError) {
        for folder in Self.systemFolders {
            do {
                try self.init(identifier: identifier, folder: folder)
                return
            } catch .unknownZone {
                continue
            }
        }
        throw .unknownZone(identifier)
    }

    /// Creates the zone of the given name from a folder of TZif files.
    ///
    /// - Parameters:
    ///   - identifier: an IANA name, such as `America/New_York`: the file's path within the folder.
    ///   - folder: the path of the folder.
    /// - Throws: the reason why the zone is not available.
    public init(identifier: String, folder: String) throws(ZoneError) {
        guard Self.isValid(identifier) else { throw .invalidIdentifier(identifier) }
        if Self.namesOfUTC.contains(identifier) {
            self.init(table: ZoneTable(identifier: identifier, initialOffsetSeconds: 0))
            return
        }
        let bytes = try Self.contents(ofFile: folder + "/" + identifier, identifier: identifier)
        try self.init(identifier: identifier, tzif: bytes)
    }

    /// Creates a zone from the bytes of its TZif file (RFC 8536, versions 1 to 4).
    ///
    /// - Parameters:
    ///   - identifier: the name to give to the zone; it is not looked up.
    ///   - tzif: the whole file.
    /// - Throws: ``ZoneError/malformed(identifier:reason:)``. Data with leap seconds are rejected.
    public init(identifier: String, tzif: some Collection<UInt8>) throws(ZoneError) {
        do {
            self.init(table: try TZifReader(Array(tzif)).table(identifier: identifier))
        } catch {
            throw .malformed(identifier: identifier, reason: error.reason)
        }
    }

    private static let namesOfUTC: Set<String> = [
        "UTC", "GMT", "Z", "UCT", "Zulu", "Universal", "Greenwich", "GMT0", "GMT+0", "GMT-0", "Etc/UTC",
        "Etc/GMT", "Etc/UCT", "Etc/Zulu", "Etc/Universal", "Etc/Greenwich", "Etc/GMT0", "Etc/GMT+0",
        "Etc/GMT-0",
    ]

    private static var systemFolders: [String] {
        var folders = [
            "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo",
            "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
        ]
        if let folder = getenv("TZDIR"), folder.pointee != 0 {
            folders.insert(String(cString: folder), at: 0)
        }
        return folders
    }

    /// Returns whether a text is a relative path of plain names, as all zone names are.
    private static func isValid(_ identifier: String) -> Bool {
        guard !identifier.isEmpty, identifier.utf8.count <= 255 else { return false }
        let parts = identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            part.first != nil && part.first != UInt8(ascii: ".")
                && part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                        UInt8(ascii: "_"), UInt8(ascii: "."):
                        true
                    default: false
                    }
                }
        }
    }

    /// The maximum file size; real files are some kilobytes.
    private static let maximumFileLength = 1 << 20

    static func contents(ofFile path: String, identifier: String) throws(ZoneError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .unknownZone(identifier) }
            throw .unreadable(identifier: identifier, reason: systemMessage(code))
        }
        // The first part of a zone name can be a folder, which is not a zone. Reading a pipe would never end.
        guard UInt32(status.st_mode) & 0o170000 == 0o100000 else { throw .unknownZone(identifier) }
        guard let file = fopen(path, "rb") else {
            throw .unreadable(identifier: identifier, reason: systemMessage(errno))
        }
        defer { fclose(file) }

        var bytes: [UInt8] = []
        while true {
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                count = fread(buffer.baseAddress, 1, buffer.count, file)
                if count == 0, ferror(file) != 0 { code = errno }
            }
            if code != 0 { throw .unreadable(identifier: identifier, reason: systemMessage(code)) }
            if chunk.isEmpty { return bytes }
            bytes += chunk
            if bytes.count > maximumFileLength {
                throw .unreadable(identifier: identifier, reason: "the file is too large")
            }
        }
    }

    private static func systemMessage(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
