// The app: header, router, theme, and what pages share. A page's module exports a class: `constructor(app)`,
// `element`, `title`, `open(params)` (also when only the query of the address changed) and `close()`.

import { Api } from './api.js';
import { button, h, icon, replace, set } from './dom.js';
import { AnswerCache, Observable, timings } from './state.js';
import { words } from './texts.js';

const pages = {
  '/': () => import('./pages/home.js'),
  '/social': () => import('./pages/social.js'),
  '/social/analytics': () => import('./pages/analytics.js'),
  '/reports/timeline': () => import('./pages/timeline.js'),
  '/activity': () => import('./pages/activity.js'),
  '/reports': () => import('./pages/reports.js'),
  '/login': () => import('./pages/login.js'),
};
const themeKey = 'theme';

class App {
  constructor() {
    const address = new URLSearchParams(location.search);
    this.fixed = ['now', 'zone'].filter((name) => address.has(name)).map((name) => [name, address.get(name)]);
    this.api = new Api(address);
    this.events = this.api.events;
    this.cache = new AnswerCache();
    this.online = new Observable(navigator.onLine);
    this.texts = null;
    this.page = null;
    this.path = null;
    this.number = 0;
  }

  async start() {
    applyTheme(storedTheme());
    addEventListener('online', () => (this.online.value = true));
    addEventListener('offline', () => (this.online.value = false));
    try {
      this.texts = (await this.api.get('/api/texts')).data;
    } catch (error) {
      if (error.kind !== 'signedOut') {
        const again = button({ label: words.tryAgain, kind: 'primary', onclick: () => location.reload() });
        return replace(document.body, h('main', { class: 'start' }, h('h1', {}, words.product), h('p', {}, words.unreachable), again));
      }
    }
    this.#draw();
    if (!this.texts) return this.#go('/login', new URLSearchParams({ to: location.pathname + location.search }), {});
    this.#listen();
    this.events.start();
    await this.#go(location.pathname, address(), { isFirst: true });
  }

  /** Goes to a path of the app, with its query. */
  async navigate(path, { replace: replaces = false } = {}) {
    const url = new URL(path, location.origin);
    const query = this.#withTime(url.searchParams);
    const target = `${url.pathname}${query ? `?${query}` : ''}`;
    if (target === location.pathname + location.search) replaces = true;
    this.#keepScroll();
    history[replaces ? 'replaceState' : 'pushState']({}, '', target);
    await this.#go(url.pathname, url.searchParams, {});
  }

  /** Changes the query of the page's own address; with `push`, back undoes it. */
  setQuery(params, { push = false } = {}) {
    const query = this.#withTime(params);
    const target = `${location.pathname}${query ? `?${query}` : ''}`;
    if (target === location.pathname + location.search) return;
    if (push) this.#keepScroll();
    history[push ? 'pushState' : 'replaceState']({}, '', target);
  }

  /** Whether the server accepts changes of posts; if it does not tell, it may refuse them. */
  async allowsChanges() {
    this.status ??= this.api.get('/api/status').catch(() => null);
    const status = await this.status;
    if (!status) this.status = null;
    return status?.data.allowsChanges ?? true;
  }

  /** Has a screen reader say a text when it has time. */
  announce(text) {
    const region = this.live;
    if (!region) return;
    region.textContent = '';
    setTimeout(() => (region.textContent = text), 50);
  }

  /** The session is over: everything of the user is forgotten. */
  signOut() {
    this.cache.clear();
    // A sign-in loads the app anew.
    this.events.end();
    if (location.pathname !== '/login') {
      this.navigate(`/login?${new URLSearchParams({ to: location.pathname + location.search })}`, { replace: true });
    }
  }

  #withTime(params) {
    const query = new URLSearchParams(params);
    for (const [name, value] of this.fixed) if (!query.has(name)) query.set(name, value);
    return query.toString();
  }

  #listen() {
    history.scrollRestoration = 'manual';
    addEventListener('popstate', (event) => this.#go(location.pathname, address(), { scroll: event.state?.scroll ?? 0 }));
    document.addEventListener('click', (event) => {
      const link = event.target.closest?.('a[href]');
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.origin !== location.origin || link.hasAttribute('download') || link.target) return;
      if (link.pathname.startsWith('/api/') || link.hash) return;
      event.preventDefault();
      this.navigate(link.pathname + link.search);
    });
    // It may be another server, with other options.
    this.events.on('reset', () => (this.status = null));
    // Changes of posts concern what was kept of other pages, too.
    for (const kind of ['posts', 'tables', 'reset', 'shown']) {
      this.events.on(kind, () => (kind === 'posts' ? ['social', 'feed', 'schools'] : ['']).forEach((key) => this.cache.expire(key)));
    }
  }

  #keepScroll() {
    history.replaceState({ ...history.state, scroll: scrollY }, '');
  }

  async #go(path, params, { scroll = 0, isFirst = false }) {
    const school = /^\/schools\/([^/]+)$/.exec(path);
    if (school) return this.navigate(`/social?school=${school[1]}`, { replace: true });
    const number = ++this.number;
    this.menu.close();
    if (path === this.path && this.page) {
      this.page.open(params);
      return this.#scrollTo(scroll);
    }
    const page = await this.#make(path);
    if (number !== this.number) return page.close?.();
    this.page?.close();
    this.page = page;
    this.path = path;
    document.title = `${page.title} · ${words.product}`;
    for (const link of this.links) {
      set(link, { 'aria-current': link.getAttribute('href') === path ? 'page' : null });
    }
    replace(this.main, page.element);
    page.open(params);
    this.#scrollTo(scroll);
    if (!isFirst) this.main.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Scrolls to a place, again while the page grows: long lists are drawn in slices. */
  #scrollTo(place) {
    this.growing?.abort();
    scrollTo(0, place);
    if (scrollY >= place - 1) return;
    const growing = new AbortController();
    this.growing = growing;
    const observer = new ResizeObserver(() => {
      scrollTo(0, place);
      if (scrollY >= place - 1) growing.abort();
    });
    observer.observe(this.main);
    const { signal } = growing;
    signal.addEventListener('abort', () => observer.disconnect());
    // The user goes elsewhere.
    for (const kind of ['wheel', 'pointerdown', 'keydown']) {
      addEventListener(kind, () => growing.abort(), { signal, passive: true });
    }
    setTimeout(() => growing.abort(), timings.restore);
  }

  async #make(path) {
    if (!Object.hasOwn(pages, path)) return plainPage(this.texts, this.texts.web.notHereTitle, this.texts.web.notHere);
    try {
      const module = await pages[path]();
      return new module.default(this);
    } catch (error) {
      console.error(error);
      return plainPage(this.texts, words.product, this.texts?.common.serverError ?? error.message);
    }
  }

  #draw() {
    const { texts } = this;
    const entries = texts
      ? [
        ['/', texts.web.home, 'home'], ['/social/analytics', texts.socialAnalytics.tab, 'analytics'],
        ['/social', texts.socialFeed.tab, 'feed'], ['/reports/timeline', texts.timeline.tab, 'timeline'],
        ['/activity', texts.activity.tab, 'activity'], ['/reports', texts.reports.tab, 'reports'],
      ]
      : [];
    this.links = entries.map(([href, label, name]) => h('a', { href }, icon(name), h('span', {}, label)));
    const nav = h('nav', { id: 'pages', 'aria-label': texts?.web.pages }, this.links);
    const menuButton = button({
      icon: 'menu', kind: 'quiet menu-button', 'aria-label': texts?.web.menu, 'aria-expanded': false, 'aria-controls': 'pages',
      onclick: () => this.menu.set(!this.menu.isOpen),
    });
    this.menu = {
      isOpen: false,
      set(isOpen) {
        this.isOpen = isOpen;
        nav.classList.toggle('open', isOpen);
        set(menuButton, { 'aria-expanded': isOpen });
      },
      close() {
        this.set(false);
      },
    };
    const closeMenu = (event) => {
      if (event.key !== 'Escape' || !this.menu.isOpen) return;
      this.menu.close();
      menuButton.focus();
    };
    for (const element of [nav, menuButton]) element.addEventListener('keydown', closeMenu);
    this.main = h('main', { id: 'main', tabindex: -1 });
    this.live = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
    const skip = h('a', { class: 'skip', href: '#main', onclick: (event) => (event.preventDefault(), this.main.focus()) }, words.skip);
    replace(
      document.body, skip,
      h(
        'header', { class: 'top' },
        h('div', { class: 'top-row' }, h('a', { class: 'brand', href: '/' }, icon('compass', 26), h('span', {}, words.product)), nav,
          h('div', { class: 'top-actions' }, themeButton(), texts ? menuButton : null))),
      this.main, this.live);
  }
}

const address = () => new URLSearchParams(location.search);

function plainPage(texts, title, text) {
  return {
    title,
    element: h(
      'div', { class: 'page' },
      h('div', { class: 'card empty' }, h('h1', { tabindex: -1, class: 'small' }, title), h('p', { class: 'muted' }, text),
        texts ? h('a', { class: 'button primary', href: '/social' }, texts.web.toSocial) : null)),
    open() {},
    close() {},
  };
}

// Theme: the system's, unless the user chose the other one.

function storedTheme() {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null;
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';

function applyTheme(theme) {
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function themeButton() {
  const element = button({
    icon: 'moon', kind: 'quiet', 'aria-label': words.darkMode, title: words.darkMode,
    onclick: () => {
      const theme = isDark() ? 'light' : 'dark';
      const isSystems = (theme === 'dark') === system.matches;
      applyTheme(isSystems ? null : theme);
      try {
        if (isSystems) localStorage.removeItem(themeKey);
        else localStorage.setItem(themeKey, theme);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
      update();
    },
  });
  const update = () => {
    set(element, { 'aria-pressed': isDark() });
    replace(element, icon(isDark() ? 'sun' : 'moon'));
  };
  system.addEventListener('change', update);
  update();
  return element;
}

new App().start();
