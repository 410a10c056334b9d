import BenchmarkHarness
import CompassKernel

extension PageInputs {
    /// Returns posts that are spread over the table: the last ones of each of some days.
    ///
    /// The kernel selects them, because the baseline's tables take too long to load under an instruction
    /// counter; the measured results are checked nevertheless.
    func spreadPosts(days dayCount: Int, postsPerDay: Int = 1) -> [FeedPost] {
        let now = Timestamp(micros: instants[0])
        let today = zone.civilDate(at: now)
        let page = social.analyticsPage(.all, asOf: now, in: zone, days: .every)
        let allDays = max(page.activityByDay.count - 1, 1)
        var days = (0..<dayCount).map { allDays * $0 / dayCount }
        days = days.indices.filter { $0 == 0 || days[$0] != days[$0 - 1] }.map { days[$0] }
        return days.flatMap { day in
            let date = today.adding(days: -day)
            let filter = postsPerDay == 1 ? PostFilter.dates(to: date) : .dates(from: date, to: date)
            return social.feedPage(where: filter, asOf: now, in: zone, pageSize: postsPerDay).posts
        }
    }
}
