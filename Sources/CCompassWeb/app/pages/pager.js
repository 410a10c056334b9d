// The buttons to the page before and after, and the number between.

import { button, h, icon, set, setText } from '../dom.js';
import { fill } from '../texts.js';

export class Pager {
  /**
   * @param onturn called with the number of the page that was asked for
   * @param top what a new page begins with, scrolled to when it is out of sight
   */
  constructor(app, { label, onturn, top }) {
    const { common } = app.texts;
    this.format = common.page;
    this.top = top;
    this.page = null;
    const turn = (by) => () => onturn(this.page + by);
    this.previous = button({ label: common.previous, icon: 'previous', onclick: turn(-1) });
    this.next = h('button', { type: 'button', class: 'button', onclick: turn(1) }, h('span', {}, common.next), icon('next'));
    this.text = h('span', { class: 'pager-text', 'aria-live': 'polite' });
    this.element = h('nav', { class: 'pager', 'aria-label': label, hidden: true }, this.previous, this.text, this.next);
  }

  /** Shows where the user is; nothing where there is one page alone. */
  show(page, pageCount) {
    const top = this.page !== null && this.page !== page && this.top();
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: 'start' });
    this.page = page;
    this.element.hidden = pageCount <= 1;
    setText(this.text, fill(this.format, { page, pageCount }));
    // A button that is turned off under the focus would lose it.
    const hadFocus = this.element.contains(document.activeElement);
    set(this.previous, { disabled: page <= 1 });
    set(this.next, { disabled: page >= pageCount });
    const isLost = document.activeElement.disabled || !this.element.contains(document.activeElement);
    if (hadFocus && isLost) (page <= 1 ? this.next : this.previous).focus();
  }
}
