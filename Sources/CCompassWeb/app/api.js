// The server's API: `get`, `text` and `url`, the changes of posts, and one stream of events, which is closed while
// the tab is hidden. What fails is an `ApiError` with a kind, as `SourceError` has them in CompassPages.

import { Delay, timings } from './state.js';

/**
 * A failure. Kinds: offline, timedOut, connection, server, signedOut, forbidden, notFound, rateLimited, loading (the
 * server still reads its tables), malformed, refused (the request is wrong), cancelled.
 */
export class ApiError extends Error {
  constructor(kind, { message = kind, status = null, retryAfter = null } = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    /** Milliseconds; null if the server did not tell. */
    this.retryAfter = retryAfter;
  }
}

/** What does not depend on the time; the server refuses parameters that it does not know. */
const timeless = new Set(['/api/texts', '/api/status', '/api/schools']);

export class Api {
  /** @param address the page's own search parameters: `now` and `zone` of them go into every request. */
  constructor(address) {
    this.now = address.get('now');
    this.zone = address.get('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.events = new Events();
  }

  /** Returns the address of a request: lists are repeated, null, false and empty texts left out. */
  url(path, params = {}) {
    const query = new URLSearchParams();
    const time = timeless.has(path) ? {} : { now: this.now, zone: this.zone };
    for (const [name, value] of Object.entries({ ...params, ...time })) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== null && one !== undefined && one !== false && one !== '') query.append(name, one);
      }
    }
    return `${path}?${query}`;
  }

  /** Returns an answer, `{data, etag}`; the browser's cache asks with the ETag by itself. */
  async get(path, params, { signal } = {}) {
    return this.request(this.url(path, params), { signal }, async (response) => {
      const data = await response.json();
      if (data === null || typeof data !== 'object') throw new SyntaxError(path);
      return { data, etag: response.headers.get('ETag') };
    });
  }

  /** Returns the text of a file, such as a CSV. */
  async text(path, params, { signal } = {}) {
    return this.request(this.url(path, params), { signal }, (response) => response.text());
  }

  /** Changes `flaggedForReview` or `notes` of a post. */
  change(id, fields) {
    return this.send('PATCH', `/api/posts/${encodeURIComponent(id)}`, fields);
  }

  remove(id) {
    return this.send('DELETE', `/api/posts/${encodeURIComponent(id)}`, {}, { keepalive: true });
  }

  undo(undo) {
    return this.send('POST', `/api/undo/${encodeURIComponent(undo)}`, {});
  }

  sync() {
    return this.send('POST', '/api/social/sync', {}, { wait: timings.sync });
  }

  send(method, path, body, options = {}) {
    const headers = { 'Content-Type': 'application/json' };
    return this.request(path, { method, headers, body: JSON.stringify(body), ...options }, (response) => response.json());
  }

  async request(address, { signal, wait = timings.request, ...options }, read) {
    if (!navigator.onLine) throw new ApiError('offline');
    const abort = new AbortController();
    const onAbort = () => abort.abort();
    signal?.addEventListener('abort', onAbort);
    let isLate = false;
    const delay = new Delay();
    delay.schedule(wait, () => {
      isLate = true;
      abort.abort();
    });
    try {
      const response = await fetch(address, { signal: abort.signal, credentials: 'same-origin', ...options });
      if (!response.ok) throw await failure(response);
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (signal?.aborted) throw new ApiError('cancelled');
      if (isLate) throw new ApiError('timedOut');
      if (error instanceof SyntaxError) throw new ApiError('malformed', { message: error.message });
      throw new ApiError(navigator.onLine ? 'connection' : 'offline', { message: error.message });
    } finally {
      delay.cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

const kinds = { 401: 'signedOut', 403: 'forbidden', 404: 'notFound', 410: 'notFound', 429: 'rateLimited' };

async function failure(response) {
  const { status } = response;
  const answer = await response.json().catch(() => ({}));
  const isLoading = status === 503 && answer?.state === 'loading';
  const seconds = Number.parseFloat(response.headers.get('Retry-After'));
  return new ApiError(isLoading ? 'loading' : kinds[status] ?? (status >= 500 ? 'server' : 'refused'), {
    status,
    message: answer?.error?.message ?? '',
    retryAfter: Number.isFinite(seconds) ? Math.min(60, seconds) * 1000 : null,
  });
}

/**
 * What the server tells by itself: `posts`, `tables` and `reset`, with their data; `live` and `paused` when the stream
 * comes and when it is missing. A tab that is shown again heard nothing meanwhile: `reset` follows once its stream is
 * open, as what the server sends before may change unheard; where that takes long, or no stream comes, `shown` precedes it.
 */
class Events {
  constructor() {
    this.listeners = new Map();
    this.source = null;
    this.isLive = false;
    /** Whether a stream was closed or refused: the next one does not continue after the last event. */
    this.hasMissed = false;
    this.again = new Delay();
    /** Scheduled while a tab that is shown again waits for its stream. */
    this.returning = new Delay();
    this.missing = new Delay();
  }

  /** Calls `body` for each event of a kind; returns a function that ends that. */
  on(kind, body) {
    const bodies = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, bodies.add(body));
    return () => bodies.delete(body);
  }

  tell(kind, data) {
    for (const body of [...(this.listeners.get(kind) ?? [])]) body(data);
  }

  start() {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return this.close();
      this.#return();
    });
    // A page in the browser's cache of pages must not hold a connection.
    addEventListener('pagehide', () => this.close());
    addEventListener('pageshow', (event) => event.persisted && this.#return());
    if (!document.hidden) this.open();
  }

  #return() {
    if (this.isEnded) return;
    this.hasMissed = true;
    this.returning.schedule(timings.stream, () => this.tell('shown'));
    this.open();
  }

  /** Closes the stream for good. */
  end() {
    this.isEnded = true;
    this.close();
  }

  open() {
    if (this.source || this.isEnded) return;
    const source = new EventSource('/api/events');
    this.source = source;
    this.lost();
    source.addEventListener('open', () => this.found());
    source.addEventListener('error', () => {
      this.lost();
      if (this.returning.isScheduled) {
        this.returning.cancel();
        this.tell('shown');
      }
      // After a refusal the browser does not try again by itself.
      if (source.readyState === 2) {
        this.source = null;
        this.hasMissed = true;
        this.again.schedule(timings.reconnect, () => document.hidden || this.open());
      }
    });
    for (const kind of ['posts', 'tables', 'reset']) {
      source.addEventListener(kind, (event) => {
        let data;
        try {
          data = JSON.parse(event.data || '{}');
        } catch {
          return this.tell('reset', {});
        }
        this.tell(kind, data);
      });
    }
  }

  close() {
    this.again.cancel();
    this.missing.cancel();
    this.returning.cancel();
    this.source?.close();
    this.source = null;
  }

  found() {
    this.missing.cancel();
    this.returning.cancel();
    if (!this.isLive) this.tell('live');
    this.isLive = true;
    if (!this.hasMissed) return;
    this.hasMissed = false;
    this.tell('reset', {});
  }

  lost() {
    if (this.missing.isScheduled) return;
    this.missing.schedule(timings.paused, () => {
      this.isLive = false;
      this.tell('paused');
    });
  }
}
