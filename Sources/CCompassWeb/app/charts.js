// Charts from the kernel's percentages: `Chart` is a figure with a caption, a text for screen readers and a table;
// `bars` draws rows that can be chosen, `DayChart` columns that can be dragged over. All of them are updated in
// place, so that the focus stays and changes move.

import { h, hidden, reconcile, replace, set, setText } from './dom.js';
import { plural } from './texts.js';

/** A chart's card: `element`; `update` sets its text, its table and, where it has no data, what to say instead. */
export class Chart {
  /** `content` draws the chart, `showTable` is the label of its table's button. */
  constructor({ title, content, showTable }) {
    this.aloud = hidden();
    this.none = h('p', { class: 'no-data', hidden: true });
    this.head = h('tr');
    this.body = h('tbody');
    this.details = h(
      'details', {}, h('summary', {}, showTable, hidden(`: ${title}`)),
      h('div', { class: 'table-scroll', tabindex: 0, role: 'group', 'aria-label': title },
        h('table', {}, h('thead', {}, this.head), this.body)));
    this.content = h('div', {}, content, this.details);
    this.element = h(
      'figure', { class: 'card chart', 'aria-label': title },
      h('figcaption', {}, h('span', { role: 'heading', 'aria-level': 2 }, title), ' ', this.aloud), this.none, this.content);
  }

  /** `head` are the names of the columns, `rows` lists of texts, whose first one names the row. */
  update({ aloud, head, rows, none = null }) {
    setText(this.aloud, none ?? aloud);
    setText(this.none, none ?? '');
    set(this.none, { hidden: none === null });
    set(this.content, { hidden: none !== null });
    const key = JSON.stringify(rows);
    if (key === this.key) return;
    this.key = key;
    replace(this.head, head.map((name) => h('th', { scope: 'col' }, name)));
    replace(this.body, rows.map(([name, ...cells]) =>
      h('tr', {}, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', {}, cell)))));
  }
}

/**
 * Draws rows of label, bar and count into a list; each is a button that is pressed where it is chosen.
 *
 * Rows: key, label, count, percentage, tone (a class), isChosen, isFaded, aloud.
 */
export function bars(list, rows, onchoose) {
  const show = (item, row) => {
    const [choice] = item.children;
    const [name, track, count] = choice.children;
    set(choice, { 'aria-pressed': row.isChosen, 'aria-label': row.aloud });
    choice.classList.toggle('faded', row.isFaded);
    setText(name, row.label);
    set(track.firstChild, { style: { '--part': row.percentage } });
    setText(count, String(row.count));
  };
  reconcile(list, rows, (row) => row.key, (row) => {
    const item = h(
      'li', { class: row.tone },
      h('button', { type: 'button', class: 'choice', onclick: () => onchoose(row.key) },
        h('span', { class: 'name' }), h('span', { class: 'track' }, h('span', { class: 'fill' })), h('span', { class: 'count' })));
    show(item, row);
    return item;
  }, show);
}

/**
 * Columns of days. A drag over them chooses days, a click one of them; with the keyboard, arrows move, Enter chooses,
 * Shift with an arrow widens, Escape closes the tooltip, then ends the choice.
 *
 * `onbrush(dates, isFinal)` gets the chosen `{from, to}`, or null; `tooltip(day)` and `aloud(day)` are texts.
 */
export class DayChart {
  constructor({ label, hint, tooltip, aloud, onbrush }) {
    Object.assign(this, { tooltipText: tooltip, aloud, onbrush });
    this.days = [];
    this.active = -1;
    this.anchor = -1;
    this.drag = null;
    this.isWidening = false;
    this.range = null;
    this.escape = (event) => event.key === 'Escape' && this.#point(-1);
    // At another width the tooltip may cover what is beside the chart.
    this.resized = () => this.#point(-1);
    this.number = ++DayChart.count;
    this.brush = h('div', { class: 'brush', hidden: true });
    this.tip = h('div', { class: 'tooltip', hidden: true, 'aria-hidden': true });
    this.max = h('span', { class: 'max', 'aria-hidden': true });
    this.plot = h('div', {
      class: 'plot', role: 'listbox', tabindex: 0, 'aria-label': label, 'aria-orientation': 'horizontal', 'aria-multiselectable': true,
      'aria-describedby': `day-hint-${this.number}`,
      onkeydown: (event) => this.#key(event), onkeyup: (event) => event.key === 'Shift' && this.#widened(),
      onfocus: () => this.#focus(), onblur: () => this.#blur(),
      onpointerdown: (event) => this.#down(event), onpointermove: (event) => this.#move(event),
      onpointerup: (event) => this.#up(event), onpointercancel: () => this.#cancel(),
      onpointerleave: (event) => this.#leave(event),
    });
    this.first = h('span');
    this.last = h('span');
    this.element = h(
      'div', { class: 'days' }, h('div', { class: 'plot-room' }, this.plot, this.tip),
      h('div', { class: 'axis', 'aria-hidden': true }, this.first, this.last),
      h('p', { class: 'hint', id: `day-hint-${this.number}` }, hint));
  }

  static count = 0;

  /** Draws days (`date`, `label`, `count`, `height`) and the chosen dates, or null. */
  update(days, chosen) {
    const isNew = days.length !== this.days.length || days[0]?.date !== this.days[0]?.date;
    const kept = this.#dates();
    this.days = days;
    if (isNew) {
      this.active = -1;
      this.anchor = -1;
      replace(this.plot, this.max, days.map((_, index) =>
        h('div', { class: 'day', role: 'option', id: `day-${this.number}-${index}` }, h('span'))), this.brush);
      set(this.plot, { 'aria-activedescendant': null });
      this.plot.classList.toggle('many', days.length > 45);
    }
    this.columns = [...this.plot.querySelectorAll('.day')];
    days.forEach((day, index) => {
      const column = this.columns[index];
      set(column, { 'aria-label': this.aloud(day) });
      set(column.firstChild, { style: { '--height': day.height, '--least': day.count ? '3px' : '0' } });
    });
    setText(this.max, String(Math.max(0, ...days.map((day) => day.count))));
    setText(this.first, days[0]?.label ?? '');
    setText(this.last, days.length > 1 ? days.at(-1).label : '');
    // The response to an earlier choice must not undo what is being chosen.
    if (!this.drag && !this.isWidening) this.#choose(chosen ? this.#indices(chosen) : null);
    else if (isNew) this.#choose(kept && this.#indices(kept));
  }

  #indices({ from, to }) {
    const first = this.days.findIndex((day) => !from || day.date >= from);
    const last = this.days.findLastIndex((day) => !to || day.date <= to);
    return first < 0 || last < first ? null : [first, last];
  }

  #choose(range) {
    this.range = range;
    const count = this.days.length;
    set(this.brush, {
      hidden: !range,
      style: range ? { '--from': (100 * range[0]) / count, '--size': (100 * (range[1] - range[0] + 1)) / count } : {},
    });
    this.columns.forEach((column, index) => {
      const isIn = !range || (index >= range[0] && index <= range[1]);
      column.classList.toggle('out', !isIn);
      set(column, { 'aria-selected': Boolean(range) && isIn });
    });
  }

  #tell(range, isFinal) {
    this.#choose(range);
    this.onbrush(range && { from: this.days[range[0]].date, to: this.days[range[1]].date }, isFinal);
  }

  /** Points at a day: its tooltip is shown. */
  #point(index) {
    this.columns?.forEach((column, other) => column.classList.toggle('at', other === index));
    const day = this.days[index];
    set(this.tip, { hidden: !day });
    // Under a pointer alone the focus, and so the key, is elsewhere.
    const change = day ? 'addEventListener' : 'removeEventListener';
    document[change]('keydown', this.escape);
    window[change]('resize', this.resized);
    if (!day) return;
    setText(this.tip, this.tooltipText(day));
    set(this.tip, { style: { '--x': (100 * (index + 0.5)) / this.days.length } });
  }

  #activate(index) {
    this.active = Math.max(0, Math.min(this.days.length - 1, index));
    set(this.plot, { 'aria-activedescendant': this.columns[this.active]?.id ?? null });
    this.#point(this.active);
  }

  #focus() {
    // A pointer that presses focuses, too, but points at a day of its own.
    if (!this.drag && this.plot.matches(':focus-visible')) {
      this.#activate(this.active < 0 ? this.range?.[0] ?? this.days.length - 1 : this.active);
    }
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      const before = this.active < 0 ? this.days.length - 1 : this.active;
      this.#activate(before + steps[event.key]);
      if (event.shiftKey) {
        if (this.anchor < 0) this.anchor = before;
        this.#tell([Math.min(this.anchor, this.active), Math.max(this.anchor, this.active)], false);
        this.isWidening = true;
      } else {
        this.anchor = -1;
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#toggle(this.active);
    } else if (event.key === 'Escape' && !this.tip.hidden) {
      this.#point(-1);
    } else if (event.key === 'Escape' && this.range) {
      this.#tell(null, true);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The key that widened the choice was released: now it is final. */
  #widened() {
    if (this.isWidening) this.onbrush(this.#dates(), true);
    this.isWidening = false;
  }

  #blur() {
    this.#widened();
    this.anchor = -1;
    this.#point(-1);
  }

  #leave(event) {
    // A finger leaves when it is lifted; its tooltip stays until the focus goes.
    if (this.drag || event.pointerType === 'touch') return;
    this.#point(document.activeElement === this.plot ? this.active : -1);
  }

  #dates() {
    return this.range && { from: this.days[this.range[0]].date, to: this.days[this.range[1]].date };
  }

  /** Chooses one day; if it is the chosen one, ends the choice. */
  #toggle(index) {
    if (index < 0) return;
    const isChosen = this.range?.[0] === index && this.range[1] === index;
    this.#tell(isChosen ? null : [index, index], true);
  }

  #indexAt(event) {
    const { left, width } = this.plot.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * this.days.length);
    return Math.max(0, Math.min(this.days.length - 1, index));
  }

  #down(event) {
    if (event.button !== 0 || !this.days.length) return;
    this.plot.setPointerCapture(event.pointerId);
    const index = this.#indexAt(event);
    this.#point(index);
    this.drag = { start: index, x: event.clientX, before: this.range, isMoved: false };
  }

  #move(event) {
    if (!this.days.length) return;
    const index = this.#indexAt(event);
    this.#point(index);
    const { drag } = this;
    if (!drag) return;
    // A hand trembles: below some pixels it is a click.
    if (!drag.isMoved && Math.abs(event.clientX - drag.x) < 5) return;
    drag.isMoved = true;
    const range = [Math.min(drag.start, index), Math.max(drag.start, index)];
    if (this.range?.[0] !== range[0] || this.range[1] !== range[1]) this.#tell(range, false);
  }

  #up(event) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    if (drag.isMoved) this.onbrush(this.#dates(), true);
    else this.#toggle(this.#indexAt(event));
  }

  #cancel() {
    if (!this.drag) return;
    const { before } = this.drag;
    this.drag = null;
    this.#tell(before, true);
  }
}

/** Returns "3 posts". */
export const postCount = (app, count) => plural(app.texts.common.postCount, count);
