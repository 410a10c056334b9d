// The changes of posts that the user wishes and that the server has not confirmed, as `PostWishes` has them: shown at
// once, one under way for each post, the last wish counts, refused ones are undone. A deletion waits until
// `sendRemoval()`, so that it can be undone.

/** Whether a request may have been carried out though it failed; a gateway reports that it knows of no response. */
const isUncertain = ({ kind, status }) =>
  ['timedOut', 'connection', 'malformed', 'cancelled'].includes(kind) || (kind === 'server' && status >= 502 && status <= 504);

export class PostWishes {
  #app;
  #page;
  #wishes = new Map();

  /**
   * `page` has `post(id)`, a post as the server has it; `confirm(id, fields)` and `confirmRemoval(id)`, which change
   * that; `readAgain()`, which loads the list anew; `changed()`; and `outcome(kind, id, fields)`: undone, notFound,
   * offline, removable (without an id: there is none any more).
   */
  constructor(app, page) {
    this.#app = app;
    this.#page = page;
    /** The post whose deletion can be undone. */
    this.removable = null;
  }

  /** Returns a post as the user wishes it; null if it is deleted. */
  shown(post) {
    const wish = this.#wishes.get(post.id);
    if (!wish) return post;
    return wish.isRemoved ? null : { ...post, ...wish.fields };
  }

  setFlag(id, flaggedForReview) {
    this.#wish(id, { flaggedForReview });
  }

  /** Sets notes; blank ones are none. */
  setNotes(id, notes) {
    this.#wish(id, { notes: /\S/u.test(notes ?? '') ? notes : null });
  }

  remove(id) {
    this.sendRemoval();
    if (!this.#page.post(id)) return this.#page.outcome('notFound', id);
    if (!this.#app.online.value) return this.#page.outcome('offline', id);
    this.#of(id).isRemoved = true;
    this.#setRemovable(id);
    this.#page.changed();
  }

  undoRemoval() {
    const id = this.removable;
    if (id === null) return;
    this.#of(id).isRemoved = false;
    this.#setRemovable(null);
    this.#send(id);
    this.#page.changed();
  }

  sendRemoval() {
    const id = this.removable;
    if (id === null) return;
    this.#setRemovable(null);
    this.#send(id);
  }

  #setRemovable(id) {
    this.removable = id;
    this.#page.outcome('removable', id);
  }

  #of(id) {
    if (!this.#wishes.has(id)) this.#wishes.set(id, { fields: {}, isRemoved: false, sent: null });
    return this.#wishes.get(id);
  }

  #wish(id, fields) {
    if (!this.#page.post(id)) return this.#page.outcome('notFound', id);
    if (!this.#app.online.value) return this.#page.outcome('offline', id);
    Object.assign(this.#of(id).fields, fields);
    this.#send(id);
    this.#page.changed();
  }

  /** Sends what the server does not have, unless something is under way. */
  async #send(id) {
    const wish = this.#wishes.get(id);
    if (!wish || wish.sent || id === this.removable) return;
    const post = this.#page.post(id);
    if (!post) return this.#forget(id);
    if (wish.isRemoved) {
      wish.sent = 'removal';
      return this.#removalEnded(id, await failureOf(this.#app.api.remove(id)));
    }
    for (const name of Object.keys(wish.fields)) if (wish.fields[name] === post[name]) delete wish.fields[name];
    const fields = { ...wish.fields };
    if (!Object.keys(fields).length) return this.#forget(id);
    wish.sent = fields;
    this.#changeEnded(id, fields, await failureOf(this.#app.api.change(id, fields)));
  }

  async #changeEnded(id, fields, error) {
    if (!error) {
      this.#page.confirm(id, fields);
      return this.#settle(id, fields);
    }
    if (error.kind === 'signedOut') return this.#app.signOut();
    if (error.kind === 'notFound') {
      this.#page.confirmRemoval(id);
      this.#forget(id);
      return this.#page.outcome('notFound', id);
    }
    if (isUncertain(error) && (await this.#page.readAgain())) {
      const post = this.#page.post(id);
      if (post && Object.keys(fields).every((name) => post[name] === fields[name])) return this.#settle(id, fields);
    }
    // Of what was not wished any more nothing is told.
    const wish = this.#of(id);
    const isWished = Object.keys(fields).some((name) => wish.fields[name] === fields[name]);
    this.#settle(id, fields);
    if (isWished) this.#page.outcome('undone', id, fields);
  }

  async #removalEnded(id, error) {
    if (error?.kind === 'signedOut') return this.#app.signOut();
    let isGone = !error || error.kind === 'notFound';
    if (!isGone && isUncertain(error)) isGone = (await this.#page.readAgain()) && !this.#page.post(id);
    if (isGone) {
      this.#page.confirmRemoval(id);
      return this.#forget(id);
    }
    this.#of(id).isRemoved = false;
    this.#settle(id, {});
    this.#page.outcome('undone', id, null);
  }

  /** Ends a change; what was wished meanwhile is sent. */
  #settle(id, fields) {
    const wish = this.#of(id);
    wish.sent = null;
    for (const name of Object.keys(fields)) if (wish.fields[name] === fields[name]) delete wish.fields[name];
    this.#send(id);
    this.#page.changed();
  }

  #forget(id) {
    this.#wishes.delete(id);
    this.#page.changed();
  }
}

/** Returns the error of a request; null if it succeeded. */
const failureOf = (request) => request.then(() => null, (error) => error);
