// The first page: a card for each of the five pages, and the widget Recent Activity.

import { h, icon } from '../dom.js';
import { words } from '../texts.js';
import { ActivityWidget } from './activity-widget.js';

export default class HomePage {
  constructor(app) {
    const { texts } = app;
    this.title = texts.web.home;
    const page = (href, { title, subtitle }, name, color) => h('li', {},
      h('a', { class: 'card page-card', href },
        h('span', { class: `circle ${color}`, 'aria-hidden': true }, icon(name, 22)),
        h('span', { class: 'page-card-text' },
          h('span', { class: 'page-card-title' }, title), h('span', { class: 'muted' }, subtitle)),
        icon('next', 16)));
    this.widget = new ActivityWidget(app);
    this.element = h('div', { class: 'page home' },
      h('h1', { tabindex: '-1' }, words.product),
      h('div', { class: 'home-columns' },
        h('ul', { class: 'page-cards', role: 'list', 'aria-label': texts.web.pages },
          page('/social/analytics', texts.socialAnalytics, 'analytics', 'blue'),
          page('/social', texts.socialFeed, 'feed', 'purple'),
          page('/reports/timeline', texts.timeline, 'timeline', 'green'),
          page('/activity', texts.activity, 'activity', 'amber'),
          page('/reports', texts.reports, 'reports', 'indigo')),
        this.widget.element));
  }

  open() {
    this.widget.open();
  }

  close() {
    this.widget.close();
  }
}
