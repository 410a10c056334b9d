// Drag to move, wheel or two fingers to scale.

const clickDistance = 4;
const scrollPause = 400;

/**
 * Follows the gestures on an element: `area()` is the rectangle of the view on the screen, `view()` the view,
 * `move(change)` changes it, `signal` ends all.
 */
export function followGestures(element, { area, view, move, signal }) {
  const pointers = new Map();
  let start = null;
  let hasMoved = false;
  let lastScroll = -Infinity;

  const positionAt = (x) => {
    const { left, width } = area();
    return view().from + (Math.min(Math.max(0, x - left), width) / width) * view().span;
  };

  const isInside = ({ clientX, target }) => {
    const { left, right } = area();
    return view() && clientX >= left && clientX <= right && !target.closest('.tl-name');
  };

  element.addEventListener('pointerdown', (event) => {
    if (!isInside(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
    if (!pointers.size) hasMoved = false;
    pointers.set(event.pointerId, event.clientX);
    begin();
  });

  function begin() {
    const { from, to, span } = view();
    start = { from, to, span, xs: [...pointers.values()] };
  }

  element.addEventListener('pointermove', (event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, event.clientX);
    const xs = [...pointers.values()];
    const { left, width } = area();
    if (!hasMoved) {
      if (Math.abs(xs[0] - start.xs[0]) < clickDistance && xs.length < 2) return;
      hasMoved = true;
      element.classList.add('dragging');
      // Only now, as a captured pointer clicks on nothing.
      for (const id of pointers.keys()) element.setPointerCapture(id);
    }
    event.preventDefault();
    if (xs.length === 1) {
      const by = ((start.xs[0] - xs[0]) / width) * start.span;
      return move((now) => now.show(start.from + by, start.to + by));
    }
    const distance = (a, b) => Math.max(20, Math.abs(a - b));
    const span = start.span * (distance(...start.xs) / distance(...xs));
    const fixed = start.from + (((start.xs[0] + start.xs[1]) / 2 - left) / width) * start.span;
    const from = fixed - (((xs[0] + xs[1]) / 2 - left) / width) * span;
    move((now) => now.show(from, from + span));
  });

  for (const kind of ['pointerup', 'pointercancel']) {
    element.addEventListener(kind, (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size) return begin();
      element.classList.remove('dragging');
    });
  }

  // The end of a drag is no click on what lies under it.
  element.addEventListener('click', (event) => {
    if (!hasMoved || event.detail === 0) return;
    hasMoved = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  element.addEventListener('dragstart', (event) => event.preventDefault());

  // A wheel that has been scrolling the page goes on doing so over the lanes.
  document.addEventListener('scroll', () => (lastScroll = performance.now()), { passive: true, signal });
  element.addEventListener('wheel', (event) => {
    if (!isInside(event)) return;
    const pixels = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1;
    const { width } = area();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      const by = ((event.deltaX || event.deltaY) * pixels / width) * view().span;
      if (view().isWhole) return;
      event.preventDefault();
      return move((now) => now.move(by));
    }
    if (!event.ctrlKey && performance.now() - lastScroll < scrollPause) return;
    // Where there is nothing to do, the page scrolls.
    const isEnd = event.deltaY > 0 ? view().isWhole : view().span <= view().day * (1 + 1e-9);
    if (isEnd && !event.ctrlKey) return;
    event.preventDefault();
    const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY * pixels)) / 300);
    const around = positionAt(event.clientX);
    move((now) => now.zoom(factor, around));
  }, { passive: false });
}
