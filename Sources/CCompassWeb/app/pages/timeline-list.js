// The list below the lanes: all items of the range, newest first, in pages.

import { h, reconcile } from '../dom.js';
import { daysOfItem, itemAloud } from './days.js';
import { Pager } from './pager.js';

export const typeNames = { event: 'events', interaction: 'interactions', offer: 'offers', status_change: 'statusChanges' };

export class TimelineList {
  constructor(app, { onopen, onturn }) {
    const { timeline } = app.texts;
    this.app = app;
    this.onopen = onopen;
    this.rows = h('ul', { class: 'tl-list', role: 'list' });
    this.pager = new Pager(app, { label: timeline.listTitle, onturn, top: () => this.element });
    this.element = h('section', { class: 'card stack', 'aria-labelledby': 'list-title' },
      h('h2', { id: 'list-title' }, timeline.listTitle), this.rows, this.pager.element);
  }

  /** Shows a page of the list, in slices. */
  *show({ listItems, listPage, listPages }) {
    this.pager.show(listPage, listPages);
    const make = (item) => this.#row(item);
    while (!reconcile(this.rows, listItems, (item) => JSON.stringify(item), make, null, 8)) yield;
  }

  #row(item) {
    const { timeline } = this.app.texts;
    const name = item.type.replace('_change', '');
    const content = [
      h('span', { class: `circle tl-circle ${name}`, 'aria-hidden': true }, item.emoji),
      h('span', { class: 'tl-row-text', 'aria-hidden': true },
        h('span', { class: 'tl-row-label', dir: 'auto' }, item.label),
        h('span', { class: 'tl-row-detail muted' }, h('span', { dir: 'auto' }, item.schoolName), ' · ', h('span', {}, daysOfItem(item)))),
      h('span', { class: `badge ${{ event: 'blue', interaction: 'green', offer: 'gold' }[item.type] ?? 'gray'}`, 'aria-hidden': true },
        item.typeLabel ?? timeline[typeNames[item.type]]),
      h('span', { class: 'visually-hidden' }, itemAloud(timeline, item, item.schoolName)),
    ];
    return h('li', {}, item.link
      ? h('a', { class: 'tl-row', href: item.link }, content)
      : h('button', { class: 'tl-row', type: 'button', onclick: () => this.onopen(item) }, content));
  }
}
