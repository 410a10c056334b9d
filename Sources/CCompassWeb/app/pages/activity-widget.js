// The widget Recent Activity: the ten newest events, and those that arrive while it is shown. It behaves as
// `ActivityWidgetModel` does; what arrived is in the server's answer, so an event of the stream asks for that.

import { button, h, replace } from '../dom.js';
import { Delay, PageLoading, timings } from '../state.js';
import { ActivityList, failuresBanner } from './activity-list.js';

export class ActivityWidget {
  constructor(app) {
    const { activity, common } = app.texts;
    this.app = app;
    this.ends = [];
    this.dates = new Delay();
    this.isPaused = false;
    this.announced = null;
    this.list = new ActivityList(app, { compact: true, label: activity.widgetTitle });
    this.notices = h('div', { class: 'stack' });
    this.body = h('div');
    this.loading = new PageLoading(app, {
      texts: { load: activity.loadFailed, timedOut: common.timedOut, server: common.serverError },
      load: async (query, signal) => (await app.api.get('/api/activity/widget', {}, { signal })).data,
      key: () => 'activity widget',
      show: (answer) => this.show(answer),
      update: () => this.update(),
    });
    this.refresh = button({
      icon: 'sync', kind: 'quiet', 'aria-label': common.refresh, title: common.refresh,
      onclick: () => this.loading.refresh(),
    });
    this.element = h('section', { class: 'card widget', 'aria-labelledby': 'widget-title' },
      h('div', { class: 'widget-head' }, h('h2', { id: 'widget-title' }, activity.widgetTitle), this.refresh),
      this.notices, this.body,
      h('a', { class: 'view-all', href: '/activity' }, activity.viewAll));
  }

  open() {
    const { events } = this.app;
    const reload = () => this.loading.reload();
    this.ends = [
      events.on('tables', reload), events.on('reset', reload),
      events.on('live', () => { this.#pause(false); reload(); }),
      events.on('paused', () => this.#pause(true)),
    ];
    this.loading.open({});
    this.dates.repeat(timings.dates, () => this.list.renew());
  }

  close() {
    for (const end of this.ends) end();
    this.dates.cancel();
    this.loading.close();
  }

  #pause(isPaused) {
    this.isPaused = isPaused;
    this.update();
  }

  show({ events, failures = [] }) {
    const { events: before } = this.list;
    const known = new Set(before.map(({ id }) => id));
    this.failures = failures;
    this.hasLoaded ??= false;
    this.list.show(events, { marksNew: this.hasLoaded });
    const arrived = this.hasLoaded ? events.filter(({ id }) => !known.has(id)) : [];
    if (arrived.length && arrived.length <= 3) this.app.announce(arrived.map((event) => this.list.aloud(event)).join(' '));
    this.hasLoaded = true;
  }

  update() {
    const { activity, common } = this.app.texts;
    const { loading } = this;
    const { phase } = loading;
    this.element.setAttribute('aria-busy', phase === 'placeholder' || loading.isRefreshing);
    this.refresh.disabled = !this.app.online.value;
    this.refresh.classList.toggle('turning', loading.isRefreshing);
    const banner = loading.banner ?? (phase === 'content' ? failuresBanner(this.failures, this.app.texts) : null);
    const notices = [];
    if (banner) notices.push(this.#notice(banner));
    if (this.isPaused && phase === 'content' && !banner) notices.push({ text: activity.livePaused, kind: 'inline' });
    // Announced once, when they appear.
    const text = notices.map((notice) => notice.text).join(' ');
    if (text && text !== this.announced) this.app.announce(text);
    this.announced = text;
    replace(this.notices, notices.map(({ text: notice, kind, canRetry }) =>
      h('div', { class: `banner ${kind}` }, h('span', {}, notice),
        canRetry ? button({ label: common.tryAgain, onclick: () => loading.retry() }) : null)));
    if (phase === 'content' && this.list.events.length) {
      if (this.body.firstChild !== this.list.element) replace(this.body, this.list.element);
    } else if (phase === 'content') {
      replace(this.body, h('p', { class: 'widget-empty muted' }, activity.widgetEmpty));
    } else if (phase === 'placeholder') {
      replace(this.body, h('div', { class: 'spinner-card' }, h('span', { class: 'spinner', 'aria-hidden': true }), common.loading));
    } else if (phase === 'failed') {
      replace(this.body, h('div', { class: 'banner banner-load', role: 'group' }, h('span', {}, loading.failure.text),
        loading.failure.canRetry ? button({ label: common.tryAgain, onclick: () => loading.retry() }) : null));
      if (this.failed !== loading.failure.text) this.app.announce(loading.failure.text);
    } else {
      replace(this.body, h('div', { class: 'widget-waiting' }));
    }
    this.failed = phase === 'failed' ? loading.failure.text : null;
  }

  #notice({ text, kind, canRetry }) {
    return { text, kind, canRetry };
  }
}
