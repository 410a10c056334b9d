extension PeerResult {
    /// The engine, with its threads if there are several.
    public var engineName: String { threads > 1 ? "\(engine), \(threads) threads" : engine }

    /// The reason why there are no figures; nil if there are.
    public var reasonNotRun: String? {
        if measurement != nil { return nil }
        let note = note ?? "no reason is known"
        return note.hasPrefix("not run") ? note : "not run: \(note)"
    }

    /// Bytes read per second, in 10^9; nil if a call reads none or was not measured.
    public var gigabytesPerSecond: Double? {
        measurement.flatMap { measured in bytes.map { Double($0) / measured.nanoseconds.median } }
    }
}
