import CompassKernel
import Synchronization

/// The snapshot that requests copy, and the events that tell of a new one.
///
/// One writer at a time publishes; readers never wait for more than the copy of a few references.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class PublishedState: Sendable {
    let hub: EventHub
    private let current: Mutex<ServerSnapshot>

    /// - Parameter generation: the generation of the empty snapshot at the start.
    init(generation: UInt64, limits: EventHub.Limits = EventHub.Limits(), clock: any Clock<Duration>) {
        hub = EventHub(generation: generation, limits: limits, clock: clock)
        var snapshot = ServerSnapshot()
        snapshot.generation = generation
        current = Mutex(snapshot)
    }

    var snapshot: ServerSnapshot { current.withLock { $0 } }

    /// Publishes a snapshot that differs in what is not counted as a change.
    func update(_ change: (inout ServerSnapshot) -> Void) { publish([], change) }

    /// Publishes a changed snapshot, and sends the events, each of which is a generation of its own.
    func publish(_ events: [ServerEvent], _ change: (inout ServerSnapshot) -> Void) {
        var next = snapshot
        change(&next)
        let generation = next.generation
        next.generation += UInt64(events.count)
        // The former snapshot is released after the lock: freeing its columns takes a while.
        let former = current.withLock { current in
            let former = current
            current = next
            return former
        }
        for (index, event) in events.enumerated() {
            hub.send(event, generation: generation + UInt64(index) + 1)
        }
        withExtendedLifetime(former) {}
    }
}
