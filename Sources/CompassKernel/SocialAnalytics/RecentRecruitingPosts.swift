extension SocialPosts {
    /// Returns the `limit` newest posts of the selection that are related to recruiting, newest first.
    ///
    /// - Complexity: O(k) for k rows if recruiting posts are not rare; otherwise O(n / 64) for n rows.
    func recentRecruitingPosts(
        _ limit: Int, _ selection: PostSelection, recruitingCount: Int, in zone: ZoneOffsets
    ) -> [RecruitingPost] {
        let wanted = min(max(limit, 0), recruitingCount)
        if wanted == 0 { return [] }
        if let delta = posts.delta {
            var recruiting = selection
            recruiting.conditions.recruiting = true
            var places = PlacesInOrder(self, delta, recruiting, portion: wanted)
            return [RecruitingPost](unsafeUninitializedCapacity: wanted) { target, count in
                while count < wanted, let place = places.next() {
                    (target.baseAddress! + count).initialize(to: recruitingPost(place, in: zone))
                    count += 1
                }
            }
        }
        return [RecruitingPost](unsafeUninitializedCapacity: wanted) { target, count in
            if !selection.conditions.isAlways {
                // The recruiting condition comes first, so that the schools of all other posts are not looked
                // up.
                var recruiting = selection
                recruiting.conditions.recruiting = true
                posts.forEachMatchingWord(recruiting, in: selection.rows) { word, bits in
                    append(bits, word, to: target, &count, wanted, zone)
                    return count < wanted
                }
            } else {
                let skipped = posts.recruiting.rank(selection.rows.lowerBound)
                while count < wanted, let row = posts.recruiting.select(skipped + count) {
                    // The rest of the row's word is processed directly, without another search.
                    let bits = posts.recruiting.words[row >> 6] & ~0 << UInt64(row & 63)
                    append(bits, row >> 6, to: target, &count, wanted, zone)
                }
            }
        }
    }

    private func append(
        _ bits: UInt64, _ word: Int, to target: UnsafeMutableBufferPointer<RecruitingPost>,
        _ count: inout Int, _ wanted: Int, _ zone: ZoneOffsets
    ) {
        var bits = bits
        while bits != 0, count < wanted {
            let row = word * 64 + bits.trailingZeroBitCount
            (target.baseAddress! + count).initialize(to: recruitingPost(PostPlace(row), in: zone))
            count += 1
            bits &= bits - 1
        }
    }

    /// Returns the post at a place; its texts are created only here, when they are shown.
    private func recruitingPost(_ place: PostPlace, in zone: ZoneOffsets) -> RecruitingPost {
        let (records, index) = posts.record(of: place)
        let (columns, row) = (posts.columns(of: place), place.row)
        return RecruitingPost(
            id: records.ids.string(index), platform: columns.platform(row),
            authorHandle: records.handles.string(index), authorName: records.names.string(index),
            postDate: ZonedTimestamp(columns.timestamps[row], in: zone),
            postContent: records.contents.string(index),
            schoolID: columns.schoolCode(row).map { schoolNames.ids[$0] })
    }
}
