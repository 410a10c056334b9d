// The events of Activity History and of its widget.

import { h, icon, reconcile, setText } from '../dom.js';
import { fill } from '../texts.js';

const iconTexts = {
  '📧': 'emailIcon', '☎️': 'phoneCallIcon', '💬': 'textIcon', '🤝': 'visitIcon', '💻': 'virtualMeetingIcon',
  '⛺': 'campIcon', '🎬': 'showcaseIcon', '🐦': 'tweetIcon', '📱': 'directMessageIcon', '📍': 'statusChangeIcon',
  '📄': 'documentIcon',
};

/** What the user calls the rows of a table. */
function tableLabel(table, texts) {
  const names = { interactions: 'interactions', school_status_history: 'statusChanges', documents: 'documents' };
  return names[table] ? texts.activity[names[table]] : texts.reports.schools;
}

/** Returns the banner that some tables could not be loaded; null if there are none. */
export function failuresBanner(failures, texts) {
  if (!failures?.length) return null;
  const labels = failures.map(({ table }) => tableLabel(table, texts)).join(', ');
  return { text: fill(texts.activity.someFailed, { labels }), kind: 'banner', canRetry: true };
}

/** Returns what a first load shows. */
export const spinner = (label) => h('div', { class: 'spinner-card' },
  h('span', { class: 'spinner', 'aria-hidden': true }), label);

/** A list of events; those with a page of their own are links. */
export class ActivityList {
  constructor(app, { compact = false, label }) {
    this.app = app;
    this.events = [];
    this.element = h('ul', { class: `events${compact ? ' compact' : ''}`, role: 'list', 'aria-label': label });
  }

  /** Shows events, those of known ids in their elements; `marksNew` lights up the others. */
  show(events, { marksNew = false } = {}) {
    const known = new Set(this.events.map(({ id }) => id));
    this.events = events;
    // An event that has got another link or another text is a new element.
    const key = (event) => JSON.stringify([event.id, event.title, event.description, event.clickUrl]);
    reconcile(
      this.element, events, key,
      (event) => this.#row(event, marksNew && !known.has(event.id)),
      (element, event) => this.#setTime(element, event));
  }

  /** Returns an event as sentences, as `ActivityTexts.itemAloud` has them. */
  aloud(event) {
    const { activity } = this.app.texts;
    return fill(activity.itemAloud, {
      icon: activity[iconTexts[event.icon] ?? 'interactionIcon'],
      title: event.title, description: event.description, time: event.relativeTime,
    });
  }

  #row(event, isNew) {
    const link = event.clickUrl?.startsWith('/') && !event.clickUrl.startsWith('//') ? event.clickUrl : null;
    const content = [
      h('span', { class: 'event-icon', 'aria-hidden': true }, event.icon),
      h('span', { class: 'event-text', 'aria-hidden': true },
        h('span', { class: 'event-title', dir: 'auto' }, event.title),
        h('span', { class: 'event-description clamp', dir: 'auto', style: { '--lines': '2' } }, event.description)),
      h('time', { class: 'event-time', datetime: event.timestamp, 'aria-hidden': true }, event.relativeTime),
      h('span', { class: 'event-chevron' }, link ? icon('next', 16) : null),
      h('span', { class: 'visually-hidden' }, this.aloud(event)),
    ];
    return h('li', { class: isNew ? 'arrived' : null },
      h(link ? 'a' : 'div', { class: 'activity', href: link }, content));
  }

  #setTime(element, event) {
    setText(element.querySelector('.event-time'), event.relativeTime);
    setText(element.querySelector('.visually-hidden'), this.aloud(event));
  }
}
