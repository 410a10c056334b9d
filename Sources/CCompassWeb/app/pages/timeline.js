// Recruiting Timeline: controls, lanes, legend and list. It behaves as `TimelineModel` does; beyond it, the lanes can
// be moved and scaled. One route answers everything: `/api/timeline/levels`, for the view and what lies beside it.

import { dialog, h, icon, replace, select, set, setOptions } from '../dom.js';
import { emptyState, pageFrame } from '../frame.js';
import { Delay, PageLoading } from '../state.js';
import { fill } from '../texts.js';
import { fullDaysOfItem } from './days.js';
import { Pager } from './pager.js';
import { TimelineChart } from './timeline-chart.js';
import { TimelineList, typeNames } from './timeline-list.js';

const rangeKey = 'timelineViewRange';
const ranges = { 3: 'threeMonths', 6: 'sixMonths', 12: 'twelveMonths', all: 'allTime' };
const toggles = [
  ['events', 'event', 'showEvents'], ['interactions', 'interaction', 'showInteractions'],
  ['offers', 'offer', 'showOffers'], ['status', 'status_change', 'showStatusChanges'],
];
/** How long the view must rest before the server is asked for more of it, in milliseconds. */
const restDelay = 90;

export default class TimelinePage {
  constructor(app) {
    const { common, timeline } = app.texts;
    this.app = app;
    this.title = timeline.title;
    this.range = storedRange();
    this.school = '';
    this.hidden = new Set();
    this.lanesPage = 1;
    this.listPage = 1;
    this.resting = new Delay();
    this.abort = new AbortController();
    const onopen = (item) => this.showDetails(item);
    this.chart = new TimelineChart(app, { onopen, onview: (needs) => this.#viewChanged(needs) });
    this.list = new TimelineList(app, { onopen, onturn: (page) => this.#change({ listPage: page }) });
    this.lanesPager = new Pager(app, {
      label: timeline.tab, onturn: (page) => this.#change({ lanesPage: page }), top: () => this.chartCard,
    });
    this.legend = h('ul', { class: 'tl-legend', role: 'list', 'aria-label': timeline.legend });
    this.result = h('div', { class: 'stack' });
    this.chartCard = h('section', { class: 'card', 'aria-label': timeline.tab },
      h('h2', { class: 'visually-hidden' }, timeline.tab), this.chart.element, this.lanesPager.element, this.legend);
    this.loading = new PageLoading(app, {
      texts: { load: timeline.loadFailed, timedOut: common.timedOut, server: timeline.serverError },
      load: async (query, signal) => (await app.api.get('/api/timeline/levels', query, { signal })).data,
      key: (query) => `timeline ${JSON.stringify(query)}`,
      show: (answer) => this.show(answer),
      update: () => this.frame.show(this.loading),
    });
    const paper = /-(US|CA|MX|PH)$/.test(navigator.language) ? 'letter' : 'a4';
    this.print = h('a', { class: 'button tl-print icon-only', target: '_blank', rel: 'noopener', 'aria-label': timeline.print, title: timeline.print, href: '/api/timeline.svg' }, icon('print'));
    this.paper = paper;
    this.frame = pageFrame(app, {
      title: timeline.title, subtitle: timeline.subtitle, kind: 'small',
      back: { href: '/reports', label: timeline.backToReports }, actions: [this.print],
      refresh: () => this.loading.refresh(),
      placeholder: () => h('div', { class: 'stack' }, h('div', { class: 'card' }, h('div', { class: 'skeleton' })),
        h('div', { class: 'card stack' }, [1, 2, 3].map(() => h('div', { class: 'skeleton tl-skeleton' })))),
      content: h('div', { class: 'stack' }, this.#controls(), this.result),
    });
    this.element = this.frame.element;
  }

  open() {
    if (this.loading.isOpen) return;
    this.chart.open();
    this.loading.open(this.query);
    this.ends = ['tables', 'reset'].map((kind) => this.app.events.on(kind, () => this.loading.reload()));
    this.#loadSchools();
  }

  close() {
    for (const end of this.ends ?? []) end();
    this.abort.abort();
    this.resting.cancel();
    this.chart.close();
    this.loading.close();
  }

  // Controls

  #controls() {
    const { common, timeline } = this.app.texts;
    const range = select({
      label: timeline.viewRange, value: this.range,
      options: ['3', '6', '12', 'all'].map((value) => ({ value, label: timeline[ranges[value]] })),
      onchange: (value) => {
        storeRange(value);
        this.#change({ range: value });
      },
    });
    const school = select({
      label: common.school, value: '', options: [{ value: '', label: common.allSchools }],
      onchange: (value) => this.#change({ school: value }),
    });
    this.schoolMenu = school.select;
    const switches = toggles.map(([name, type, aloud]) => h('label', { class: 'tl-toggle' },
      h('input', {
        type: 'checkbox', checked: true, 'aria-label': timeline[aloud],
        onchange: (event) => {
          if (event.target.checked) this.hidden.delete(name);
          else this.hidden.add(name);
          this.#change({});
        },
      }),
      h('span', { class: `tl-swatch ${type.replace('_change', '')}`, 'aria-hidden': true }),
      h('span', { 'aria-hidden': true }, timeline[typeNames[type]])));
    return h('section', { class: 'card tl-controls', 'aria-label': common.filter }, range.element, school.element,
      h('div', { class: 'tl-toggles', role: 'group', 'aria-label': timeline.itemTypes }, switches));
  }

  async #loadSchools() {
    const { common } = this.app.texts;
    const key = 'schools timeline';
    try {
      const { schools } = this.app.cache.get(key) ?? (await this.app.api.get('/api/schools', {}, { signal: this.abort.signal })).data;
      this.app.cache.put(key, { schools });
      setOptions(this.schoolMenu, [
        { value: '', label: common.allSchools }, ...schools.map(({ id, name }) => ({ value: id, label: name })),
      ], this.school);
    } catch (error) {
      // Without names the menu has all schools alone; the page itself tells what is wrong.
      if (error.kind === undefined) throw error;
    }
  }

  // Query

  get filter() {
    return { range: this.range, school: this.school, hide: [...this.hidden].join(',') };
  }

  get query() {
    const { chart } = this;
    const { from, to, width } = chart.view ? chart.wanted : { from: null, to: null, width: 400 };
    return {
      ...this.filter, from, to, width, 'lanes-page': this.lanesPage, 'list-page': this.listPage,
    };
  }

  #change(fields) {
    const isFilter = !('listPage' in fields || 'lanesPage' in fields);
    Object.assign(this, isFilter ? { lanesPage: 1, listPage: 1 } : {}, fields);
    if ('range' in fields) this.chart.view = null;
    this.resting.cancel();
    this.loading.ask(this.query);
  }

  #viewChanged(needsMore) {
    if (!needsMore) return this.resting.cancel();
    if (!this.resting.isScheduled) this.resting.schedule(restDelay, () => this.loading.ask(this.query));
  }

  // Answer

  show(answer) {
    const { timeline } = this.app.texts;
    this.lanesPage = answer.lanesPage;
    this.listPage = answer.listPage;
    set(this.print, { href: this.app.api.url('/api/timeline.svg', { ...this.filter, paper: this.paper }) });
    this.#drawLegend();
    if (answer.state === 'items') {
      if (!this.chartCard.isConnected) replace(this.result, this.chartCard, this.list.element);
      this.chart.show(answer);
      this.lanesPager.show(answer.lanesPage, answer.lanesPages);
      this.chart.frames.run('list', this.list.show(answer));
      return;
    }
    const texts = {
      noData: [timeline.noDataTitle, timeline.noDataSubtitle],
      noMatches: [timeline.noMatchesTitle, timeline.noMatchesSubtitle],
    }[answer.state] ?? [timeline.outOfRangeTitle, timeline.outOfRangeSubtitle];
    const add = (label, href) => h('a', { class: 'button', href }, label);
    replace(this.result, h('div', { class: 'card' }, emptyState({
      icon: timeline.emptyIcon, title: texts[0], subtitle: texts[1],
      actions: answer.state === 'noData'
        ? [add(timeline.addEvent, '/events/new'), add(timeline.addInteraction, '/interactions/new'), add(timeline.addOffer, '/offers/new')]
        : [],
    })));
    this.app.announce(texts.join(' '));
  }

  #drawLegend() {
    const { timeline } = this.app.texts;
    const types = toggles.filter(([name]) => !this.hidden.has(name)).map(([, type]) => type);
    replace(this.legend,
      types.map((type) => h('li', {}, h('span', { class: `tl-swatch ${type.replace('_change', '')}`, 'aria-hidden': true }), timeline[typeNames[type]])),
      h('li', {}, h('span', { class: 'tl-swatch tl-today-swatch', 'aria-hidden': true }), timeline.today));
  }

  /** Shows a change of status, which has no page of its own. */
  showDetails(item) {
    const { common, timeline } = this.app.texts;
    dialog({
      title: item.label, role: 'alertdialog',
      content: [
        h('p', { dir: 'auto' }, fill(timeline.schoolDetail, { school: item.schoolName })),
        h('p', {}, fill(timeline.dateDetail, { date: fullDaysOfItem(item) })),
        item.details ? h('p', { class: 'tl-details', dir: 'auto' }, item.details) : null,
      ],
      actions: [{ label: common.close, kind: 'primary', value: '' }],
    });
  }
}

/** The range that was kept; six months for any other text, as `TimelineRange(stored:)` has it. */
function storedRange() {
  try {
    const text = localStorage.getItem(rangeKey);
    return Object.hasOwn(ranges, text) ? text : '6';
  } catch {
    return '6';
  }
}

function storeRange(range) {
  try {
    localStorage.setItem(rangeKey, range);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
