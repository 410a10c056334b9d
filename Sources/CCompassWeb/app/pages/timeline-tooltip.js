// A tooltip: on hover, on focus and on a long press. Escape closes it, and the pointer may rest on it.

import { h, setText } from '../dom.js';
import { Delay } from '../state.js';

const longPress = 500;
const grace = 150;

export class Tooltip {
  #hiding = new Delay();
  #pressing = new Delay();
  #closing = new AbortController();
  #onkey = (event) => event.key === 'Escape' && this.hide();

  constructor() {
    // A screen reader has the same text as the item's name.
    this.element = h('div', {
      class: 'tl-tip', 'aria-hidden': true, hidden: true,
      onpointerenter: () => this.#hiding.cancel(), onpointerleave: () => this.#hideSoon(),
    });
  }

  show(target, text) {
    this.#hiding.cancel();
    const { element } = this;
    setText(element, text);
    element.hidden = false;
    const at = target.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const middle = Math.min(Math.max(at.left, 0) + Math.max(at.right, 0), 2 * innerWidth) / 2;
    const left = Math.min(Math.max(8, middle - own.width / 2), Math.max(8, document.documentElement.clientWidth - own.width - 8));
    const top = at.top - own.height - 4 >= 8 ? at.top - own.height - 4 : at.bottom + 4;
    element.style.setProperty('left', `${left}px`);
    element.style.setProperty('top', `${top}px`);
    document.addEventListener('keydown', this.#onkey);
  }

  hide() {
    this.#hiding.cancel();
    this.element.hidden = true;
    document.removeEventListener('keydown', this.#onkey);
  }

  close() {
    this.#closing.abort();
    this.#pressing.cancel();
    this.hide();
  }

  #hideSoon() {
    this.#hiding.schedule(grace, () => this.hide());
  }

  /** Shows the text of each element that matches `selector` inside of another. */
  follow(element, selector, text) {
    let shown = null;
    let hasPressed = false;
    element.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'touch') return;
      const target = event.target.closest(selector);
      if (target === shown && !this.element.hidden) return this.#hiding.cancel();
      shown = target;
      if (target) this.show(target, text(target));
      else this.#hideSoon();
    });
    element.addEventListener('pointerleave', (event) => event.pointerType === 'touch' || this.#hideSoon());
    element.addEventListener('pointerdown', (event) => {
      const target = event.target.closest(selector);
      hasPressed = false;
      if (event.pointerType !== 'touch' || !target) return;
      this.#pressing.schedule(longPress, () => {
        hasPressed = true;
        this.show(target, text(target));
      });
    });
    // The end of a long press opens nothing.
    element.addEventListener('click', (event) => {
      if (!hasPressed) return;
      hasPressed = false;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true });
    for (const kind of ['pointerup', 'pointercancel', 'pointermove']) {
      element.addEventListener(kind, (event) => {
        if (kind !== 'pointermove' || Math.hypot(event.movementX, event.movementY) > 4) this.#pressing.cancel();
      });
    }
    // A long press is ours, not the link's menu.
    element.addEventListener('contextmenu', (event) => {
      if (event.pointerType === 'touch' && event.target.closest(selector)) event.preventDefault();
    });
    addEventListener('scroll', () => this.element.hidden || this.hide(), {
      passive: true, capture: true, signal: this.#closing.signal,
    });
  }
}
