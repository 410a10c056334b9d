extension SocialPosts {
    /// Calls `body` with each run of a delta that has rows in a selection, and its own selection.
    ///
    /// - Parameter onlyAdded: whether to leave out the runs of removed rows.
    @inline(__always)
    func forEachRun(
        of delta: PostDelta, _ selection: PostSelection, onlyAdded: Bool = false,
        _ body: (DeltaRun, PostSelection) -> Void
    ) {
        var firstWord = 0
        for run in onlyAdded ? delta.addedRuns : delta.runs[...] {
            var own = selection
            own.conditions.searched = selection.origin.pointee.searchedRuns.map { $0 + firstWord }
            firstWord += run.wordCount
            own.rows = selection.origin.pointee.span.rows(in: run.table.timestamps)
            if own.rows.isEmpty { continue }
            // Outside of closures, which would retain what the body captures for each run. Where all schools are
            // admitted, the marks are all ones, so that those of more codes serve as well.
            if !selection.conditions.restrictsCodes || hasAllCodes(run) {
                body(run, own)
            } else {
                withMarks(of: run, own) { body(run, $0) }
            }
        }
    }

    /// Whether a run knows the codes of all schools and coaches.
    @inline(__always)
    func hasAllCodes(_ run: DeltaRun) -> Bool {
        run.table.schools.count == posts.schools.count && run.table.coaches.count == posts.coaches.count
    }

    /// Calls `body` with a selection whose marks are those of a run's codes, where the selection restricts them. Marks
    /// of all schools stay those of the whole call: lists, which outlive the call of `body`, read them too.
    private func withMarks(of run: DeltaRun, _ selection: PostSelection, _ body: (PostSelection) -> Void) {
        var own = selection
        let restrictedSchools = selection.conditions.restrictsSchools ? selection.admittedSchools : nil
        withMarks(restrictedSchools, of: posts.schools.count, run.table.schools.count) { schools in
            if let schools { own.admittedSchools = schools }
            withMarks(
                selection.conditions.admittedCoaches, of: posts.coaches.count, run.table.coaches.count
            ) {
                own.conditions.admittedCoaches = $0
                body(own)
            }
        }
    }

    /// Calls `body` with the marks of the first codes, and that of none, which follows the last code; with nil for nil.
    private func withMarks(
        _ marks: UnsafePointer<UInt32>?, of count: Int, _ ownCount: Int,
        _ body: (UnsafePointer<UInt32>?) -> Void
    ) {
        guard let marks, ownCount != count else { return body(marks) }
        StackScratch.withInnerCounters(ownCount + 1) { own in
            // SAFETY: a run has no more codes than the table, and there is a mark for none.
            own.update(from: marks, count: ownCount)
            own[ownCount] = marks[count]
            body(own)
        }
    }

    /// Calls `body` with counters for the codes of a run, and adds what it has counted to `totals`.
    func withCounters<Result>(
        of run: DeltaRun, ownCount: Int, count: Int, addingTo totals: UnsafeMutablePointer<UInt32>,
        _ body: (UnsafeMutablePointer<UInt32>) -> Result
    ) -> Result {
        if ownCount == count, !run.isRemoved { return body(totals) }
        return StackScratch.withInnerCounters(ownCount + 1) { own in
            let result = body(own)
            let factor = UInt32(truncatingIfNeeded: run.sign)
            // SAFETY: a run has no more codes than the table, and there is a counter for none.
            for code in 0..<ownCount { totals[code] &+= own[code] &* factor }
            totals[count] &+= own[ownCount] &* factor
            return result
        }
    }

    /// Counts the posts of a selection by kind, and by school and coach into counters, as
    /// ``PostTable/tally(_:schoolCounts:coachCounts:)``.
    @inline(__always)
    func tally(
        _ selection: PostSelection, schoolCounts: UnsafeMutablePointer<UInt32>,
        coachCounts: UnsafeMutablePointer<UInt32>? = nil
    ) -> PostTally {
        if let delta = posts.delta { return tally(delta, selection, schoolCounts, coachCounts) }
        return posts.tally(selection, schoolCounts: schoolCounts, coachCounts: coachCounts)
    }

    @inline(never)
    private func tally(
        _ delta: PostDelta, _ selection: PostSelection, _ schoolCounts: UnsafeMutablePointer<UInt32>,
        _ coachCounts: UnsafeMutablePointer<UInt32>?
    ) -> PostTally {
        var tally = PostTally()
        forEachRun(of: delta, selection) { run, own in
            if !run.isRemoved, hasAllCodes(run) {
                tally += run.table.tally(own, schoolCounts: schoolCounts, coachCounts: coachCounts)
                return
            }
            let counted = withCounters(
                of: run, ownCount: run.table.schools.count, count: posts.schools.count,
                addingTo: schoolCounts
            ) { schools in
                guard let coachCounts else { return run.table.tally(own, schoolCounts: schools) }
                return withCounters(
                    of: run, ownCount: run.table.coaches.count, count: posts.coaches.count,
                    addingTo: coachCounts
                ) { run.table.tally(own, schoolCounts: schools, coachCounts: $0) }
            }
            tally += counted.times(run.sign)
        }
        return tally
    }

    /// Returns the number of posts of a selection.
    ///
    /// - Complexity: as ``PostTable/matchCount(_:in:)``.
    @inline(__always)
    func matchCount(_ selection: PostSelection) -> Int {
        guard let delta = posts.delta else { return posts.matchCount(selection, in: selection.rows) }
        return matchCount(delta, selection)
    }

    @inline(never)
    private func matchCount(_ delta: PostDelta, _ selection: PostSelection) -> Int {
        var count = 0
        forEachRun(of: delta, selection) { run, own in
            count += run.sign * run.table.matchCount(own, in: own.rows)
        }
        return count
    }

    /// Counts the posts of a selection within `span` for every chart except that of days, as
    /// ``PostTable/linkedTally(_:_:searched:admittedSchools:admittedCoaches:schoolCounts:coachCounts:)``.
    func linkedTally(
        _ selection: PostSelection, within span: TimeSpan, _ conditions: LinkedConditions,
        schoolCounts: UnsafeMutablePointer<UInt32>, coachCounts: UnsafeMutablePointer<UInt32>
    ) -> LinkedTally {
        guard let delta = posts.delta else {
            return posts.linkedTally(selection, within: span, conditions, schoolCounts, coachCounts)
        }
        var tally = LinkedTally()
        forEachRun(of: delta, selection) { run, own in
            if !run.isRemoved, hasAllCodes(run) {
                let counted = run.table.linkedTally(own, within: span, conditions, schoolCounts, coachCounts)
                return tally.add(counted, sign: 1)
            }
            let counted = withCounters(
                of: run, ownCount: run.table.schools.count, count: posts.schools.count,
                addingTo: schoolCounts
            ) { schools in
                withCounters(
                    of: run, ownCount: run.table.coaches.count, count: posts.coaches.count,
                    addingTo: coachCounts
                ) { run.table.linkedTally(own, within: span, conditions, schools, $0) }
            }
            tally.add(counted, sign: run.sign)
        }
        return tally
    }
}

extension PostTable {
    /// Counts the posts of a selection of these columns within `span`.
    @inline(never)
    fileprivate func linkedTally(
        _ selection: PostSelection, within span: TimeSpan, _ conditions: LinkedConditions,
        _ schoolCounts: UnsafeMutablePointer<UInt32>, _ coachCounts: UnsafeMutablePointer<UInt32>
    ) -> LinkedTally {
        linkedTally(
            span.rows(in: timestamps), conditions, searched: selection.searched,
            admittedSchools: selection.admittedSchools,
            admittedCoaches: selection.conditions.admittedCoaches, schoolCounts: schoolCounts,
            coachCounts: coachCounts)
    }
}

extension PostTable {
    /// Returns the number of posts of a school.
    func postCount(ofSchool code: Int) -> Int {
        guard let delta = delta else { return counts.schools.prefixCounts.count(of: code) }
        return delta.runs.reduce(0) { $0 + $1.sign * $1.table.counts.schools.count(of: code) }
    }

    /// Returns the number of posts of a coach.
    func postCount(ofCoach code: Int) -> Int {
        guard let delta = delta else { return counts.coaches.prefixCounts.count(of: code) }
        return delta.runs.reduce(0) { $0 + $1.sign * $1.table.counts.coaches.count(of: code) }
    }
}

extension PostTable {
    /// Calls `body` with the number of posts of each school.
    ///
    /// - Complexity: O(s) for s schools, in each run.
    func withPostCountsOfSchools<Result>(_ body: (UnsafePointer<UInt32>) -> Result) -> Result {
        StackScratch.withInnerCounters(schools.count) { counts in
            addPostCounts(to: counts) { $0.schools }
            return body(counts)
        }
    }

    /// Calls `body` with the number of posts of each coach, likewise.
    func withPostCountsOfCoaches<Result>(_ body: (UnsafePointer<UInt32>) -> Result) -> Result {
        StackScratch.withInnerCounters(coaches.count) { counts in
            addPostCounts(to: counts) { $0.coaches }
            return body(counts)
        }
    }

    /// Adds the number of posts of each code of a column to counters for them.
    private func addPostCounts(
        to target: UnsafeMutablePointer<UInt32>, of column: (PostCounts) -> CountedCodes
    ) {
        // SAFETY: neither the columns nor a run have more codes than the table.
        guard let delta else { return column(counts).prefixCounts.addCounts(isAdded: true, to: target) }
        for run in delta.runs {
            column(run.table.counts).prefixCounts.addCounts(isAdded: run.sign > 0, to: target)
        }
    }
}

extension CountedCodes {
    /// Returns the number of rows with a code, also one that was assigned later.
    fileprivate func count(of code: Int) -> Int { code < codeCount ? prefixCounts.count(of: code) : 0 }
}
