// The rows of a lane.

/**
 * Stacks items into the fewest rows, as `LaneStacking` of CompassKernel does: by left edge, each into the lowest row
 * that is free; extents that only touch share a row. Sets `row` of each and returns the number of rows.
 *
 * @param items with `x` and `w`, the drawn extent in pixels
 */
export function stack(items) {
  const order = items.map((item, index) => ({ item, index })).sort((a, b) => a.item.x - b.item.x || a.index - b.index);
  const ends = [];
  for (const { item } of order) {
    let row = 0;
    while (row < ends.length && ends[row] > item.x + 1e-6) row += 1;
    ends[row] = item.x + item.w;
    item.row = row;
  }
  return Math.max(1, ends.length);
}

/**
 * Returns the drawn extent of an item, `x` and `w` in pixels from `origin`: at least `narrowest` wide, a dot around
 * its date, shifted inwards where it would leave the range.
 *
 * @param item with `left` and `width` in percent of the range
 */
export function extent(item, { origin, scale, narrowest }) {
  const [first, last] = [-origin * scale, (100 - origin) * scale];
  const x = (item.left - origin) * scale;
  const w = item.width * scale;
  if (item.shape === 'bar' && w >= narrowest) return { x, w };
  const start = item.shape === 'bar' ? x : x - narrowest / 2;
  return { x: Math.max(first, Math.min(start, last - narrowest)), w: narrowest };
}
