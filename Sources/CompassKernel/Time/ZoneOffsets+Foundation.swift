#if canImport(Darwin)
    import Foundation

    extension ZoneOffsets {
        /// Creates a zone from Foundation's offsets for the years from 1900 to 2200.
        ///
        /// The first and the last offset apply before and after these years. Offsets with a fraction of a
        /// minute are those of Foundation.
        ///
        /// - Complexity: O(*n*) in the zone's offset changes, at some microseconds each: reuse the value.
        public init(_ timeZone: Foundation.TimeZone) {
            let first = CivilArithmetic.newYearSecond(1900)
            let last = CivilArithmetic.newYearSecond(2200)
            var date = Date(timeIntervalSince1970: Double(first))
            let initialOffset = timeZone.secondsFromGMT(for: date)
            var changes: [OffsetSegment] = []
            while let change = timeZone.nextDaylightSavingTimeTransition(after: date), change > date,
                change.timeIntervalSince1970 < Double(last)
            {
                changes.append(
                    OffsetSegment(
                        startSecond: Int64(change.timeIntervalSince1970.rounded()),
                        offsetSeconds: Int64(timeZone.secondsFromGMT(for: change))))
                date = change
            }
            self.init(
                table: ZoneTable(
                    identifier: timeZone.identifier, initialOffsetSeconds: Int64(initialOffset),
                    changes: changes))
        }
    }
#endif
