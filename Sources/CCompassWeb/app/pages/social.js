// Social Media Monitoring, as `SocialFeedModel` has it: filters with counts, a list that grows, posts that arrive,
// flags, notes and deletions that are shown at once.

import { ApiError } from '../api.js';
import { postCount } from '../charts.js';
import { button, dialog, h, icon, reconcile, replace, select, set, setOptions, setText } from '../dom.js';
import { emptyState, messageBar, notice, pageFrame, skeletonCard } from '../frame.js';
import { Delay, failureText, PageLoading, timings } from '../state.js';
import { fill, plural } from '../texts.js';
import { postCard } from './post-card.js';
import { PostWishes } from '../wishes.js';

const pageSize = 50;
/** The server answers no more posts at once. */
const maximumPageSize = 500;
/** So many posts before the end of the list the next ones are asked for. */
const lookahead = 10;
/** So many cards are made in one task, which then is far below 50 ms. */
const cardsAtOnce = 12;
const sentimentKeys = { very_positive: 'veryPositive', positive: 'positive', neutral: 'neutral', negative: 'negative' };
const noFilters = { search: '', platform: '', school: [], type: '', sentiment: [], from: '', to: '' };

export default class SocialPage {
  constructor(app) {
    this.app = app;
    this.texts = app.texts.socialFeed;
    this.common = app.texts.common;
    this.title = this.texts.title;
    this.loadTexts = { load: this.texts.loadFailed, timedOut: this.common.timedOut, server: this.common.serverError };
    this.filters = noFilters;
    this.rows = [];
    this.answer = null;
    /** Whether the server accepts flags, notes and deletions. */
    this.allowsChanges = true;
    this.waiting = null;
    this.expanded = new Set();
    this.isAtTop = true;
    this.isSyncing = false;
    this.typing = new Delay();
    this.dates = new Delay();
    this.events = new Delay();
    this.drawing = new Delay();
    this.wishes = new PostWishes(app, {
      post: (id) => this.rows.find((post) => post.id === id),
      confirm: (id, fields) => this.#confirm(id, fields),
      confirmRemoval: (id) => this.#confirmRemoval(id),
      readAgain: () => this.#readAgain(),
      changed: () => this.#showPosts(),
      outcome: (kind, id, fields) => this.#outcome(kind, id, fields),
    });
    this.loading = new PageLoading(app, {
      texts: this.loadTexts,
      key: feedKey,
      load: (query, signal) => this.#load(query, signal),
      show: (value, query) => this.#show(value, query),
      update: () => this.#showLoading(),
      refused: { label: this.texts.clearFilters, run: () => this.#clear() },
    });
    this.#draw();
    this.element = this.frame.element;
  }

  open(params) {
    if (!this.ends) {
      const catchUp = () => this.events.schedule(timings.events, () => this.loading.reload());
      this.onleave = () => this.wishes.sendRemoval();
      addEventListener('pagehide', this.onleave);
      this.ends = [
        ...['posts', 'tables', 'reset'].map((kind) => this.app.events.on(kind, catchUp)),
        this.app.online.observe(() => this.#showSync()),
        () => removeEventListener('pagehide', this.onleave),
      ];
      this.dates.repeat(timings.dates, () => document.hidden || this.loading.phase !== 'content' || this.loading.reload());
    }
    this.filters = readFilters(params);
    this.input.value = this.filters.search;
    this.#showFilters();
    this.loading.open(this.filters);
  }

  /** The deletion that could be undone is sent; filters are not kept. */
  close() {
    this.wishes.sendRemoval();
    for (const delay of [this.typing, this.dates, this.events, this.drawing]) delay.cancel();
    this.message.clear();
    this.undoMessage.clear();
    this.loading.close();
    this.near.disconnect();
    this.top.disconnect();
    this.dialog?.close('');
    for (const end of this.ends ?? []) end();
  }

  // Loading

  async #load(query, signal) {
    // The same list is asked for as far as it is shown, so that it keeps its place.
    const isSame = feedKey(query) === this.shownKey;
    const size = isSame ? Math.min(maximumPageSize, Math.max(pageSize, this.rows.length + lookahead)) : pageSize;
    const allowance = this.app.allowsChanges().then((allowsChanges) => {
      if (allowsChanges === this.allowsChanges) return;
      this.allowsChanges = allowsChanges;
      if (this.answer) this.#showPosts();
    });
    const [{ data }] = await Promise.all([
      this.app.api.get('/api/feed', { ...query, linked: true, 'page-size': size }, { signal }),
      // Posts do not wait long for what may be done with them.
      Promise.race([allowance, new Promise((end) => setTimeout(end, timings.placeholder))]),
    ]);
    if (!Array.isArray(data.posts)) throw new ApiError('malformed');
    return data;
  }

  #show(value, query) {
    const key = feedKey(query);
    const isSame = key === this.shownKey;
    this.waiting = null;
    if (!isSame) {
      if (this.shownKey !== undefined) this.app.announce(postCount(this.app, value.matchCount));
      if (!this.isAtTop) this.#toTop();
      this.isAtTop = true;
      this.shownKey = key;
    }
    this.moreFailed = null;
    this.more?.abort();
    this.more = null;
    const known = new Set(isSame ? this.rows.map((post) => post.id) : []);
    const first = value.posts.findIndex((post) => known.has(post.id));
    const isWaiting = first > 0 && !this.isAtTop;
    if (isWaiting) this.waiting = { posts: value.posts.slice(0, first), count: first };
    const posts = isWaiting ? value.posts.slice(first) : value.posts;
    // Beyond what the server answers at once, the rest of the list stays.
    const ids = new Set(posts.map((post) => post.id));
    const rest = isSame && this.rows.length > maximumPageSize
      ? this.rows.slice(maximumPageSize).filter((post) => !ids.has(post.id)) : [];
    this.rows = [...posts, ...rest];
    this.answer = value;
    if (!rest.length) this.cursor = value.nextCursor;
    this.#showFilters();
    this.#showPosts();
  }

  #showLoading() {
    this.frame.show(this.loading);
    this.#showSync();
  }

  async #showMore() {
    if (!this.cursor || this.more || this.loading.isRefreshing) return;
    const abort = new AbortController();
    this.more = abort;
    this.moreFailed = null;
    this.#showEnd();
    try {
      const query = { ...this.filters, after: this.cursor, 'page-size': pageSize };
      const { data } = await this.app.api.get('/api/feed', query, { signal: abort.signal });
      if (this.more !== abort) return;
      const known = new Set(this.rows.map((post) => post.id));
      this.rows = [...this.rows, ...data.posts.filter((post) => !known.has(post.id))];
      this.cursor = data.nextCursor;
    } catch (error) {
      if (this.more !== abort) return;
      if (error.kind === 'signedOut') return this.app.signOut();
      this.moreFailed = failureText(error, this.loadTexts, this.app.texts);
    }
    this.more = null;
    this.#showPosts();
  }

  async #readAgain() {
    await this.loading.refresh();
    return !this.loading.failure;
  }

  // Filters

  #change(changes, { isTyping = false } = {}) {
    this.filters = { ...this.filters, ...changes };
    this.typing.cancel();
    this.#showFilters();
    if (isTyping && this.filters.search) return this.typing.schedule(timings.search, () => this.#apply());
    this.#apply();
  }

  #apply() {
    this.typing.cancel();
    this.app.setQuery(new URLSearchParams(entries(this.filters)));
    if (feedKey(this.filters) !== this.shownKey || this.loading.phase !== 'content') this.loading.ask(this.filters);
  }

  #clear() {
    this.input.value = '';
    this.#change(noFilters);
  }

  get activeCount() {
    const { search, platform, school, type, sentiment, from, to } = this.filters;
    return [search.trim(), platform, school.length, type, sentiment.length, from || to].filter(Boolean).length;
  }

  #draw() {
    const { texts, common, app } = this;
    this.syncButton = button({ icon: 'sync', label: texts.syncPosts, kind: 'green', 'aria-label': texts.syncAloud, onclick: () => this.#sync() });
    const bar = messageBar(app);
    this.message = bar.message;
    const undoBar = messageBar(app, () => this.wishes.sendRemoval());
    this.undoMessage = undoBar.message;
    this.stats = h('div', { class: 'stats-row', tabindex: 0, role: 'group', 'aria-label': common.totalPosts });
    this.input = h('input', {
      type: 'search', placeholder: texts.searchPlaceholder, 'aria-label': common.search, autocomplete: 'off',
      // The server takes 1,000 bytes.
      maxlength: 330,
      oninput: () => this.#change({ search: this.input.value }, { isTyping: true }),
      onkeydown: (event) => {
        if (event.key === 'Enter') this.#apply();
        if (event.key === 'Escape' && this.input.value) {
          event.preventDefault();
          this.#clearSearch();
        }
      },
    });
    this.clearSearch = button({ icon: 'close', kind: 'quiet', 'aria-label': common.clearSearch, hidden: true, onclick: () => (this.#clearSearch(), this.input.focus()) });
    this.menus = {
      platform: select({ label: texts.platform, value: '', options: [], onchange: (value) => this.#change({ platform: value }) }),
      school: select({ label: common.school, value: '', options: [], onchange: (value) => this.#change({ school: value ? [value] : [] }) }),
      type: select({ label: texts.type, value: '', options: [], onchange: (value) => this.#change({ type: value }) }),
      sentiment: select({ label: texts.sentiment, value: '', options: [], onchange: (value) => this.#change({ sentiment: value ? [value] : [] }) }),
    };
    this.dateChip = h('div', { hidden: true });
    this.found = h('p', { class: 'found number' });
    this.clearButton = button({ label: texts.clearFilters, kind: 'quiet', onclick: () => (this.#clear(), this.input.focus()) });
    this.filterButton = button({
      icon: 'filter', label: common.filter, kind: 'filter-button', 'aria-expanded': false, 'aria-controls': 'filter-panel',
      onclick: () => {
        const isOpen = this.filterCard.classList.toggle('open');
        set(this.filterButton, { 'aria-expanded': isOpen });
      },
    });
    this.filterCard = h(
      'section', { class: 'card filters', 'aria-label': texts.filterTitle },
      h('div', { class: 'filter-bar' }, h('div', { class: 'search' }, icon('search'), this.input, this.clearSearch), this.filterButton),
      h('div', { class: 'panel', id: 'filter-panel' }, Object.values(this.menus).map((menu) => menu.element), this.dateChip),
      h('div', { class: 'filter-foot' }, this.found, this.clearButton));
    this.edge = h('div');
    this.newPosts = h('div', { class: 'new-posts', hidden: true },
      button({ icon: 'up', label: ' ', kind: 'primary', onclick: () => this.#showNewPosts() }));
    this.list = h('div', { class: 'posts' });
    this.empty = h('div', { class: 'card', hidden: true });
    this.end = h('div', { class: 'list-end' });
    const content = h(
      'div', { class: 'stack' }, this.stats,
      h('div', { class: 'feed-layout' }, this.filterCard,
        h('section', { 'aria-label': app.texts.socialFeed.tab }, this.edge, this.newPosts, this.list, this.empty, this.end)));
    this.frame = pageFrame(app, {
      title: texts.title, subtitle: texts.subtitle, content,
      actions: [h('a', { class: 'button', href: '/social/analytics' }, icon('analytics'), app.texts.socialAnalytics.tab), this.syncButton],
      refresh: () => this.loading.refresh(),
      placeholder: () => Array.from({ length: 5 }, () => skeletonCard(5)),
    });
    for (const { element } of [undoBar, bar]) element.classList.remove('messages');
    this.frame.element.insertBefore(h('div', { class: 'messages' }, undoBar.element, bar.element), this.frame.element.lastElementChild);
    this.near = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: '600px 0px' });
    this.top = new IntersectionObserver((entries) => {
      this.isAtTop = entries.at(-1).isIntersecting;
      if (this.isAtTop && this.waiting) this.#showNewPosts(false);
    });
    this.top.observe(this.edge);
  }

  #clearSearch() {
    this.input.value = '';
    this.#change({ search: '' });
  }

  #showFilters() {
    const { texts, common, filters } = this;
    const linked = this.answer?.linked;
    const counted = (label, count) => (linked && count !== null && count !== undefined ? `${label} (${count})` : label);
    const sum = (counts) => counts.reduce((total, { count, postCount: posts }) => total + (count ?? posts), 0);
    const platforms = linked?.platforms;
    setOptions(this.menus.platform.select, [
      { value: '', label: counted(common.all, platforms && platforms.twitter + platforms.instagram) },
      ...['twitter', 'instagram'].map((value) => ({ value, label: counted(common[value], platforms?.[value]) })),
    ], filters.platform);
    const schools = linked?.schools ?? [];
    const chosen = filters.school[0] ?? '';
    setOptions(this.menus.school.select, [
      { value: '', label: counted(common.allSchools, linked && sum(schools) + linked.withoutSchool) },
      ...schools.map(({ id, name, postCount: posts }) => ({ value: id, label: counted(name, posts) })),
      ...(chosen && !schools.some(({ id }) => id === chosen) ? [{ value: chosen, label: chosen }] : []),
    ], chosen);
    // Each type's count is known only where the other type does not leave posts out.
    const both = (choice) => choice && choice.yes + choice.no;
    const { flagged, recruiting } = linked ?? {};
    setOptions(this.menus.type.select, [
      { value: '', label: counted(common.all, filters.type === 'recruiting' ? both(recruiting) : both(flagged)) },
      { value: 'flagged', label: counted(texts.flaggedOnly, filters.type === 'recruiting' ? null : flagged?.yes) },
      { value: 'recruiting', label: counted(texts.recruitingOnly, filters.type === 'flagged' ? null : recruiting?.yes) },
    ], filters.type);
    const sentiments = linked?.sentiments ?? [];
    setOptions(this.menus.sentiment.select, [
      { value: '', label: counted(common.all, linked && sum(sentiments) + linked.withoutSentiment) },
      ...Object.entries(sentimentKeys).map(([value, key]) =>
        ({ value, label: counted(texts[key], sentiments.find(({ type }) => type === value)?.count) })),
      ...(filters.sentiment.length > 1 ? [{ value: filters.sentiment.join(), label: filters.sentiment.map((type) => common[sentimentKeys[type]]).join(', ') }] : []),
    ], filters.sentiment.join());
    const { web } = this.app.texts;
    const { from, to } = filters;
    set(this.dateChip, { hidden: !from && !to });
    const text = fill(web.days, { from: from || '…', to: to || '…' });
    replace(this.dateChip, from || to ? h(
      'button', { type: 'button', class: 'button chip', 'aria-label': fill(web.removeFilter, { filter: text }), onclick: () => this.#change({ from: '', to: '' }) },
      icon('calendar', 16), h('span', {}, text), icon('close', 16)) : null);
    const count = this.activeCount;
    set(this.clearSearch, { hidden: !filters.search });
    set(this.clearButton, { hidden: count === 0 });
    set(this.filterButton, { 'aria-label': plural(texts.filtersAloud, count) });
    setText(this.filterButton.lastChild, count ? `${common.filter} (${count})` : common.filter);
  }

  // List

  /** The posts as the user wishes them. */
  #shownPosts() {
    const posts = this.rows.map((post) => this.wishes.shown(post)).filter(Boolean);
    return this.filters.type === 'flagged' ? posts.filter((post) => post.flaggedForReview) : posts;
  }

  #showPosts() {
    if (!this.answer) return;
    const posts = this.#shownPosts();
    const isWhole = reconcile(this.list, posts, (post) => post.id, (post) => {
      const card = postCard(this, post);
      this.near.observe(card);
      return card;
    }, (card, post) => card.update(post), cardsAtOnce);
    if (isWhole) this.drawing.cancel();
    else this.drawing.schedule(0, () => this.#showPosts());
    this.#showStatistics();
    setText(this.found, postCount(this.app, this.answer.matchCount - (this.rows.length - posts.length)));
    set(this.newPosts, { hidden: !this.waiting });
    if (this.waiting) setText(this.newPosts.firstChild.lastChild, plural(this.texts.newPosts, this.waiting.count));
    this.#showEmpty(posts.length === 0);
    this.#showEnd();
  }

  #showStatistics() {
    const { texts, common } = this;
    const statistics = { ...this.answer.statistics };
    for (const post of this.rows) {
      const shown = this.wishes.shown(post);
      if (shown === post) continue;
      statistics.flaggedPosts += Number(shown?.flaggedForReview ?? false) - Number(post.flaggedForReview);
      if (shown) continue;
      statistics.totalPosts -= 1;
      statistics[`${post.platform}Posts`] -= 1;
    }
    const badge = statistics.flaggedPosts > 99 ? '99+' : String(statistics.flaggedPosts);
    const cards = [
      [common.totalPosts, statistics.totalPosts, 'gray'], [texts.twitterPosts, statistics.twitterPosts, 'twitter'],
      [texts.instagramPosts, statistics.instagramPosts, 'instagram'], [texts.flaggedForReview, badge, 'amber'],
    ];
    const show = (card, [label, value]) => {
      setText(card.lastChild, String(value));
      set(card, { 'aria-label': fill(common.cardWithoutSubtitleAloud, { label, value }) });
    };
    reconcile(this.stats, cards, ([label]) => label, (card) => {
      const element = h('div', { class: `card stat ${card[2]}`, role: 'group' }, h('p', { class: 'label' }, card[0]), h('p', { class: 'value' }));
      show(element, card);
      return element;
    }, show);
  }

  #showEmpty(isEmpty) {
    const { texts } = this;
    const state = isEmpty && !this.waiting ? this.answer.state : 'posts';
    const kind = state === 'noPosts' ? 'noPosts' : state === 'posts' && !isEmpty ? '' : isEmpty ? 'noMatches' : '';
    if (kind === this.emptyKind) return;
    this.emptyKind = kind;
    set(this.empty, { hidden: !kind });
    replace(this.empty, kind ? emptyState({
      icon: texts[`${kind}Icon`], title: texts[`${kind}Title`], subtitle: texts[`${kind}Subtitle`],
      actions: [kind === 'noPosts'
        ? button({ label: texts.syncPosts, kind: 'primary', onclick: () => this.#sync() })
        : button({ label: texts.clearFilters, onclick: () => (this.#clear(), this.input.focus()) })],
    }) : null);
  }

  #showEnd() {
    const text = this.moreFailed ?? (this.more ? this.common.loading : '');
    if (this.end.key === text) return;
    this.end.key = text;
    replace(this.end, this.moreFailed
      ? notice(this.app, { text, kind: 'banner', canRetry: true }, () => this.#showMore()) : text || null);
  }

  #seen(entries) {
    const cards = this.list.children;
    // Of a list that is still being drawn, the last cards are not there yet.
    const end = Math.max(0, this.#shownPosts().length - lookahead);
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.measure();
      for (let index = end; index < cards.length; index++) {
        if (cards[index] === target) return this.#showMore();
      }
    }
  }

  #showNewPosts(scrolls = true) {
    if (!this.waiting) return;
    this.rows = [...this.waiting.posts, ...this.rows];
    this.waiting = null;
    this.#showPosts();
    if (!scrolls) return;
    this.#toTop();
    this.list.querySelector('button')?.focus({ preventScroll: true });
  }

  #toTop() {
    const { top } = this.edge.getBoundingClientRect();
    scrollTo({ top: Math.max(0, scrollY + top - 80) });
  }

  isExpanded(id) {
    return this.expanded.has(id);
  }

  toggleExpansion(id) {
    if (!this.expanded.delete(id)) this.expanded.add(id);
    this.#showPosts();
  }

  // Changes

  #confirm(id, fields) {
    this.rows = this.rows.map((post) => (post.id === id ? { ...post, ...fields } : post));
    this.#expire();
    // What was asked for before the change may not have it.
    if (this.loading.isRefreshing) this.loading.reload();
  }

  #confirmRemoval(id) {
    this.rows = this.rows.filter((post) => post.id !== id);
    this.#expire();
    this.loading.reload();
  }

  #expire() {
    for (const key of ['feed', 'social']) this.app.cache.expire(key);
  }

  #post(id) {
    const post = this.rows.find((other) => other.id === id);
    return post && this.wishes.shown(post);
  }

  toggleFlag(id) {
    const post = this.#post(id);
    if (!post) return this.#outcome('notFound', id);
    this.wishes.setFlag(id, !post.flaggedForReview);
  }

  /** Opens the sheet with the notes of a post, or with a text that was refused, and why. */
  editNotes(id, draft, reason) {
    const post = this.#post(id);
    if (!post) return this.#outcome('notFound', id);
    const { common, texts } = this;
    const error = h('p', { class: 'error', role: 'alert' });
    const title = `${texts.notes}: ${post.authorName || post.authorHandle || texts.unknownAuthor}`;
    const text = h('textarea', { rows: 10, 'aria-label': texts.notes, value: draft ?? post.notes ?? '', autofocus: true });
    this.dialog = dialog({
      title, content: [text, error],
      actions: [
        { label: common.cancel, value: '' },
        {
          label: common.save, kind: 'primary', value: 'save',
          // The sheet stays open with its text.
          check: () => this.app.online.value || (setText(error, common.offlineChange), false),
        },
      ],
      onclose: (value) => {
        this.dialog = null;
        if (value === 'save') this.wishes.setNotes(id, text.value);
      },
    });
    setText(error, reason ?? '');
  }

  askToDelete(id) {
    const { common, texts } = this;
    this.dialog = dialog({
      title: texts.deleteQuestion, content: null, role: 'alertdialog',
      actions: [{ label: common.no, value: '' }, { label: common.yes, kind: 'danger', value: 'delete' }],
      onclose: (value) => {
        this.dialog = null;
        if (value !== 'delete') return;
        const next = this.list.keyed.get(id)?.nextElementSibling;
        this.wishes.remove(id);
        // The focus was on the post that is gone.
        if (document.activeElement === document.body) (next?.more ?? this.frame.heading).focus({ preventScroll: true });
      },
    });
  }

  #outcome(kind, id, fields) {
    const { texts, common } = this;
    if (kind === 'undone') {
      // The sheet of the notes shows it itself: behind a dialog nothing is read aloud.
      if (fields?.notes !== undefined && !this.dialog) return this.editNotes(id, fields.notes ?? '', common.changeUndone);
      this.message.show({ text: common.changeUndone, kind: 'banner' });
    } else if (kind === 'notFound') {
      this.message.show({ text: texts.notFound, kind: 'banner' });
    } else if (kind === 'offline') {
      this.message.show({ text: common.offlineChange, kind: 'offline' });
    } else if (id) {
      this.undoMessage.show({
        text: texts.deleted, kind: 'success', action: { label: common.undo, run: () => this.#undoDeletion(id) },
      }, timings.undo);
    } else {
      this.undoMessage.clear();
    }
  }

  #undoDeletion(id) {
    this.wishes.undoRemoval();
    this.list.keyed.get(id)?.more.focus();
  }

  // Sync

  #showSync() {
    const { texts } = this;
    set(this.syncButton, { disabled: this.isSyncing || !this.app.online.value, 'aria-busy': this.isSyncing, 'aria-label': this.isSyncing ? texts.syncing : texts.syncAloud });
    setText(this.syncButton.lastChild, this.isSyncing ? texts.syncing : texts.syncPosts);
    this.syncButton.classList.toggle('turning', this.isSyncing);
  }

  async #sync() {
    if (this.isSyncing || !this.app.online.value) return;
    this.isSyncing = true;
    this.#showSync();
    const { texts, common } = this;
    let text;
    let isDone = false;
    try {
      const { success, message, newPostCount: count } = await this.app.api.sync();
      isDone = success !== false;
      if (!isDone) text = fill(texts.syncFailed, { reason: message || common.serverError });
      else if (count === 0) text = texts.upToDate;
      else text = message || plural(texts.synced, count ?? 0);
    } catch (error) {
      if (error.kind === 'signedOut') return this.app.signOut();
      const reason = error.kind === 'refused' && error.message ? error.message : failureText(error, this.loadTexts, this.app.texts);
      text = error.kind === 'rateLimited' ? texts.syncTooSoon : fill(texts.syncFailed, { reason });
    } finally {
      this.isSyncing = false;
      this.#showSync();
    }
    if (!this.loading.isOpen) return;
    if (isDone) {
      this.#expire();
      this.loading.reload();
    }
    this.message.show({ text, kind: isDone ? 'success' : 'banner' });
  }
}

// Addresses

function readFilters(params) {
  const one = (name, values) => (values.includes(params.get(name)) ? params.get(name) : '');
  const date = (name) => (/^\d{4,5}-\d\d-\d\d$/.test(params.get(name) ?? '') ? params.get(name) : '');
  return {
    search: params.get('search') ?? '',
    platform: one('platform', ['twitter', 'instagram']),
    school: params.getAll('school').filter(Boolean),
    type: one('type', ['flagged', 'recruiting']),
    sentiment: params.getAll('sentiment').filter((type) => Object.hasOwn(sentimentKeys, type)),
    from: date('from'), to: date('to'),
  };
}

const entries = (filters) =>
  Object.entries(filters).flatMap(([name, value]) => [value].flat().filter(Boolean).map((one) => [name, one]));

const feedKey = (filters) => `feed?${new URLSearchParams(entries(filters))}`;
