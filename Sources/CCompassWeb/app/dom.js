// Elements without HTML strings: `h` and `svg` make them, `replace` and `reconcile` change their children; `icon`,
// `button`, `select`, `dialog` and `hidden` are the controls that all pages share.

import { icons } from './icons.js';

const svgSpace = 'http://www.w3.org/2000/svg';
const properties = new Set(['value', 'checked', 'disabled', 'hidden', 'indeterminate', 'selected']);

/**
 * Returns an element.
 *
 * Attributes: `on…` functions listen, `style` is an object of properties, `aria-*` keep true and false, other
 * booleans are present or absent; null and undefined are skipped. Children: nodes, texts, numbers, lists, null.
 */
export function h(tag, attributes, ...children) {
  return fillElement(document.createElement(tag), attributes, children);
}

/** Returns an element of SVG, likewise. */
export function svg(tag, attributes, ...children) {
  return fillElement(document.createElementNS(svgSpace, tag), attributes, children);
}

function fillElement(element, attributes, children) {
  set(element, attributes);
  append(element, children);
  return element;
}

/** Sets attributes as `h` does; null removes one. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined) continue;
    if (name.startsWith('on')) {
      if (value) element.addEventListener(name.slice(2), value);
    } else if (name === 'style') {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else if (properties.has(name) && name in element && element.tagName !== 'OPTION') {
      if (element[name] !== value) element[name] = value ?? '';
    } else if (value === null || (value === false && !name.startsWith('aria-'))) {
      element.removeAttribute(name);
    } else {
      const text = value === true && !name.startsWith('aria-') ? '' : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Replaces the children of an element. */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Sets the text of an element, unless it has it: an equal text would be announced again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes the children of an element those of a list, keeping the elements of known keys with their focus.
 *
 * `make(item)` returns a new element, `update(element, item)` changes one that is there. Of a long list at most `limit`
 * new elements are made at once, so that no task is long; returns whether it is whole.
 */
export function reconcile(parent, items, key, make, update, limit = Infinity) {
  const known = (parent.keyed ??= new Map());
  const kept = new Set(items.map(key));
  for (const [id, element] of known) {
    if (!kept.has(id)) {
      element.remove();
      known.delete(id);
    }
  }
  let place = parent.firstElementChild;
  let made = 0;
  for (const item of items) {
    let element = known.get(key(item));
    if (element) {
      update?.(element, item);
    } else {
      made += 1;
      if (made > limit) continue;
      element = make(item);
      known.set(key(item), element);
    }
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  return made <= limit;
}

/** Returns a text for screen readers alone. */
export const hidden = (...children) => h('span', { class: 'visually-hidden' }, ...children);

/** Returns an icon, which is decoration: its meaning stands beside it as text. */
export function icon(name, size = 20) {
  return svg(
    'svg', { class: 'icon', viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': true },
    svg('path', { d: icons[name] }));
}

/** Returns a button; of `kind` primary, green, danger, quiet or plain. Without a visible label it has `aria-label`. */
export function button({ label, icon: name, kind = '', ...attributes }) {
  return h(
    'button', { type: 'button', class: `button ${kind}${label ? '' : ' icon-only'}`, ...attributes },
    name ? icon(name) : null, label ? h('span', {}, label) : null);
}

/** Returns a labelled menu: `element`, and `select` itself. Options: value, label. */
export function select({ label, value, options, onchange }) {
  const menu = h('select', { onchange: () => onchange?.(menu.value) });
  setOptions(menu, options, value);
  return { element: h('label', { class: 'field' }, h('span', {}, label), menu), select: menu };
}

/** Sets the options of a menu, touching only what differs, as an open menu would close. */
export function setOptions(menu, options, value) {
  const old = menu.options;
  if (old.length !== options.length || options.some((option, index) => old[index].value !== option.value)) {
    replace(menu, options.map((option) => h('option', { value: option.value }, option.label)));
  } else {
    options.forEach((option, index) => setText(old[index], option.label));
  }
  if (menu.value !== value) menu.value = value;
}

/**
 * Opens a dialog and returns it; `onclose` gets the value of the action, '' after Escape. Focus returns to the
 * element that had it. Actions: label, kind, value, and `check()`, which keeps the dialog open if it returns false.
 */
export function dialog({ title, content, actions, onclose, role }) {
  const before = document.activeElement;
  const id = `dialog-${++dialogNumber}`;
  const buttons = actions.map(({ label, kind, value, check }) =>
    button({ label, kind, onclick: () => (check?.() === false ? undefined : element.close(value)) }));
  const element = h(
    'dialog', { 'aria-labelledby': id, role, class: 'dialog' },
    h('h2', { id }, title), content, h('div', { class: 'actions' }, buttons));
  element.addEventListener('click', (event) => event.target === element && element.close(''));
  element.addEventListener('close', () => {
    element.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
    onclose?.(element.returnValue);
  });
  document.body.append(element);
  element.showModal();
  return element;
}

let dialogNumber = 0;

/** Returns a function that calls `body` once in the next frame, however often it is called before. */
export function frame(body) {
  let request = 0;
  return () => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      body();
    });
  };
}
