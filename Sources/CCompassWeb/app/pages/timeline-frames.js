// Work in slices of a frame, and what did not fit: for browser tests, `performance` has a mark `timeline-long-task`
// for each task above 50 ms, `timeline-dropped-frame` for each frame above 50 ms while something moves or is drawn,
// and a measure `timeline-draw` from an answer to the end of its drawing.

const sliceMilliseconds = 5;
const longMilliseconds = 50;

export class Frames {
  #jobs = new Map();
  #request = 0;
  #last = 0;
  #activeUntil = 0;
  #observer = null;

  open() {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('longtask')) return;
    this.#observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        performance.mark('timeline-long-task', { startTime, detail: { duration } });
      }
    });
    this.#observer.observe({ type: 'longtask' });
  }

  close() {
    this.#observer?.disconnect();
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#jobs.clear();
  }

  /** Counts frames from now on for a while, as something moves. */
  watch() {
    this.#activeUntil = performance.now() + 500;
    this.#ask();
  }

  /** Runs a generator in slices; it takes the place of an unfinished one of the same key. `first` comes before others. */
  run(key, job, { first = false } = {}) {
    this.#jobs.delete(key);
    this.#jobs = first ? new Map([[key, job], ...this.#jobs]) : this.#jobs.set(key, job);
    this.watch();
  }

  #ask() {
    this.#request ||= requestAnimationFrame((time) => {
      this.#request = 0;
      this.#frame(time);
    });
  }

  #frame(time) {
    const length = time - this.#last;
    if (this.#last && length > longMilliseconds && !document.hidden) {
      performance.mark('timeline-dropped-frame', { startTime: this.#last, detail: { duration: length } });
    }
    const end = performance.now() + sliceMilliseconds;
    for (const [key, job] of this.#jobs) {
      while (performance.now() < end) {
        if (job.next().done) {
          if (this.#jobs.get(key) === job) this.#jobs.delete(key);
          break;
        }
      }
      if (performance.now() >= end) break;
    }
    const goesOn = this.#jobs.size > 0 || time < this.#activeUntil;
    this.#last = goesOn ? time : 0;
    if (goesOn) this.#ask();
  }
}
