// The form for the access token, where the server was started with one.

import { button, h, setText } from '../dom.js';
import { words } from '../texts.js';

export default class LoginPage {
  title = words.signIn;

  constructor(app) {
    this.app = app;
    const field = h('input', { type: 'password', name: 'token', autocomplete: 'current-password', required: true, 'aria-describedby': 'token-hint token-error' });
    this.error = h('p', { id: 'token-error', class: 'field-error', role: 'alert' });
    this.field = field;
    this.element = h(
      'div', { class: 'page login' },
      h(
        'form', { class: 'card stack', onsubmit: (event) => (event.preventDefault(), this.#send()) },
        h('h1', { tabindex: -1, class: 'small' }, words.signIn),
        h('p', { class: 'muted', id: 'token-hint' }, words.tokenHint),
        h('label', { class: 'field' }, h('span', {}, words.token), field), this.error,
        button({ label: words.signIn, kind: 'primary', type: 'submit' })));
  }

  open(params) {
    this.to = params.get('to') ?? '/';
  }

  close() {}

  async #send() {
    setText(this.error, '');
    try {
      const body = new URLSearchParams({ token: this.field.value.trim() });
      const response = await fetch('/login', { method: 'POST', body, credentials: 'same-origin' });
      if (response.ok) return location.replace(ownAddress(this.to));
      setText(this.error, response.status === 429 ? this.app.texts?.common.tooManyRequests ?? words.tokenWrong : words.tokenWrong);
    } catch (error) {
      setText(this.error, error.message);
    }
    this.field.select();
  }
}

/** Returns the whole address of a page of ours, whatever `to` says: a path alone may begin with `//`, and then be a host. */
function ownAddress(to) {
  try {
    const url = new URL(to, location.origin);
    if (url.origin === location.origin) return url.href;
  } catch {
    // It is no address.
  }
  return '/';
}
