// One lane of the timeline: a list in time order of bars and dots, or, where there are too many, of months with a
// picture of their density.

import { h, set, setText, svg } from '../dom.js';
import { fill, plural } from '../texts.js';
import { daysOfItem, itemAloud } from './days.js';
import { extent, stack } from './timeline-stacking.js';

const rowHeight = 32;
const rowGap = 8;
const padding = 6;
const itemsInSlice = 25;
const types = ['event', 'interaction', 'offer', 'status'];
const names = ['events', 'interactions', 'offers', 'statusChanges'];

/** The height of a lane with so many rows. */
const heightOf = (rowCount) => rowCount * rowHeight + (rowCount - 1) * rowGap + 2 * padding;

export class Lane {
  constructor(app) {
    this.app = app;
    this.controls = new Map();
    this.scale = 1;
    this.origin = 0;
    this.isVisible = false;
    this.heading = h('h3', { class: 'tl-school', dir: 'auto' });
    this.count = h('span', { class: 'tl-count muted', 'aria-hidden': true });
    this.list = h('ul', { role: 'list' });
    this.plane = h('div', { class: 'tl-plane' }, this.list);
    this.track = h('div', { class: 'tl-track' }, this.plane);
    this.element = h('div', { class: 'tl-lane' }, h('div', { class: 'tl-name' }, this.heading, this.count), this.track);
    this.element.lane = this;
  }

  /** Takes the lane of an answer; `window` is its extent in percent, `highest` the largest count of all lanes. */
  take(lane, { window, bucketCount, highest }) {
    const { timeline } = this.app.texts;
    if (Boolean(this.lane?.items) !== Boolean(lane.items)) this.#clear();
    this.lane = lane;
    Object.assign(this, { window, bucketCount, highest });
    this.hasNewCounts = true;
    setText(this.heading, lane.schoolName);
    set(this.heading, { title: lane.schoolName });
    setText(this.count, plural(timeline.itemCount, lane.itemCount));
    const aloud = plural(timeline.laneAloud, lane.itemCount, { school: lane.schoolName });
    set(this.list, { 'aria-label': aloud });
  }

  #clear() {
    this.controls.clear();
    this.list.replaceChildren();
    this.density?.remove();
    this.density = null;
  }

  /** Places everything for a view, in slices; `headers` are the axis', of which density has buttons. */
  *draw({ origin, scale, width, headers, from, to }) {
    this.scale = scale;
    this.origin = origin;
    if (this.lane.items) yield* this.#drawItems(width, from, to);
    else yield* this.#drawCounts(headers);
  }

  /** Moves what is drawn to a view, without placing it anew. */
  shift(from, scale) {
    const x = (this.origin - from) * scale;
    const factor = scale / this.scale;
    this.plane.style.setProperty('transform', factor === 1 ? `translateX(${x}px)` : `translateX(${x}px) scaleX(${factor})`);
  }

  *#drawItems(width, from, to) {
    const { origin, scale } = this;
    const narrowest = Math.max(20, width / 50);
    const all = this.lane.items.map((item) => ({ item, ...extent(item, { origin, scale, narrowest }) }));
    const height = `${heightOf(stack(all))}px`;
    // Rows are those of all items, so that they stay while the view moves; elements are for what is near.
    const placed = all.filter(({ item }) => item.left <= to && item.left + item.width >= from);
    if (this.track.style.height !== height) this.track.style.setProperty('height', height);
    const gone = new Set(this.controls.keys());
    for (const { item } of placed) gone.delete(item.id);
    for (const id of gone) {
      this.controls.get(id).element.remove();
      this.controls.delete(id);
    }
    let place = this.list.firstElementChild;
    for (const [index, { item, x, w, row }] of placed.entries()) {
      let control = this.controls.get(item.id);
      if (!control) {
        control = this.#makeItem(item);
        this.controls.set(item.id, control);
      }
      control.item = item;
      if (control.element === place) place = place.nextElementSibling;
      else this.list.insertBefore(control.element, place);
      const { style } = control.element;
      style.setProperty('translate', `${x}px ${padding + row * (rowHeight + rowGap)}px`);
      style.setProperty('width', `${w}px`);
      if (index % itemsInSlice === itemsInSlice - 1) yield;
    }
    this.#keepTabStop();
    if (this.focusID && this.controls.has(this.focusID)) {
      this.controls.get(this.focusID).control.focus();
      this.focusID = null;
    }
  }

  #makeItem(item) {
    const { timeline } = this.app.texts;
    const isLink = Boolean(item.link);
    const name = item.type.replace('_change', '');
    const content = item.shape === 'bar'
      ? h('span', { class: 'tl-label', dir: 'auto', 'aria-hidden': true }, `${item.emoji} ${item.label}`)
      : [h('span', { class: 'tl-dot', 'aria-hidden': true }), h('span', { class: 'tl-emoji', 'aria-hidden': true }, item.emoji)];
    const control = h(isLink ? 'a' : 'button', {
      class: `tl-item ${item.shape} ${name}`, 'aria-label': itemAloud(timeline, item, this.lane.schoolName), tabindex: -1, href: item.link,
      type: isLink ? null : 'button', draggable: isLink ? 'false' : null,
    }, content);
    control.tip = () => fill(timeline.tooltip, { label: item.label, date: daysOfItem(item) });
    control.position = item.left;
    const element = h('li', {}, control);
    const made = { element, control, item };
    control.made = made;
    control.lane = this;
    return made;
  }

  *#drawCounts(headers) {
    const { lane, origin, scale, window, bucketCount } = this;
    if (this.track.style.height !== `${heightOf(1)}px`) this.track.style.setProperty('height', `${heightOf(1)}px`);
    if (!this.density || this.hasNewCounts) {
      this.density?.remove();
      this.density = this.#makeDensity();
      this.plane.prepend(this.density);
      this.hasNewCounts = false;
      yield;
    }
    const { style } = this.density;
    style.setProperty('translate', `${(window.from - origin) * scale}px ${padding}px`);
    style.setProperty('width', `${(window.to - window.from) * scale}px`);
    const bucket = (window.to - window.from) / bucketCount;
    const wanted = [];
    let place = 0;
    for (const header of headers) {
      const end = header.left + header.width;
      const sums = [0, 0, 0, 0];
      while (place < lane.counts.length) {
        const [number, ...numbers] = lane.counts[place];
        if (window.from + (number + 0.5) * bucket >= end) break;
        numbers.forEach((value, type) => (sums[type] += value));
        place += 1;
      }
      const count = sums.reduce((sum, value) => sum + value);
      if (count) wanted.push({ ...header, count, sums });
    }
    const gone = new Set(this.controls.keys());
    for (const { title } of wanted) gone.delete(title);
    for (const key of gone) {
      this.controls.get(key).element.remove();
      this.controls.delete(key);
    }
    let next = this.list.firstElementChild;
    for (const header of wanted) {
      let made = this.controls.get(header.title);
      if (!made) {
        const control = h('button', { class: 'tl-item tl-month', type: 'button', tabindex: -1 });
        control.tip = () => control.getAttribute('aria-label');
        made = { element: h('li', {}, control), control };
        control.made = made;
        control.lane = this;
        this.controls.set(header.title, made);
      }
      made.control.position = header.left + header.width / 2;
      made.header = header;
      const { timeline, web } = this.app.texts;
      const parts = header.sums.map((count, type) => count && `${timeline[names[type]]}: ${count}`).filter(Boolean);
      set(made.control, {
        'aria-label': fill(web.period, {
          period: header.title, items: plural(timeline.itemCount, header.count), parts: parts.join(', '),
        }),
      });
      if (made.element === next) next = next.nextElementSibling;
      else this.list.insertBefore(made.element, next);
      made.element.style.setProperty('translate', `${(header.left - origin) * scale}px ${padding}px`);
      made.element.style.setProperty('width', `${header.width * scale}px`);
    }
    this.#keepTabStop();
  }

  /** The counts of each bucket as columns, by type; the square root keeps small ones visible. */
  #makeDensity() {
    const paths = ['', '', '', ''];
    for (const [bucket, ...counts] of this.lane.counts) {
      const total = counts.reduce((sum, count) => sum + count, 0);
      const height = Math.max(6, rowHeight * Math.sqrt(total / this.highest));
      let bottom = rowHeight;
      counts.forEach((count, type) => {
        if (!count) return;
        const part = (height * count) / total;
        paths[type] += `M${bucket} ${(bottom - part).toFixed(2)}h1v${part.toFixed(2)}h-1z`;
        bottom -= part;
      });
    }
    return svg('svg', {
      class: 'tl-density', 'aria-hidden': true, viewBox: `0 0 ${this.bucketCount} ${rowHeight}`, preserveAspectRatio: 'none', focusable: 'false',
    }, paths.map((d, type) => (d ? svg('path', { d, class: types[type] }) : null)));
  }

  /** One control of each lane is in the order of the tab key. */
  #keepTabStop() {
    const all = [...this.controls.values()];
    if (all.length && !all.some(({ control }) => control.tabIndex === 0)) {
      this.list.querySelector('.tl-item').tabIndex = 0;
    }
  }

  /** The controls in time order. */
  get items() {
    return [...this.list.querySelectorAll('.tl-item')];
  }

  /** The control that is nearest to a position. */
  nearest(position) {
    let best = null;
    for (const { control } of this.controls.values()) {
      if (!best || Math.abs(control.position - position) < Math.abs(best.position - position)) best = control;
    }
    return best;
  }
}
