import CompassKernel

/// The zones of recent requests by name: reading and decoding the file of one takes longer than responding to
/// most requests.
final class ZoneCache: @unchecked Sendable {
    // Sendable: the zones are read and written only with the lock held.
    private let monitor = Monitor()
    private let limit: Int
    private var zones: [String: ZoneOffsets] = [:]
    /// The names, the oldest first.
    private var order: [String] = []

    /// - Parameter limit: the number of zones that are kept.
    init(limit: Int = 128) { self.limit = limit }

    var count: Int { monitor.withLock { zones.count } }

    /// Returns whether the zone of a name is there.
    func keeps(_ name: String) -> Bool { monitor.withLock { zones[name] != nil } }

    /// Returns the zone of a name.
    ///
    /// - Throws: ``ZoneError``, which is not kept: names that are none would displace zones.
    func zone(_ name: String) throws(ZoneError) -> ZoneOffsets {
        if let kept = monitor.withLock({ zones[name] }) { return kept }
        let zone = try ZoneOffsets(identifier: name)
        monitor.withLock {
            guard zones.updateValue(zone, forKey: name) == nil else { return }
            order.append(name)
            if order.count > limit { zones[order.removeFirst()] = nil }
        }
        return zone
    }
}
