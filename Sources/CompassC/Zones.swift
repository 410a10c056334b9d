// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// A time zone.
final class ZoneObject: HandleObject {
    static let handleKind = HandleKind.zone

    let zone: ZoneOffsets

    init(_ zone: ZoneOffsets) { self.zone = zone }
}

extension Arguments {
    /// Returns the zone of a handle; UTC for 0.
    static func zone(_ handle: compass_zone, _ name: String) throws(CallFailure) -> ZoneOffsets {
        handle == 0 ? .utc : try object(handle, ZoneObject.self, name).zone
    }
}

@c @implementation
public func compass_time_parse(
    _ text: compass_string, _ micros: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let micros = try micros.result("micros")
        let text = try text.requiredText("text")
        do throws(TimestampError) {
            micros.pointee = try Timestamp(parsing: text).micros
        } catch {
            throw .invalid(
                "text", "\"\(text)\"", accepted: "\(error); an instant like 2026-03-01T12:00:00Z is accepted")
        }
    }
}

@c @implementation
public func compass_zone_create(
    _ identifier: compass_string, _ zone: UnsafeMutablePointer<compass_zone>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try zone.result("zone")
        let identifier = try identifier.requiredText("identifier")
        result.pointee = try handle { () throws(ZoneError) in try ZoneOffsets(identifier: identifier) }
    }
}

@c @implementation
public func compass_zone_create_local(_ zone: UnsafeMutablePointer<compass_zone>!) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try zone.result("zone")
        do throws(ZoneError) {
            result.pointee = HandleTable.shared.insert(ZoneObject(try .machine()))
        } catch {
            throw CallFailure(
                COMPASS_UNKNOWN_ZONE,
                "the environment's TZ: \(error); set it to a name like America/New_York, or create a zone by name"
            )
        }
    }
}

@c @implementation
public func compass_zone_create_from_folder(
    _ identifier: compass_string, _ folder: compass_string, _ zone: UnsafeMutablePointer<compass_zone>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try zone.result("zone")
        let identifier = try identifier.requiredText("identifier")
        let folder = try folder.path("folder")
        result.pointee = try handle { () throws(ZoneError) in
            try ZoneOffsets(identifier: identifier, folder: folder)
        }
    }
}

@c @implementation
public func compass_zone_create_from_bytes(
    _ identifier: compass_string, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ zone: UnsafeMutablePointer<compass_zone>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try zone.result("zone")
        let identifier = try identifier.requiredText("identifier")
        let bytes = try Arguments.bytes(bytes, count)
        result.pointee = try handle { () throws(ZoneError) in
            try ZoneOffsets(identifier: identifier, tzif: bytes)
        }
    }
}

@c @implementation
public func compass_zone_data(
    _ zone: compass_zone, _ bytes: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let bytes = try bytes.result("bytes")
        bytes.pointee = HandleTable.shared.insert(TextObject(try Arguments.zone(zone, "zone").tzif))
    }
}

@c @implementation
public func compass_zone_destroy(_ zone: compass_zone) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(zone, .zone, "zone") }
}

/// Returns a handle for the zone that `make` creates.
private func handle(_ make: () throws(ZoneError) -> ZoneOffsets) throws(CallFailure) -> compass_zone {
    do throws(ZoneError) {
        return HandleTable.shared.insert(ZoneObject(try make()))
    } catch {
        throw CallFailure(error)
    }
}
