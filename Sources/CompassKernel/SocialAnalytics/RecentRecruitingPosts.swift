extension SocialPosts {
    /// Returns the `limit` newest posts of the selection that are related to recruiting, newest first.
    ///
    /// - Complexity: O(k) for k rows if recruiting posts are not rare; otherwise O(n / 64) for n rows.
    func recentRecruitingPosts(
        _ limit: Int, _ selection: PostSelection, recruitingCount: Int, in zone: ZoneOffsets
    ) -> [RecruitingPost] {
        let wanted = min(max(limit, 0), recruitingCount)
        if wanted == 0 { return [] }
        var listed: [RecruitingPost] = []
        listed.reserveCapacity(wanted)
        if let delta = posts.delta {
            var recruiting = selection
            recruiting.conditions.recruiting = true
            var places = PlacesInOrder(self, delta, recruiting, portion: wanted)
            while listed.count < wanted, let place = places.next() {
                listed.append(recruitingPost(place, in: zone))
            }
        } else if !selection.conditions.isAlways {
            // The recruiting condition comes first, so that the schools of all other posts are not looked up.
            var recruiting = selection
            recruiting.conditions.recruiting = true
            posts.forEachMatchingWord(recruiting, in: selection.rows) { word, bits in
                append(bits, word, to: &listed, wanted, zone)
                return listed.count < wanted
            }
        } else {
            let skipped = posts.recruiting.rank(selection.rows.lowerBound)
            while listed.count < wanted, let row = posts.recruiting.select(skipped + listed.count) {
                // The rest of the row's word is processed directly, without another search.
                let bits = posts.recruiting.words[row >> 6] & ~0 << UInt64(row & 63)
                append(bits, row >> 6, to: &listed, wanted, zone)
            }
        }
        return listed
    }

    private func append(
        _ bits: UInt64, _ word: Int, to listed: inout [RecruitingPost], _ wanted: Int, _ zone: ZoneOffsets
    ) {
        var bits = bits
        while bits != 0, listed.count < wanted {
            let place = PostPlace(word * 64 + bits.trailingZeroBitCount)
            listed.append(recruitingPost(place, in: zone))
            bits &= bits - 1
        }
    }

    /// Returns the post at a place; its texts are created only here, when they are shown.
    private func recruitingPost(_ place: PostPlace, in zone: ZoneOffsets) -> RecruitingPost {
        // A constant for either table would be a reference to count.
        guard place.level > 0, let delta = posts.delta else {
            return recruitingPost(place.row, of: posts, in: zone)
        }
        return recruitingPost(place.row, of: delta.table(place.level), in: zone)
    }

    @inline(__always)
    private func recruitingPost(_ row: Int, of columns: PostTable, in zone: ZoneOffsets) -> RecruitingPost {
        let slot = columns.slots.slot(ofRow: row)
        let segment = posts.records.segment(of: slot)
        return posts.records.segments[segment].recruitingPost(
            slot - posts.records.firstSlots[segment], platform: columns.platform(row),
            date: ZonedTimestamp(columns.timestamps[row], in: zone), schoolCode: columns.schoolCode(row),
            schoolNames)
    }
}

extension PostRecords {
    /// Returns the post of the record at `index`.
    // A method of the records, because a method does not retain the columns of its object for each text
    // (`live.page.analytics`).
    @inline(never)
    fileprivate func recruitingPost(
        _ index: Int, platform: Platform, date: ZonedTimestamp, schoolCode: Int?, _ schools: CodeNames
    ) -> RecruitingPost {
        RecruitingPost(
            id: ids.string(index), platform: platform, authorHandle: handles.string(index),
            authorName: names.string(index), postDate: date, postContent: contents.string(index),
            schoolID: schoolCode.map { schools.ids[$0] })
    }
}
