extension PostTable {
    /// Returns the latest instant of the posts of each day.
    ///
    /// - Complexity: O(n) for n posts.
    package func latestByDay(in zone: ZoneOffsets) -> [CivilDate: Timestamp] {
        var latest: [CivilDate: Timestamp] = [:]
        func add(_ table: PostTable, where isListed: (_ row: Int) -> Bool) {
            // Rows are newest first, so that the day changes rarely.
            var startOfDay = Timestamp(micros: .max)
            for row in 0..<table.rowCount where table.timestamps[row] < startOfDay && isListed(row) {
                let instant = table.timestamps[row]
                let day = zone.civilDate(at: instant)
                startOfDay = zone.startOfDay(day)
                latest[day] = Swift.max(latest[day] ?? instant, instant)
            }
        }
        guard let delta else {
            add(self) { _ in true }
            return latest
        }
        for run in delta.runs where !run.isRemoved {
            add(run.table) { !delta.isRemoved(PostPlace(level: run.level, row: $0)) }
        }
        return latest
    }
}
