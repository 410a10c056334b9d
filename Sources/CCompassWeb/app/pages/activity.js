// Activity History: the filter card, the events, and the pages below. It behaves as `ActivityModel` does.

import { h, replace, select } from '../dom.js';
import { emptyState, pageFrame } from '../frame.js';
import { Delay, PageLoading, timings } from '../state.js';
import { ActivityList, failuresBanner, spinner } from './activity-list.js';
import { Pager } from './pager.js';

const types = ['', 'interaction', 'school_status_change', 'document_upload'];
const ranges = ['all', 'week', 'month', 'quarter'];

export default class ActivityPage {
  constructor(app) {
    const { activity, common } = app.texts;
    this.app = app;
    this.title = activity.title;
    this.searchDelay = new Delay();
    this.dates = new Delay();
    this.query = { type: '', range: 'all', search: '', page: 1 };
    this.list = new ActivityList(app, { label: activity.title });
    this.empty = h('div');
    this.pager = new Pager(app, {
      label: activity.title, onturn: (page) => this.#ask({ ...this.query, page }), top: () => this.list.element.parentElement,
    });
    this.loading = new PageLoading(app, {
      texts: { load: activity.loadFailed, timedOut: common.timedOut, server: common.serverError },
      load: async ({ type, range, search, page }, signal) =>
        (await app.api.get('/api/activity', { type, range, search, page }, { signal })).data,
      key: (query) => `activity ${JSON.stringify(query)}`,
      show: (page) => this.show(page),
      update: () => this.update(),
    });
    this.frame = pageFrame(app, {
      title: activity.title, subtitle: activity.subtitle, kind: 'large',
      refresh: () => this.loading.refresh(),
      placeholder: () => h('div', { class: 'card' }, spinner(common.loading)),
      content: h('div', { class: 'stack' }, this.#filters(),
        h('section', { class: 'card event-card', 'aria-label': activity.tab }, this.list.element, this.empty),
        this.pager.element),
    });
    this.element = this.frame.element;
  }

  open(params) {
    const known = (value, all) => (all.includes(value) ? value : all[0]);
    this.query = {
      type: known(params.get('type') ?? '', types), range: known(params.get('range'), ranges),
      search: (params.get('search') ?? '').trim(), page: Math.max(1, Number.parseInt(params.get('page'), 10) || 1),
    };
    this.typeMenu.value = this.query.type;
    this.rangeMenu.value = this.query.range;
    if (this.search.value.trim() !== this.query.search) this.search.value = this.query.search;
    this.loading.open({ ...this.query });
    // For the relative times; an answer that is the same costs little.
    this.dates.repeat(timings.dates, () => document.hidden || this.loading.phase !== 'content' || this.loading.reload());
    this.ends ??= ['tables', 'reset'].map((kind) => this.app.events.on(kind, () => this.loading.reload()));
  }

  close() {
    for (const end of this.ends ?? []) end();
    this.loading.close();
    this.searchDelay.cancel();
    this.dates.cancel();
  }

  #filters() {
    const { activity, common } = this.app.texts;
    const labels = [common.all, activity.interactions, activity.statusChanges, activity.documents];
    const type = select({
      label: activity.activityType, value: '', options: types.map((value, i) => ({ value, label: labels[i] })),
      onchange: () => this.#filter(),
    });
    const spans = [activity.allTime, activity.last7Days, activity.last30Days, activity.last90Days];
    const range = select({
      label: common.dateRange, value: 'all', options: ranges.map((value, i) => ({ value, label: spans[i] })),
      onchange: () => this.#filter(),
    });
    this.typeMenu = type.select;
    this.rangeMenu = range.select;
    this.search = h('input', {
      type: 'search', placeholder: activity.searchPlaceholder, maxlength: 250, enterkeyhint: 'search',
      autocomplete: 'off', spellcheck: false,
      // Letters wait for the next one; clearing and the return key do not.
      oninput: () => (this.search.value ? this.searchDelay.schedule(timings.search, () => this.#filter()) : this.#filter()),
    });
    return h('form', {
      class: 'card activity-filters', role: 'search', onsubmit: (event) => (event.preventDefault(), this.#filter()),
    }, type.element, range.element,
      h('label', { class: 'field activity-search' }, h('span', {}, common.search), this.search));
  }

  #filter() {
    this.searchDelay.cancel();
    const query = {
      type: this.typeMenu.value, range: this.rangeMenu.value, search: this.search.value.trim(), page: 1,
    };
    if (JSON.stringify({ ...this.query, page: 1 }) === JSON.stringify(query)) return;
    this.#ask(query);
  }

  #ask(query) {
    this.query = query;
    const { type, range, search, page } = query;
    const fields = { type, range: range === 'all' ? '' : range, search, page: page > 1 ? page : '' };
    this.app.setQuery(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)));
    this.loading.ask({ ...query });
  }

  show(page) {
    const { activity } = this.app.texts;
    this.page = page;
    this.query.page = page.page;
    this.list.show(page.events);
    this.list.element.hidden = page.events.length === 0;
    replace(this.empty, page.events.length ? null : emptyState({
      icon: activity.emptyIcon, title: activity.emptyTitle, subtitle: activity.emptySubtitle,
    }));
    this.pager.show(page.page, page.totalPages);
    if (!page.events.length) this.app.announce(`${activity.emptyTitle}. ${activity.emptySubtitle}`);
  }

  update() {
    const { loading } = this;
    const failures = loading.phase === 'content' ? failuresBanner(this.page?.failures, this.app.texts) : null;
    this.frame.show({
      phase: loading.phase, failure: loading.failure, isRefreshing: loading.isRefreshing,
      canRefresh: loading.canRefresh, banner: loading.banner ?? failures, retry: () => loading.retry(),
    });
  }
}
