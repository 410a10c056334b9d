extension TimelineItems {
    /// Returns numbers that are sorted by start, reordered so that equal starts are sorted by id.
    ///
    /// - Complexity: O(h + t log t) for h numbers, t of which share their start.
    func inOrderOfIDs(_ numbers: [UInt32]) -> [UInt32] {
        let intervals = positions.value.intervals
        if intervals.pending != nil {
            let starts = intervals.starts(of: numbers)
            return inOrderOfIDs(numbers) { starts[$0] == starts[$1] }
        }
        let base = intervals.base
        return inOrderOfIDs(numbers) { base.start(Int(numbers[$0])) == base.start(Int(numbers[$1])) }
    }

    @inline(__always)
    private func inOrderOfIDs(_ numbers: [UInt32], areTied: (Int, Int) -> Bool) -> [UInt32] {
        var numbers = numbers
        var keys: [IDKey] = []
        // A run is reordered only after its last place was compared.
        numbers.indices.forEachRun(where: areTied) { run in
            keys.removeAll(keepingCapacity: true)
            for place in run { keys.append(idKey(numbers[place])) }
            keys.sort { $0.prefix == $1.prefix ? isIDBefore($0, $1) : $0.prefix < $1.prefix }
            for (place, key) in zip(run, keys) { numbers[place] = key.number }
        }
        return numbers
    }

    /// An item and the first bytes of its id, which nearly always decide the order.
    private struct IDKey {
        /// The type in the highest two bits, then the first 62 bits of the row's id. The prefixes of the
        /// rows' ids are in the order of the types.
        var prefix: UInt64
        var number: UInt32
    }

    private func idKey(_ number: UInt32) -> IDKey {
        let type = UInt8(truncatingIfNeeded: positions.value.intervals.kind(Int(number)))
        let id = tables.value.idPrefix(type, positions.value.intervals.row(Int(number)))
        return IDKey(prefix: UInt64(type) << 62 | id >> 2, number: number)
    }

    @inline(never)
    private func isIDBefore(_ a: IDKey, _ b: IDKey) -> Bool {
        tables.value.compareIDs(
            UInt8(a.prefix >> 62), positions.value.intervals.row(Int(a.number)), UInt8(b.prefix >> 62),
            positions.value.intervals.row(Int(b.number))) < 0
    }
}

extension TimelineTables {
    /// Returns the first eight bytes of a row's id as a number; different numbers are in the order of ids.
    fileprivate func idPrefix(_ type: UInt8, _ row: Int) -> UInt64 {
        switch type {
        case TimelineItemType.event.number: events.idPrefix(row)
        case TimelineItemType.interaction.number: interactions.idPrefix(row)
        case TimelineItemType.offer.number: offers.idPrefix(row)
        default: statusChanges.idPrefix(row)
        }
    }
}

extension TimelineSource {
    /// Returns the first eight bytes of a row's id as a number.
    ///
    /// Packed and text ids are never compared with each other: with added rows, packed ids are read as text.
    fileprivate func idPrefix(_ row: Int) -> UInt64 {
        if hasOnlyPackedIDs, case .uuid(let ids) = table.ids { return ids[row].high }
        return withID(row) { bytes in
            bytes.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(56 - 8 * $1.offset) }
        }
    }
}
