// Functions for `compass-bench intervals` over the header of superintervals, which CI/build-superintervals downloads.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "superintervals.hpp"

namespace {

struct Index {
    si::IntervalMap<std::int32_t, std::uint32_t> map;
    std::vector<std::uint32_t> found;
};

}  // namespace

extern "C" {

// Builds an index of intervals, whose ends are inclusive; an interval's id is its place.
void *compass_superintervals_build(const std::int32_t *starts, const std::int32_t *ends, std::size_t count) {
    auto *index = new Index;
    index->map.reserve(count);
    for (std::size_t place = 0; place < count; place++) {
        index->map.add(starts[place], ends[place], static_cast<std::uint32_t>(place));
    }
    index->map.build();
    return index;
}

// Stores where the ids of the intervals that meet an inclusive range are until the next call; returns their number.
std::size_t compass_superintervals_ids(
    void *handle, std::int32_t from, std::int32_t to, const std::uint32_t **ids) {
    auto *index = static_cast<Index *>(handle);
    index->found.clear();
    index->map.search_values(from, to, index->found);
    *ids = index->found.data();
    return index->found.size();
}

std::size_t compass_superintervals_count(void *handle, std::int32_t from, std::int32_t to) {
    return static_cast<Index *>(handle)->map.count(from, to);
}

void compass_superintervals_free(void *handle) { delete static_cast<Index *>(handle); }
}
