// The lanes of the timeline below their months: draws an answer of `/api/timeline/levels` for a view, and moves and
// scales it. Elements exist for one page of lanes and what was asked for around the view, and are made in slices.

import { h, reconcile, replace, set, setText } from '../dom.js';
import { fill } from '../texts.js';
import { dayIn, fullDay, shortDay } from './days.js';
import { axisHeaders, TimelineView } from './timeline-axis.js';
import { Frames } from './timeline-frames.js';
import { followGestures } from './timeline-gestures.js';
import { Lane } from './timeline-lane.js';
import { Tooltip } from './timeline-tooltip.js';

export class TimelineChart {
  /** @param onview called after the view moved, with what `needs` says. */
  constructor(app, { onview, onopen }) {
    this.app = app;
    this.onview = onview;
    this.onopen = onopen;
    this.view = null;
    this.answer = null;
    this.frames = new Frames();
    this.tooltip = new Tooltip();
    this.closing = new AbortController();
    const { timeline, web } = app.texts;
    const tool = (label, sign, run) => h('button', {
      type: 'button', class: 'button tl-tool', 'aria-label': label, title: label, onclick: run,
    }, h('span', { 'aria-hidden': true }, sign));
    const tell = (change) => () => (this.move(change), app.announce(this.period.textContent));
    const move = (share) => tell((view) => view.move(share * view.span));
    const zoom = (factor) => tell((view) => view.zoom(factor));
    this.earlier = tool(web.earlier, '←', move(-0.5));
    this.later = tool(web.later, '→', move(0.5));
    this.zoomOut = tool(web.zoomOut, '−', zoom(0.5));
    this.zoomIn = tool(web.zoomIn, '+', zoom(2));
    this.whole = h('button', { type: 'button', class: 'button', onclick: tell((view) => view.show(0, 100)) }, web.wholeRange);
    this.period = h('p', { class: 'tl-period' });
    this.monthPlane = h('ol', { class: 'tl-plane', role: 'list' });
    this.months = h('div', { class: 'tl-months' }, h('div', { class: 'tl-window' }, this.monthPlane));
    this.gridPlane = h('div', { class: 'tl-plane' });
    this.today = h('div', { class: 'tl-today' });
    this.grid = h('div', { class: 'tl-grid', 'aria-hidden': true }, this.gridPlane);
    this.todayLayer = h('div', { class: 'tl-grid tl-front', 'aria-hidden': true }, h('div', { class: 'tl-plane' }, this.today));
    this.lanes = h('div', { class: 'tl-lanes' });
    this.chart = h('div', { class: 'tl-chart' }, this.months, this.grid, this.lanes, this.todayLayer);
    this.element = h('div', {},
      h('div', { class: 'tl-tools' }, this.period,
        h('div', { class: 'row', role: 'group', 'aria-label': timeline.viewRange },
          this.earlier, this.later, this.zoomOut, this.zoomIn, this.whole)),
      this.chart, this.tooltip.element);
    this.laneOf = new Map();
    this.#listen();
  }

  open() {
    this.frames.open();
    this.width = 0;
    this.began = null;
    this.resize = new ResizeObserver(() => {
      const width = this.months.firstChild.clientWidth;
      if (!width || width === this.width) return;
      this.width = width;
      if (this.answer) this.draw();
    });
    this.resize.observe(this.months.firstChild);
    this.sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) target.lane.isVisible = isIntersecting;
    }, { rootMargin: '100px' });
  }

  close() {
    this.closing.abort();
    this.frames.close();
    this.tooltip.close();
    this.resize?.disconnect();
    this.sight?.disconnect();
  }

  /** Shows an answer; another range begins with all of it. */
  show(answer) {
    this.began = performance.now();
    const isOtherRange = this.answer?.range.kind !== answer.range.kind || !this.view;
    this.answer = answer;
    const old = this.view;
    this.view = new TimelineView(answer.range);
    // The same part in time: the range itself moves with the clock.
    if (old && !isOtherRange && !old.isWhole) {
      this.view.show(this.view.percent(old.instant(old.from)), this.view.percent(old.instant(old.to)));
    }
    const window = { from: this.view.percent(answer.from), to: this.view.percent(answer.to) };
    this.window = window;
    let highest = 1;
    for (const { counts } of answer.lanes) {
      for (const [, a, b, c, d] of counts ?? []) highest = Math.max(highest, a + b + c + d);
    }
    const key = ({ schoolId }) => (schoolId === null ? 'none' : `id ${schoolId}`);
    const gone = new Set(this.laneOf.keys());
    reconcile(this.lanes, answer.lanes, key, (lane) => {
      const made = new Lane(this.app);
      this.laneOf.set(key(lane), made);
      this.sight?.observe(made.element);
      return made.element;
    });
    for (const lane of answer.lanes) {
      gone.delete(key(lane));
      this.laneOf.get(key(lane)).take(lane, { window, bucketCount: answer.bucketCount, highest });
    }
    for (const name of gone) {
      this.sight?.unobserve(this.laneOf.get(name).element);
      this.laneOf.delete(name);
    }
    this.draw();
  }

  /** Whether more of the range, or finer counts, must be asked for. */
  get needs() {
    const { view, window, answer } = this;
    const tolerance = view.span * 1e-6;
    if (view.from < window.from - tolerance || view.to > window.to + tolerance) return true;
    if (answer.detail === 'items') return false;
    return (window.to - window.from) / answer.bucketCount > (4 * view.span) / Math.max(200, this.width);
  }

  /** The part to ask for: the view and as much on either side; null for the whole range. */
  get wanted() {
    const { view } = this;
    const from = Math.max(0, view.from - view.span);
    const to = Math.min(100, view.to + view.span);
    const share = (to - from) / view.span;
    const width = Math.min(4096, Math.ceil((Math.max(200, this.width) / 2.5) * share));
    if (from <= 0 && to >= 100) return { from: null, to: null, width };
    return { from: view.instant(from), to: view.instant(to), width };
  }

  /** Changes the view, then draws it. */
  move(change) {
    if (!this.view) return;
    const { from, to, span } = this.view;
    change(this.view);
    if (from === this.view.from && to === this.view.to) return;
    this.tooltip.hide();
    this.frames.watch();
    // Rounding alone is no other scale.
    const { drawn, view } = this;
    const isOut = view.from < drawn.from - view.day / 1e6 || view.to > drawn.to + view.day / 1e6;
    if (isOut || Math.abs(view.span - span) > span * 1e-9) this.draw();
    else this.#shift();
    this.#drawTools();
    this.onview(this.needs);
  }

  /** Places everything for the view: months at once, lanes in slices, visible ones first. */
  draw() {
    this.textScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (!this.width) this.width = this.months.firstChild.clientWidth;
    if (!this.width || !this.view) return;
    const { view, answer, width } = this;
    this.scale = width / view.span;
    this.origin = view.from;
    const { timeline } = this.app.texts;
    this.drawn = { from: Math.max(0, view.from - view.span), to: Math.min(100, view.to + view.span) };
    this.headers = axisHeaders(answer.months, {
      ...this.drawn, scale: this.scale, day: view.day, textScale: this.textScale,
      monthTitle: (month, year) => fill(timeline.monthAloud, { month, year }),
    });
    this.#drawMonths();
    const lanes = answer.lanes.map(({ schoolId }) => this.laneOf.get(schoolId === null ? 'none' : `id ${schoolId}`));
    const options = { origin: this.origin, scale: this.scale, width, headers: this.headers, ...this.drawn };
    const { frames } = this;
    const chart = this;
    // Of a much longer part only some is here: what is drawn is squeezed until the answer comes.
    const isCovered = view.span <= 1.1 * (this.window.to - this.window.from);
    for (const lane of isCovered ? lanes : []) {
      frames.run(lane, (function* job() {
        // The view may have moved meanwhile.
        if (lane.element.isConnected && chart.view) {
          const steps = lane.draw(options);
          for (let step = steps.next(); !step.done; step = steps.next()) {
            lane.shift(chart.view.from, chart.scale);
            yield;
            // Another range was chosen meanwhile: its answer is drawn anew.
            if (!chart.view) return;
          }
          lane.shift(chart.view.from, chart.scale);
        }
      })(), { first: lane.isVisible });
    }
    const { began } = this;
    this.began = null;
    if (began !== null) {
      frames.run('measure', (function* job() {
        performance.measure('timeline-draw', { start: began, end: performance.now() });
      })());
    }
    this.#shift();
    this.#drawTools();
  }

  #drawMonths() {
    const { origin, scale, answer } = this;
    const place = (left, width) => ({ translate: `${(left - origin) * scale}px`, width: `${width * scale}px` });
    const { timeline } = this.app.texts;
    // A second later, as the position is rounded.
    const today = fullDay(dayIn(this.app.api.zone, Date.parse(this.view.instant(answer.todayPosition)) + 1000));
    const marks = this.headers.map(({ left, width, label, year, title }) => h('li', { class: 'tl-head', style: place(left, width) },
      h('span', { 'aria-hidden': true }, h('span', { class: 'tl-head-label' }, label), year && h('span', { class: 'tl-head-year' }, year)),
      h('span', { class: 'visually-hidden' }, title)));
    const label = h('li', { class: 'tl-today-label', style: { translate: `${(answer.todayPosition - origin) * scale}px` } },
      h('span', { 'aria-hidden': true }, timeline.today),
      h('span', { class: 'visually-hidden' }, fill(timeline.todayAloud, { date: today })));
    const hasToday = answer.todayPosition >= 0 && answer.todayPosition <= 100;
    replace(this.monthPlane, marks, hasToday ? label : null);
    replace(this.gridPlane, this.headers.map(({ left }) => h('span', { class: 'tl-line', style: { translate: `${(left - origin) * scale}px` } })));
    set(this.today, { hidden: !hasToday, style: { translate: `${(answer.todayPosition - origin) * scale}px` } });
  }

  #shift() {
    const { view } = this;
    const x = `translateX(${(this.origin - view.from) * this.scale}px)`;
    for (const plane of [this.monthPlane, this.gridPlane, this.today.parentElement]) plane.style.setProperty('transform', x);
    for (const lane of this.laneOf.values()) lane.shift(view.from, this.scale);
  }

  #drawTools() {
    const { view } = this;
    const day = (percent) => dayIn(this.app.api.zone, Date.parse(view.instant(percent)));
    const [from, to] = [day(view.from), day(view.to)];
    const text = (date, year = true) => (year ? `${shortDay(date)}, ${date.slice(0, 4)}` : shortDay(date));
    setText(this.period, from === to ? text(from) : `${text(from, from.slice(0, 4) !== to.slice(0, 4))} – ${text(to)}`);
    // `aria-disabled` keeps the focus on a button that has reached its end.
    const off = (button, isOff) => set(button, { 'aria-disabled': isOff });
    off(this.earlier, view.from <= 1e-9);
    off(this.later, view.to >= 100 - 1e-9);
    off(this.zoomOut, view.isWhole);
    off(this.whole, view.isWhole);
    off(this.zoomIn, view.span <= view.day * (1 + 1e-9));
    this.chart.classList.toggle('zoomed', !view.isWhole);
  }

  // Items

  #listen() {
    followGestures(this.chart, {
      signal: this.closing.signal,
      area: () => this.months.firstChild.getBoundingClientRect(),
      view: () => this.view,
      move: (change) => this.move(change),
    });
    const { tooltip } = this;
    const item = (event) => event.target.closest?.('.tl-item');
    set(this.lanes, {
      onclick: (event) => {
        const control = item(event);
        const made = control?.made;
        if (made?.header) this.move((view) => view.show(made.header.left, made.header.left + made.header.width));
        else if (made && !made.item.link) this.onopen({ ...made.item, schoolName: control.lane.lane.schoolName });
      },
      onkeydown: (event) => this.#key(event, item(event)),
      onfocusin: (event) => {
        const control = item(event);
        if (!control) return;
        for (const other of control.lane.items) if (other.tabIndex === 0) other.tabIndex = -1;
        control.tabIndex = 0;
        const { position } = control;
        if (position < this.view.from || position > this.view.to) this.move((view) => view.reveal(position));
        // A pointer has the tooltip already.
        if (control.matches(':focus-visible')) tooltip.show(control, control.tip());
      },
      onfocusout: () => tooltip.hide(),
    });
    tooltip.follow(this.lanes, '.tl-item', (control) => control.tip());
  }

  #key(event, control) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const zoom = { '+': 2, '=': 2, '-': 0.5 }[event.key];
    if (zoom || event.key === '0') {
      event.preventDefault();
      return this.move((view) => (zoom ? view.zoom(zoom, control?.position) : view.show(0, 100)));
    }
    if (!control) return;
    const { lane, made } = control;
    // With items, also those that are too far away to have an element.
    const all = made.item ? lane.lane.items : lane.items;
    const index = made.item ? all.findIndex(({ id }) => id === made.item.id) : all.indexOf(control);
    const places = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 };
    if (event.key in places) {
      event.preventDefault();
      const next = all[places[event.key]];
      if (!next) {
        // What lies after the last item that is here is asked for when the view moves.
        this.move((view) => view.move(((places[event.key] - index) * view.span) / 2));
      } else if (!made.item || lane.controls.has(next.id)) {
        (made.item ? lane.controls.get(next.id).control : next).focus();
      } else {
        lane.focusID = next.id;
        this.move((view) => view.reveal(next.left));
      }
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const side = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
    let element = lane.element[side];
    while (element && !element.lane.controls.size) element = element[side];
    element?.lane.nearest(control.position).focus();
  }
}
