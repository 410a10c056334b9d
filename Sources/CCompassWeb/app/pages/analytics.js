// Social Analytics, with charts that filter each other. As in `SocialAnalyticsModel`: the range opens with 30 days.
// The filters of a drag or a click are in the address; each chart counts under the filters of all others.

import { bars, Chart, DayChart, postCount } from '../charts.js';
import { button, h, hidden, icon, reconcile, replace, set, setText } from '../dom.js';
import { emptyState, pageFrame, skeletonCard } from '../frame.js';
import { Delay, PageLoading } from '../state.js';
import { fill, plural } from '../texts.js';
import { shortDay } from './days.js';

const tones = { very_positive: 'green', positive: 'blue', neutral: 'gray', negative: 'red' };
const sentimentNames = { very_positive: 'veryPositive', positive: 'positive', neutral: 'neutral', negative: 'negative' };
const ranges = ['7', '30', '90', 'all'];
/** The filters by the part of the page that sets them, and which therefore counts without them. */
const dimensions = { days: ['from', 'to'], sentiment: ['sentiment'], platforms: ['platform'], schools: ['school'] };
/** So often, at most, does a drag ask the server. */
const dragInterval = 60;

export default class AnalyticsPage {
  constructor(app) {
    this.app = app;
    const { socialAnalytics: texts, common, web } = app.texts;
    this.texts = texts;
    this.web = web;
    this.common = common;
    this.title = texts.title;
    this.names = new Map();
    this.expanded = null;
    this.dragging = new Delay();
    this.loading = new PageLoading(app, {
      texts: { load: texts.loadFailed, timedOut: common.timedOut, server: common.serverError },
      key: (query) => `social?${new URLSearchParams(flat(query))}`,
      load: (query, signal) => this.#load(query, signal),
      show: (value, query) => this.#show(value, query),
      update: () => this.frame.show(this.loading),
      refused: { label: app.texts.socialFeed.clearFilters, run: () => this.#clear() },
    });
    this.#draw();
    this.element = this.frame.element;
  }

  open(params) {
    this.ends ??= ['posts', 'tables', 'reset'].map((kind) => this.app.events.on(kind, () => this.loading.reload()));
    this.query = readQuery(params);
    this.#markRange();
    this.loading.open(this.query);
  }

  close() {
    this.dragging.cancel();
    this.loading.close();
    for (const end of this.ends ?? []) end();
  }

  // Queries

  async #load(query, signal) {
    const ask = async (filters) => (await this.app.api.get('/api/social', filters, { signal })).data;
    const all = ask(query);
    const parts = Object.entries(dimensions).map(async ([part, names]) => {
      if (!names.some((name) => query[name].length)) return [part, await all];
      return [part, await ask({ ...query, ...Object.fromEntries(names.map((name) => [name, null])) })];
    });
    const [whole, ...charts] = await Promise.all([all, ...parts]);
    return { all: whole, ...Object.fromEntries(charts) };
  }

  /** Changes filters. While `isFinal` is false they are about to change again and do not get into the history. */
  #change(changes, isFinal = true) {
    this.query = { ...this.query, ...changes };
    this.#markRange();
    this.dragging.cancel();
    if (!isFinal) {
      this.lastAsked ??= 0;
      const wait = Math.max(0, this.lastAsked + dragInterval - Date.now());
      this.dragging.schedule(wait, () => {
        this.lastAsked = Date.now();
        this.loading.ask(this.query);
      });
      return;
    }
    this.app.setQuery(writeQuery(this.query), { push: true });
    this.loading.ask(this.query);
  }

  #chooseRange(range) {
    // Days that the shorter range may not have any more are not filtered by.
    const isShorter = ranges.indexOf(range) < ranges.indexOf(this.query.range);
    this.#change({ range, ...(isShorter ? { from: '', to: '' } : {}) });
  }

  #toggle(name, value) {
    const chosen = this.query[name];
    if (name === 'platform') return this.#change({ platform: chosen === value ? '' : value });
    this.#change({ [name]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] });
  }

  // Drawing

  #draw() {
    const { texts, common, app } = this;
    const { showTable } = this.web;
    this.ranges = ranges.map((range) =>
      button({ label: this.#rangeLabel(range), 'aria-pressed': false, onclick: () => this.#chooseRange(range) }));
    this.chips = h('div', { class: 'card chips', hidden: true, role: 'group', 'aria-label': this.web.filtered });
    this.empty = h('div', { class: 'card', hidden: true });
    this.cards = h('div', { class: 'grid4' });
    this.bars = h('ul', { class: 'bars' });
    this.sentiment = new Chart({ title: texts.sentimentDistribution, content: this.bars, showTable });
    this.columns = h('div', { class: 'platforms' });
    this.platforms = new Chart({ title: texts.platformDistribution, content: this.columns, showTable });
    this.dayChart = new DayChart({
      label: texts.activityByDay, hint: this.web.dayHint,
      tooltip: (day) => plural(texts.dayTooltip, day.count, { date: day.label }),
      aloud: (day) => plural(texts.dayAloud, day.count, { date: day.label }),
      onbrush: (dates, isFinal) => this.#change(dates ?? { from: '', to: '' }, isFinal),
    });
    this.days = new Chart({ title: texts.activityByDay, content: this.dayChart.element, showTable });
    this.ranks = h('ol', { class: 'ranks' });
    this.schools = new Chart({ title: texts.mostActiveSchools, content: this.ranks, showTable });
    this.recent = h('ul', { class: 'recent' });
    this.noRecent = h('p', { class: 'no-data', hidden: true }, texts.noData);
    this.viewAll = h('a', { class: 'button link', href: '/social?type=recruiting' }, texts.viewAll);
    const posts = h(
      'section', { class: 'card', 'aria-labelledby': 'recent-title' },
      h('div', { class: 'card-head' }, h('h2', { id: 'recent-title' }, texts.recentRecruitingPosts), this.viewAll),
      this.recent, this.noRecent);
    this.content = h(
      'div', { class: 'stack' }, this.chips, this.empty, this.cards,
      h('div', { class: 'grid2' }, this.sentiment.element, this.platforms.element),
      this.days.element, h('div', { class: 'grid2 wide-right' }, this.schools.element, posts));
    this.frame = pageFrame(app, {
      title: texts.title, subtitle: texts.subtitle, content: this.content,
      actions: [h('a', { class: 'button', href: '/social' }, icon('feed'), app.texts.socialFeed.tab)],
      refresh: () => this.loading.refresh(),
      placeholder: () => h(
        'div', { class: 'stack' }, h('div', { class: 'grid4' }, [1, 2, 3, 4].map(() => skeletonCard(3))),
        h('div', { class: 'grid2' }, skeletonCard(7), skeletonCard(7)), skeletonCard(8)),
    });
    // The ranges stay above what is loaded.
    this.frame.element.insertBefore(
      h('div', { class: 'segments', role: 'group', 'aria-label': texts.timeRange, style: { 'margin-bottom': '12px' } }, this.ranges),
      this.frame.element.lastElementChild);
  }

  #rangeLabel(range) {
    return { 7: this.texts.last7Days, 30: this.texts.last30Days, 90: this.texts.last90Days, all: this.texts.allTime }[range];
  }

  #markRange() {
    this.ranges.forEach((element, index) => set(element, { 'aria-pressed': ranges[index] === this.query.range }));
  }

  #show(value, query) {
    if (this.shownRange && this.shownRange !== query.range && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.content.animate({ opacity: [0.3, 1] }, 500);
    }
    this.shownRange = query.range;
    for (const part of [value.schools, value.all]) for (const { id, name } of part.topSchools) this.names.set(id, name);
    this.#showChips(value, query);
    if (query.school.some((id) => !this.names.has(id))) this.#nameSchools(value, query);
    this.#showCards(value.all.summary);
    this.#showSentiment(value.sentiment, query);
    this.#showPlatforms(value.platforms, query);
    this.#showDays(value.days, query);
    this.#showSchools(value.schools, query);
    this.#showRecent(value.all.recentRecruitingPosts, query);
  }

  #showChips(value, query) {
    const { common } = this;
    const day = (date) => value.days.activityByDay.find((other) => other.date === date)?.label ?? date;
    const chips = [];
    if (query.from || query.to) {
      const text = query.from === query.to ? day(query.from) : fill(this.web.days, { from: day(query.from), to: day(query.to) });
      chips.push([text, { from: '', to: '' }]);
    }
    for (const type of query.sentiment) chips.push([common[sentimentNames[type]], () => this.#toggle('sentiment', type)]);
    if (query.platform) chips.push([common[query.platform], { platform: '' }]);
    for (const id of query.school) chips.push([this.names.get(id) ?? id, () => this.#toggle('school', id)]);
    const hadFocus = this.chips.contains(document.activeElement);
    const isFiltered = chips.length > 0;
    set(this.chips, { hidden: !isFiltered });
    const { totalPosts } = value.all.summary;
    replace(this.chips, isFiltered ? [
      h('span', { class: 'muted' }, this.web.filtered),
      chips.map(([text, change]) => h(
        'button', { type: 'button', class: 'button chip', 'aria-label': fill(this.web.removeFilter, { filter: text }),
          onclick: () => (typeof change === 'function' ? change() : this.#change(change)) },
        h('span', {}, text), icon('close', 16))),
      button({ label: this.app.texts.socialFeed.clearFilters, kind: 'quiet', onclick: () => this.#clear() }),
      h('a', { class: 'button link', href: this.#feedAddress(value.all, query) },
        fill(this.web.showInFeed, { posts: postCount(this.app, totalPosts) })),
    ] : []);
    if (hadFocus) (isFiltered ? this.chips.querySelector('button') : this.frame.heading).focus();
    // After the first answer, so that a page that opens is not read twice.
    const text = `${chips.map(([chip]) => chip).join(', ')} ${postCount(this.app, totalPosts)}`;
    if (this.dayChart.drag) return this.#showEmpty(totalPosts === 0, isFiltered, query);
    if (this.spoken !== undefined && this.spoken !== text) this.app.announce(text);
    this.spoken = text;
    set(this.viewAll, { href: this.#feedAddress(value.all, query, 'recruiting') });
    this.#showEmpty(totalPosts === 0, isFiltered, query);
  }

  #showEmpty(isEmpty, isFiltered, query) {
    set(this.empty, { hidden: !isEmpty });
    replace(this.empty, isEmpty ? emptyState({
      icon: this.texts.emptyIcon, title: this.texts.emptyTitle,
      subtitle: query.range === 'all' ? null : this.texts.emptySubtitle,
      actions: isFiltered ? [button({ label: this.app.texts.socialFeed.clearFilters, onclick: () => this.#clear() })] : [],
    }) : null);
  }

  /** A school that the address names may be in no list of the page. */
  async #nameSchools(value, query) {
    for (const id of query.school) if (!this.names.has(id)) this.names.set(id, id);
    try {
      const { data } = await this.app.api.get('/api/schools');
      for (const { id, name } of data.schools) this.names.set(id, name);
    } catch {
      return;
    }
    if (this.query === query && this.loading.isOpen) this.#showChips(value, query);
  }

  #clear() {
    this.#change({ from: '', to: '', sentiment: [], platform: '', school: [] });
  }

  /** The feed's address with the same filters; the range is one of them only where another filter is. */
  #feedAddress(page, query, type = '') {
    const filters = { type, platform: query.platform, sentiment: query.sentiment, school: query.school, from: query.from, to: query.to };
    const isFiltered = query.from || query.platform || query.sentiment.length || query.school.length;
    if (isFiltered && !query.from && page.range.from) filters.from = page.range.from.slice(0, 10);
    const params = new URLSearchParams(flat(filters));
    return `/social${params.size ? `?${params}` : ''}`;
  }

  #showCards(summary) {
    const { texts, common } = this;
    const share = (percentage) => fill(texts.percentage, { percentage });
    const cards = [
      [common.totalPosts, summary.totalPosts, '', 'gray'],
      [texts.recruitingPosts, summary.recruitingPosts, share(summary.recruitingPercentage), 'green'],
      [texts.positiveSentiment, summary.positivePosts, share(summary.positivePercentage), 'blue'],
      [texts.activeSchools, summary.activeSchools, '', 'purple'],
    ];
    reconcile(this.cards, cards, ([label]) => label, (card) => {
      const element = h('div', { class: `card stat ${card[3]}`, role: 'group' },
        h('p', { class: 'label' }, card[0]), h('p', { class: 'value' }), h('p', { class: 'note' }));
      updateCard(element, card);
      return element;
    }, updateCard);

    function updateCard(element, [label, value, subtitle]) {
      setText(element.children[1], String(value));
      setText(element.children[2], subtitle);
      set(element, { 'aria-label': fill(subtitle ? common.cardAloud : common.cardWithoutSubtitleAloud, { label, value, subtitle }) });
    }
  }

  #showSentiment({ sentiment, noSentimentData, summary }, query) {
    const { texts, common } = this;
    const rows = sentiment.map(({ type, count, percentage }) => {
      const label = common[sentimentNames[type]];
      const isChosen = query.sentiment.includes(type);
      return {
        key: type, label, count, percentage, tone: tones[type], isChosen, isFaded: query.sentiment.length > 0 && !isChosen,
        aloud: plural(texts.sentimentAloud, count, { sentiment: label, percentage: Math.round(percentage) }),
      };
    });
    bars(this.bars, rows, (type) => this.#toggle('sentiment', type));
    this.sentiment.update({
      aloud: [texts.sentimentChartAloud, ...rows.map((row) => row.aloud)].join(' '),
      head: [this.app.texts.socialFeed.sentiment, this.web.posts, this.web.share],
      rows: rows.map((row) => [row.label, row.count, fill(texts.percentage, { percentage: Math.round(row.percentage) })]),
      none: noSentimentData ? (summary.totalPosts === 0 ? texts.noData : texts.noSentimentData) : null,
    });
  }

  #showPlatforms({ platforms, summary }, query) {
    const { texts, common } = this;
    const rows = ['twitter', 'instagram'].map((key) => ({ key, label: common[key], count: platforms[key] }));
    const aloud = ({ label, count }) => plural(texts.platformAloud, count, { platform: label });
    const show = (choice, row) => {
      set(choice, { 'aria-pressed': query.platform === row.key, 'aria-label': aloud(row) });
      choice.classList.toggle('faded', Boolean(query.platform) && query.platform !== row.key);
      setText(choice.children[1], String(row.count));
    };
    reconcile(this.columns, rows, (row) => row.key, (row) => {
      const choice = h(
        'button', { type: 'button', class: `choice ${row.key}`, onclick: () => this.#toggle('platform', row.key) },
        h('span', { class: 'circle' }, icon(row.key, 48)), h('span', { class: 'big' }), h('span', { class: 'name' }, row.label));
      show(choice, row);
      return choice;
    }, show);
    this.platforms.update({
      aloud: [texts.platformChartAloud, ...rows.map(aloud)].join(' '),
      head: [this.app.texts.socialFeed.platform, this.web.posts], rows: rows.map((row) => [row.label, row.count]),
      none: summary.totalPosts === 0 ? texts.noData : null,
    });
  }

  #showDays({ activityByDay: days, summary }, query) {
    const { texts } = this;
    this.dayChart.update(days, query.from || query.to ? query : null);
    this.days.update({
      aloud: [texts.dayChartAloud, ...days.filter((day) => day.count > 0).map(this.dayChart.aloud)].join(' '),
      head: [this.web.date, this.web.posts], rows: days.map((day) => [day.label, day.count]),
      none: summary.totalPosts === 0 ? texts.noData : null,
    });
  }

  #showSchools({ topSchools, summary }, query) {
    const { texts } = this;
    const rows = topSchools.map((school, index) => ({
      ...school, rank: index + 1,
      aloud: plural(texts.schoolAloud, school.postCount, { rank: index + 1, school: school.name }),
    }));
    const show = (item, row) => {
      const [choice] = item.children;
      const [rank, name, count] = choice.children;
      set(choice, { 'aria-pressed': query.school.includes(row.id), 'aria-label': row.aloud });
      setText(rank, String(row.rank));
      setText(name, row.name);
      setText(count, String(row.postCount));
    };
    reconcile(this.ranks, rows, (row) => row.id, (row) => {
      const item = h('li', {}, h(
        'button', { type: 'button', class: 'choice', onclick: () => this.#toggle('school', row.id) },
        h('span', { class: 'rank' }), h('span', { class: 'name' }), h('span', { class: 'count' })));
      show(item, row);
      return item;
    }, show);
    this.schools.update({
      aloud: rows.map((row) => row.aloud).join(' '),
      head: [this.common.school, this.web.posts], rows: rows.map((row) => [row.name, row.postCount]),
      none: summary.totalPosts === 0 || !rows.length ? texts.noData : null,
    });
  }

  #showRecent(posts) {
    set(this.noRecent, { hidden: posts.length > 0 });
    const show = (item, post) => {
      const [line] = item.children;
      const isWhole = this.expanded === post.id;
      set(line, { 'aria-expanded': isWhole });
      line.lastElementChild.className = isWhole ? 'whole' : 'clamp';
    };
    reconcile(this.recent, posts, (post) => post.id, (post) => {
      const author = post.authorHandle ?? post.authorName ?? this.app.texts.socialFeed.unknownAuthor;
      const item = h('li', { class: post.platform }, h(
        'button', { type: 'button', class: 'post-line', onclick: () => this.#expand(post.id) },
        icon(post.platform), hidden(`${this.common[post.platform]}: `), h('span', { class: 'who' }, author),
        h('time', { class: 'when', datetime: post.postDate }, shortDay(post.postDate)),
        h('span', { class: 'clamp', style: { '--lines': 2 } }, post.postContent ?? '')));
      show(item, post);
      return item;
    }, show);
    this.posts = posts;
  }

  #expand(id) {
    this.expanded = this.expanded === id ? null : id;
    this.#showRecent(this.posts);
  }
}

// Addresses

function readQuery(params) {
  const isDate = (text) => /^\d{4,5}-\d\d-\d\d$/.test(text ?? '');
  const date = (name) => (isDate(params.get(name)) ? params.get(name) : '');
  return {
    range: ranges.includes(params.get('range')) ? params.get('range') : '30',
    from: date('from'), to: date('to'),
    sentiment: params.getAll('sentiment').filter((type) => Object.hasOwn(tones, type)),
    platform: ['twitter', 'instagram'].includes(params.get('platform')) ? params.get('platform') : '',
    school: params.getAll('school').filter(Boolean),
  };
}

function writeQuery(query) {
  return new URLSearchParams(flat({ ...query, range: query.range === '30' ? '' : query.range }));
}

/** Returns names with single values, without the empty ones. */
function flat(query) {
  return Object.entries(query).flatMap(([name, value]) => [value].flat().filter(Boolean).map((one) => [name, one]));
}
