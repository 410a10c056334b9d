// What all pages look like around their content: `pageFrame` has the heading, notices, placeholder and failure of a
// `PageLoading`; `messageBar` shows a `TimedMessage`; `emptyState` stands in place of a list without rows.

import { button, h, icon, replace, set } from './dom.js';
import { TimedMessage } from './state.js';

/**
 * Returns the frame of a page: `element`, `heading`, and `show(loading)`, to be called after each change of it.
 *
 * `kind` is large (34 px titles) or small (28), `placeholder()` returns what a first load shows, `refresh` loads again.
 */
export function pageFrame(app, { title, subtitle, kind = 'large', back, actions = [], placeholder, content, refresh }) {
  const { common } = app.texts;
  const heading = h('h1', { tabindex: -1, class: kind }, title);
  const refreshButton = refresh
    ? button({ icon: 'refresh', kind: 'quiet', 'aria-label': common.refresh, title: common.refresh, onclick: refresh })
    : null;
  const notices = h('div', { class: 'notices' });
  const slot = h('div', { class: 'slot' });
  const element = h(
    'div', { class: 'page' },
    back ? h('a', { class: 'back', href: back.href }, back.label) : null,
    h(
      'header', { class: 'page-head' },
      h('div', { class: 'titles' }, heading, h('p', { class: 'subtitle' }, subtitle)),
      h('div', { class: 'page-actions' }, actions, refreshButton)),
    notices, slot);
  let shown = null;
  let announced = '';

  function announce(text) {
    if (text && text !== announced) app.announce(text);
    announced = text;
  }

  function show(loading) {
    const { phase, banner, failure } = loading;
    const isBusy = phase === 'waiting' || phase === 'placeholder' || loading.isRefreshing;
    set(slot, { 'aria-busy': isBusy });
    if (refreshButton) {
      set(refreshButton, { disabled: !loading.canRefresh });
      refreshButton.classList.toggle('turning', loading.isRefreshing);
    }
    const text = phase === 'failed' ? failure.text : banner?.text ?? '';
    const noticeKey = `${phase === 'failed'}${text}`;
    if (notices.key !== noticeKey) {
      notices.key = noticeKey;
      replace(notices, text ? notice(app, phase === 'failed' ? { ...failure, kind: 'banner' } : banner, () => loading.retry()) : null);
    }
    announce(text);
    const now = phase === 'content' ? 'content' : phase === 'placeholder' ? 'placeholder' : 'nothing';
    if (now === shown) return;
    if (now === 'content') replace(slot, content);
    else if (now === 'placeholder') {
      replace(slot, h('div', { class: 'placeholder', role: 'img', 'aria-label': common.loading }, placeholder()));
      app.announce(common.loading);
    } else slot.replaceChildren();
    content.classList.toggle('fade', now === 'content');
    shown = now;
  }

  return { element, heading, show };
}

/** Returns a message on top of a page: text, kind, canRetry, and an action of its own (label, run). */
export function notice(app, { text, kind, canRetry, action }, retry) {
  const icons = { banner: 'warning', alert: 'warning', inline: 'warning', success: 'check', offline: 'offline' };
  return h(
    'div', { class: `banner ${kind}` }, icon(icons[kind] ?? 'warning'), h('p', {}, text),
    canRetry && retry ? button({ label: app.texts.common.tryAgain, onclick: retry }) : null,
    action ? button({ label: action.label, onclick: action.run }) : null);
}

/**
 * Returns the place of messages about actions: `element`, and `message`, whose time stands still while a pointer is
 * over it or it has the focus. `onclear` is called after a message went.
 */
export function messageBar(app, onclear) {
  const { common } = app.texts;
  let pointer = false;
  const element = h('div', { class: 'messages' });
  const message = new TimedMessage(() => {
    if (!message.notice) {
      pointer = false;
      // The focus must not get lost with the message.
      if (element.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true });
      element.replaceChildren();
      return onclear?.();
    }
    const bar = notice(app, message.notice);
    bar.append(button({ icon: 'close', kind: 'quiet', 'aria-label': common.close, onclick: () => message.clear() }));
    replace(element, bar);
    app.announce(message.notice.text);
  });
  const hold = () => (message.held = pointer || element.contains(document.activeElement));
  set(element, {
    onpointerenter: () => ((pointer = true), hold()),
    onpointerleave: () => ((pointer = false), hold()),
    onfocusin: hold,
    onfocusout: (event) => (message.held = pointer || element.contains(event.relatedTarget)),
  });
  return { element, message };
}

/** Returns what stands in place of an empty list; `actions` are elements. */
export function emptyState({ icon: emoji, title, subtitle, actions = [] }) {
  return h(
    'div', { class: 'empty' }, h('div', { class: 'empty-icon', 'aria-hidden': true }, emoji),
    h('h2', {}, title), subtitle ? h('p', { class: 'muted' }, subtitle) : null,
    actions.length ? h('div', { class: 'row center' }, actions) : null);
}

/** Returns grey blocks of some lines, in a card. */
export function skeletonCard(lines = 3) {
  return h(
    'div', { class: 'card skeleton-card' },
    Array.from({ length: lines }, (_, index) =>
      h('div', { class: 'skeleton', style: { '--width': `${[45, 92, 76, 84, 60][index % 5]}%` } })));
}
