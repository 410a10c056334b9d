// The state that pages have in common, as CompassPages has it: `timings`, `Observable`, `Delay`, `TimedMessage`,
// `AnswerCache` and `PageLoading`.

import { fill } from './texts.js';

/** The times that the pages wait, in milliseconds; those of `PageTimings`, and the browser's own. */
export const timings = {
  placeholder: 300, cache: 300_000, message: 5000, undo: 5000, search: 150, paused: 30_000, dates: 60_000,
  request: 15_000, sync: 60_000, reconnect: 5000, stream: 1000, loading: 1000, events: 50, restore: 2000,
};

/** A value that tells when it changes. */
export class Observable {
  #value;
  #bodies = new Set();

  constructor(value) {
    this.#value = value;
  }

  get value() {
    return this.#value;
  }

  set value(value) {
    if (value === this.#value) return;
    this.#value = value;
    for (const body of [...this.#bodies]) body(value);
  }

  /** Calls `body` after each change; returns a function that ends that. */
  observe(body) {
    this.#bodies.add(body);
    return () => this.#bodies.delete(body);
  }
}

/** Something that happens later, unless it is put off or dropped. */
export class Delay {
  #timer = null;

  get isScheduled() {
    return this.#timer !== null;
  }

  schedule(milliseconds, body) {
    this.cancel();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      body();
    }, milliseconds);
  }

  repeat(milliseconds, body) {
    this.schedule(milliseconds, () => {
      this.repeat(milliseconds, body);
      body();
    });
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** A message, `{text, kind, action}`, that vanishes after five seconds, which stand still while it is held. */
export class TimedMessage {
  #delay = new Delay();
  #remaining = 0;
  #since = 0;
  #held = false;

  /** @param update called after each change. */
  constructor(update) {
    this.notice = null;
    this.update = update;
  }

  get held() {
    return this.#held;
  }

  set held(held) {
    if (held === this.#held) return;
    this.#held = held;
    if (!held) return this.#run();
    this.#delay.cancel();
    this.#remaining -= Date.now() - this.#since;
  }

  show(notice, duration = timings.message) {
    this.notice = notice;
    this.#remaining = duration;
    this.#run();
    this.update();
  }

  clear() {
    this.#delay.cancel();
    this.#held = false;
    if (!this.notice) return;
    this.notice = null;
    this.update();
  }

  #run() {
    if (this.#held || !this.notice) return;
    this.#since = Date.now();
    this.#delay.schedule(Math.max(0, this.#remaining), () => this.clear());
  }
}

/** The latest answers by their query, so that a page that is opened again shows what it had. */
export class AnswerCache {
  #answers = new Map();

  get(key) {
    return this.#answers.get(key)?.value;
  }

  isFresh(key) {
    const answer = this.#answers.get(key);
    return answer !== undefined && !answer.isStale && Date.now() - answer.at < timings.cache;
  }

  put(key, value) {
    this.#answers.delete(key);
    this.#answers.set(key, { value, at: Date.now(), isStale: false });
    if (this.#answers.size > 40) this.#answers.delete(this.#answers.keys().next().value);
  }

  /** Marks answers as stale whose key begins with a text: they are shown, and asked for again. */
  expire(prefix = '') {
    for (const [key, answer] of this.#answers) if (key.startsWith(prefix)) answer.isStale = true;
  }

  clear() {
    this.#answers.clear();
  }
}

/** Returns the text of a failure; `texts` has the page's own `load`, `timedOut` and `server`. */
export function failureText(error, texts, { common, web }) {
  switch (error.kind) {
    case 'timedOut': return texts.timedOut;
    case 'server': return texts.server;
    case 'loading': return web.loadingData;
    case 'forbidden': return common.forbidden;
    case 'rateLimited': return common.tooManyRequests;
    case 'malformed': return common.malformed;
    case 'refused': return error.message ? fill(web.refused, { reason: error.message }) : texts.load;
    default: return texts.load;
  }
}

/**
 * The load of a page: waiting, placeholder, content, failures, and what happens without a network.
 *
 * `load(query, signal)` asks the server, `key(query)` names the query in the cache, `show(value, query)` shows an
 * answer, `update()` is called when phase, failure, banner or `isRefreshing` have changed; `refused` is what to do about
 * a query that the server does not accept (label, run). Each load has a number:
 * an answer that is not the newest one's is dropped.
 */
export class PageLoading {
  #app;
  #options;
  #query = null;
  #number = 0;
  #abort = null;
  #placeholder = new Delay();
  #repetition = new Delay();
  #ends = [];
  #done = Promise.resolve();

  constructor(app, options) {
    this.#app = app;
    this.#options = options;
    this.phase = 'idle';
    this.failure = null;
    this.isRefreshing = false;
    this.isOpen = false;
  }

  /** The message on top of the content; null if there is none. */
  get banner() {
    if (this.phase !== 'content') return null;
    const { common } = this.#app.texts;
    if (!this.#app.online.value) return { text: common.offlineBanner, kind: 'offline', canRetry: false };
    return this.failure && { kind: 'banner', ...this.failure };
  }

  get canRefresh() {
    return this.#app.online.value && !this.isRefreshing;
  }

  /** Shows what there is, and loads what is stale. */
  open(query) {
    if (!this.isOpen) {
      this.isOpen = true;
      this.#ends = [
        this.#app.online.observe((online) => this.#networkChanged(online)),
        this.#app.events.on('shown', () => this.#isFresh() || this.reload()),
      ];
    }
    this.ask(query);
  }

  /** Asks another query; content stays until its answer is there. */
  ask(query) {
    this.#query = query;
    const key = this.#options.key(query);
    const value = this.#app.cache.get(key);
    if (value !== undefined) {
      this.#show(value);
      if (this.#app.cache.isFresh(key)) return this.#stop();
    }
    this.#begin();
  }

  close() {
    this.isOpen = false;
    this.#stop(false);
    for (const end of this.#ends) end();
    this.phase = 'idle';
    this.failure = null;
  }

  /** Loads again, and returns when that is done; does nothing without a network. */
  refresh() {
    if (this.isOpen && this.#app.online.value) this.#begin();
    return this.#done;
  }

  retry() {
    if (this.isOpen) this.#begin();
  }

  /** Loads again what is shown, for example after an event. */
  reload() {
    if (this.isOpen) this.#begin();
  }

  #isFresh() {
    return this.phase === 'content' && !this.failure && this.#app.cache.isFresh(this.#options.key(this.#query));
  }

  #networkChanged(online) {
    if (online && !this.#isFresh()) this.#begin();
    else this.#options.update();
  }

  #show(value) {
    this.phase = 'content';
    this.failure = null;
    this.#options.show(value, this.#query);
  }

  #stop(tells = true) {
    this.#number += 1;
    this.#abort?.abort();
    this.#placeholder.cancel();
    this.#repetition.cancel();
    this.isRefreshing = false;
    if (tells) this.#options.update();
  }

  #begin() {
    this.#stop(false);
    const number = this.#number;
    const abort = new AbortController();
    const query = this.#query;
    this.#abort = abort;
    if (this.phase === 'content') this.isRefreshing = true;
    else this.#wait();
    this.#options.update();
    this.#done = this.#options.load(query, abort.signal).then(
      (value) => number === this.#number && this.#ended(query, value),
      (error) => number === this.#number && this.#failed(error));
  }

  #wait() {
    if (this.phase === 'placeholder') return;
    this.phase = 'waiting';
    this.#placeholder.schedule(timings.placeholder, () => {
      this.phase = 'placeholder';
      this.#options.update();
    });
  }

  #ended(query, value) {
    const { phase } = this;
    this.#placeholder.cancel();
    this.isRefreshing = false;
    try {
      this.#show(value);
    } catch (error) {
      // JSON, but not what the page needs.
      console.error(error);
      this.phase = phase;
      return this.#failed({ kind: 'malformed' });
    }
    this.#app.cache.put(this.#options.key(query), value);
    this.#options.update();
  }

  #failed(error) {
    this.isRefreshing = false;
    if (error.kind === undefined) throw error;
    if (error.kind === 'signedOut') return this.#app.signOut();
    if (error.kind === 'cancelled') return;
    if (error.kind === 'loading' && this.phase !== 'content') {
      // The server begins to listen before it has read its tables.
      this.#repetition.schedule(error.retryAfter ?? timings.loading, () => this.#begin());
      return;
    }
    this.#placeholder.cancel();
    const { common } = this.#app.texts;
    const text = failureText(error, this.#options.texts, this.#app.texts);
    this.failure = error.kind === 'offline' && this.phase === 'content'
      ? { text: common.offlineBanner, kind: 'offline', canRetry: false }
      : { text, canRetry: !['forbidden', 'refused'].includes(error.kind), action: error.kind === 'refused' ? this.#options.refused : null };
    if (this.phase !== 'content') this.phase = 'failed';
    const delay = error.retryAfter ?? (error.kind === 'loading' ? timings.loading : null);
    if (delay !== null && ['rateLimited', 'loading'].includes(error.kind)) {
      this.#repetition.schedule(delay, () => this.#begin());
    }
    this.#options.update();
  }
}
