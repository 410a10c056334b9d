extension SocialPosts {
    /// Calls `body` with each run of a delta that has rows in a selection, and its own selection.
    func forEachRun(
        of delta: PostDelta, _ selection: PostSelection, _ body: (DeltaRun, PostSelection) -> Void
    ) {
        var firstWord = 0
        for run in delta.runs {
            var own = selection
            own.conditions.searched = selection.origin.pointee.searchedRuns.map { $0 + firstWord }
            firstWord += run.wordCount
            own.rows = selection.origin.pointee.span.rows(in: run.table.timestamps)
            if own.rows.isEmpty { continue }
            withMarks(selection.admittedSchools, of: posts.schools.count, run.table.schools.count) {
                schools in
                own.admittedSchools = schools
                guard let coaches = selection.conditions.admittedCoaches else { return body(run, own) }
                withMarks(coaches, of: posts.coaches.count, run.table.coaches.count) {
                    own.conditions.admittedCoaches = $0
                    body(run, own)
                }
            }
        }
    }

    /// Calls `body` with the marks of the first codes, and that of none, which follows the last code.
    private func withMarks(
        _ marks: UnsafePointer<UInt32>, of count: Int, _ ownCount: Int,
        _ body: (UnsafePointer<UInt32>) -> Void
    ) {
        if ownCount == count { return body(marks) }
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
            return posts.linkedTally(
                span.rows(in: posts.timestamps), conditions, searched: selection.searched,
                admittedSchools: selection.admittedSchools,
                admittedCoaches: selection.conditions.admittedCoaches, schoolCounts: schoolCounts,
                coachCounts: coachCounts)
        }
        var tally = LinkedTally()
        forEachRun(of: delta, selection) { run, own in
            let counted = withCounters(
                of: run, ownCount: run.table.schools.count, count: posts.schools.count,
                addingTo: schoolCounts
            ) { schools in
                withCounters(
                    of: run, ownCount: run.table.coaches.count, count: posts.coaches.count,
                    addingTo: coachCounts
                ) { coaches in
                    run.table.linkedTally(
                        span.rows(in: run.table.timestamps), conditions, searched: own.searched,
                        admittedSchools: own.admittedSchools,
                        admittedCoaches: own.conditions.admittedCoaches, schoolCounts: schools,
                        coachCounts: coaches)
                }
            }
            tally.add(counted, sign: run.sign)
        }
        return tally
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
        guard let delta else { return column(counts).prefixCounts.addCounts(times: 1, to: target) }
        for run in delta.runs {
            let sign = UInt32(truncatingIfNeeded: run.sign)
            column(run.table.counts).prefixCounts.addCounts(times: sign, to: target)
        }
    }
}

extension CountedCodes {
    /// Returns the number of rows with a code, also one that was assigned later.
    fileprivate func count(of code: Int) -> Int { code < codeCount ? prefixCounts.count(of: code) : 0 }
}
