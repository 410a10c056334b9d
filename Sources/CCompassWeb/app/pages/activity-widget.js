// The widget Recent Activity: the ten newest events, and those that arrive while it is shown. It behaves as
// `ActivityWidgetModel` does; what arrived is in the server's answer, so an event of the stream asks for that.

import { button, h, replace, set } from '../dom.js';
import { notice } from '../frame.js';
import { Delay, PageLoading, timings } from '../state.js';
import { ActivityList, failuresBanner, spinner } from './activity-list.js';

export class ActivityWidget {
  constructor(app) {
    const { activity, common } = app.texts;
    this.app = app;
    this.ends = [];
    this.dates = new Delay();
    this.isPaused = false;
    this.hasLoaded = false;
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
      events.on('live', () => {
        this.#pause(false);
        // What a load in flight is answered may be older than the stream.
        if (this.hasLoaded) reload();
        else this.reloads = true;
      }),
      events.on('paused', () => this.#pause(true)),
    ];
    this.loading.open({});
    // For the relative times; an answer that is the same costs little.
    this.dates.repeat(timings.dates, () => document.hidden || this.loading.phase !== 'content' || this.loading.reload());
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
    this.list.show(events, { marksNew: this.hasLoaded });
    const arrived = this.hasLoaded ? events.filter(({ id }) => !known.has(id)) : [];
    if (arrived.length && arrived.length <= 3) this.app.announce(arrived.map((event) => this.list.aloud(event)).join(' '));
    this.hasLoaded = true;
    if (!this.reloads) return;
    this.reloads = false;
    queueMicrotask(() => this.loading.reload());
  }

  update() {
    const { activity, common } = this.app.texts;
    const { loading } = this;
    const { phase } = loading;
    set(this.element, { 'aria-busy': phase === 'waiting' || phase === 'placeholder' || loading.isRefreshing });
    set(this.refresh, { disabled: !loading.canRefresh && !loading.isRefreshing });
    this.refresh.classList.toggle('turning', loading.isRefreshing);
    const isContent = phase === 'content';
    let message = loading.banner;
    if (isContent) message ??= failuresBanner(this.failures, this.app.texts);
    if (isContent && this.isPaused) message ??= { text: activity.livePaused, kind: 'inline' };
    if (phase === 'failed') message = { ...loading.failure, kind: 'banner' };
    if (message?.text !== this.announced) {
      this.announced = message?.text;
      replace(this.notices, message && notice(this.app, message, () => loading.retry()));
      if (message) this.app.announce(message.text);
    }
    const has = (element) => this.body.firstChild === element || replace(this.body, element);
    if (isContent && this.list.events.length) has(this.list.element);
    else if (isContent) replace(this.body, h('p', { class: 'widget-empty muted' }, activity.widgetEmpty));
    else if (phase === 'placeholder') replace(this.body, spinner(common.loading));
    else replace(this.body, phase === 'failed' ? null : h('div', { class: 'widget-waiting' }));
  }
}
