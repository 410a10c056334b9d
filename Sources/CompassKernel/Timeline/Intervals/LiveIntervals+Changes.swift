extension LiveIntervals {
    /// Returns the numbers of the intervals of a lane that start at an instant.
    func numbers(ofLane lane: Int, startingAt start: Int64) -> Range<Int> {
        let index = baseIndex(ofLane: lane)
        let place = baseNumbers(ofLane: lane).lowerBound
        let (first, end) = (
            index?.firstRow(notBefore: start) ?? place, index?.firstRow(after: start) ?? place
        )
        guard let pending = pending?.value else { return first..<end }
        let added = pending.added(ofLane: lane, from: start, through: start)
        return first - pending.removedCount(before: first) + added.lowerBound..<end
            - pending.removedCount(before: end) + added.upperBound
    }

    /// Adds an interval with a number in its lane; the same and higher numbers move up.
    ///
    /// - Complexity: O(p) for p pending changes, of which a few hundred bytes are moved.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, lane: Int, row: UInt32, number: Int) {
        precondition(start <= end && kind < 4 && lane < laneCount, "an interval that no lane can hold")
        change { $0.insert(start: start, end: end, kind: kind, lane: lane, row: row, number: number) }
    }

    /// Removes an interval; higher numbers move down, its lane remains.
    ///
    /// - Complexity: as ``insert(start:end:kind:lane:row:number:)``.
    mutating func remove(_ number: Int) {
        precondition(number >= 0 && number < count, "number out of range")
        let base = base
        change { pending in
            switch pending.source(of: number) {
            case .added(let index): pending.remove(added: index)
            case .base(let number):
                pending.remove(
                    base: number, start: base.start(number), end: base.end(number),
                    kind: UInt8(truncatingIfNeeded: base.kind(number)))
            }
        }
    }

    private mutating func change(_ body: (inout PendingIntervals) -> Void) {
        var changed =
            pending?.value ?? PendingIntervals(baseCount: base.count, cellCount: limits.cellCount)
        // Releases this value's reference first: otherwise uniquely referenced blocks would be copied.
        pending = nil
        body(&changed)
        pending = PendingChanges(changed)
        advanceFolding()
        assertInvariants(of: count, checkInvariants(includingBase: false))
    }

    /// Adds lanes without intervals; the lanes after them move up.
    ///
    /// - Parameter newLanes: their numbers, ascending.
    mutating func addLanes(_ newLanes: [Int]) {
        let oldBefore = baseLanesBefore ?? (0...laneCount).map { UInt32($0) }
        var (before, newLaneOf, nextNew) = ([UInt32(0)], [UInt32](), 0)
        for lane in 0..<laneCount + newLanes.count {
            if nextNew < newLanes.count, newLanes[nextNew] == lane {
                before.append(before[lane])
                nextNew += 1
            } else {
                before.append(oldBefore[newLaneOf.count + 1])
                newLaneOf.append(UInt32(lane))
            }
        }
        (baseLanesBefore, laneCount) = (before, laneCount + newLanes.count)
        // A base under construction has the old lanes.
        folding = nil
        guard var changed = pending?.value else { return }
        changed.renumberLanes { newLaneOf[Int($0)] }
        pending = PendingChanges(changed)
    }

    // MARK: Folding

    /// Performs a share of the work that folds pending changes into the base: none while there are few, and
    /// all that is left when there are twice as many as folding begins with.
    private mutating func advanceFolding() {
        guard let changes = pending?.value else { return }
        if changes.isEmpty {
            (pending, folding) = (nil, nil)
            return
        }
        let threshold = limits.threshold(of: count)
        if folding == nil, changes.count < threshold { return }
        let folding = beginFolding()
        let changeCount = changes.changeCount - folding.changeCount
        if changes.count >= 2 * threshold {
            install(folding.finish())
        } else if let folded = folding.advance(to: Double(changeCount * 4) / Double(threshold * 3)) {
            install(folded)
        }
    }

    /// Returns the base under construction; begins it if there is none.
    private mutating func beginFolding() -> IntervalFolding {
        if let folding { return folding }
        let new = IntervalFolding(of: self)
        folding = new
        return new
    }

    /// Takes a new base, relative to which only the changes since its construction began are pending.
    private mutating func install(_ folded: IntervalFolding.Folded) {
        guard let current = pending?.value, let folding else { return }
        let rebased = current.rebased(since: folding.pending, on: folded.base, limits.cellCount)
        self = LiveIntervals(folded.base, rows: folded.rows, limits: limits)
        pending = rebased.isEmpty ? nil : PendingChanges(rebased)
        assertInvariants(of: base.count, base.checkInvariants())
    }

    /// Folds pending changes into the base until none are left, or `isOver` returns true between two steps.
    ///
    /// - Returns: whether none are left.
    @discardableResult
    mutating func fold(until isOver: () -> Bool) -> Bool {
        while pending != nil {
            let folding = beginFolding()
            if let folded = folding.step() { install(folded) }
            if isOver() { break }
        }
        assertInvariants(of: count, checkInvariants(includingBase: false))
        return pending == nil
    }

    /// Returns the same intervals without pending changes.
    func folded() -> LiveIntervals {
        var copy = self
        copy.fold { false }
        return copy
    }

    func checkInvariants(includingBase: Bool = true) -> [String] {
        var violations = pending?.value.checkInvariants() ?? []
        if includingBase { violations += base.checkInvariants() }
        if baseRows.count != base.count { violations.append("\(baseRows.count) rows") }
        if let before = baseLanesBefore, before.count != laneCount + 1 { violations.append("lanes") }
        if !violations.isEmpty { return violations }
        var (first, lane) = (0, 0)
        while lane < laneCount {
            let numbers = numbers(ofLane: lane)
            if numbers.lowerBound != first { violations.append("first of lane \(lane)") }
            for number in numbers {
                if self.lane(of: number) != lane { violations.append("lane of \(number)") }
                if number > numbers.lowerBound, start(number - 1) > start(number) {
                    violations.append("start of \(number)")
                }
            }
            (first, lane) = (numbers.upperBound, lane + 1)
        }
        if first != count { violations.append("\(count) intervals, \(first) in lanes") }
        return violations
    }
}

extension PendingIntervals {
    /// Returns what is pending relative to a new base, into which the changes of `folded` were folded.
    ///
    /// - Parameter folded: an earlier state of this value.
    func rebased(since folded: PendingIntervals, on base: LaneIntervals, _ cellCount: Int) -> PendingIntervals
    {
        // The numbers of the new base are the current ones of the earlier state.
        var removedNumbers = removed.compactMap { folded.number(ofBase: Int($0)) }
        var newNumbers = [Int?](repeating: nil, count: added.count)
        var next = 0
        for index in added.indices where added[index].serial < folded.changeCount {
            while folded.added[next].serial != added[index].serial {
                removedNumbers.append(folded.number(ofAdded: next))
                next += 1
            }
            newNumbers[index] = folded.number(ofAdded: next)
            next += 1
        }
        for index in next..<folded.added.count { removedNumbers.append(folded.number(ofAdded: index)) }
        removedNumbers.sort()

        // An added interval comes before the next one that is also in the new base.
        var stillAdded: [PendingInterval] = []
        var following = Int.max
        for index in added.indices.reversed() {
            if let number = newNumbers[index] {
                following = number
                continue
            }
            var interval = added[index]
            let place = Int(interval.place)
            let newPlace = place - folded.removedCount(before: place) + folded.addedCount(before: place)
            interval.place = UInt32(min(following, newPlace))
            stillAdded.append(interval)
        }
        return PendingIntervals(
            baseCount: base.count, cellCount: cellCount, added: stillAdded.reversed(),
            removed: removedNumbers.map { UInt32($0) },
            removedIntervals: removedNumbers.map {
                (base.start($0), base.end($0), UInt8(truncatingIfNeeded: base.kind($0)))
            })
    }
}
