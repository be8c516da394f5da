"use strict";
// The page's side of the engine: a worker that answers one question at a time (see RootSearch). To stop it at once, it
// is replaced, since a kernel cannot be interrupted.
const LATE = 300;  // milliseconds that a search may exceed its time before it is cut off

class Thinking {
  #worker; #prepared; #tell; #last; #timer; #frame;

  // Calls `ready` once the engine is ready, or `failed` with a reason if it cannot run, is damaged or stops working.
  constructor(ready, failed) {
    Object.assign(this, {ready, failed, isReady: false});
    const parts = ["rules", "driver"].map(id => byId(id).textContent);
    this.url = URL.createObjectURL(new Blob([...parts, "onmessage = answerPage;"], {type: "text/javascript"}));
    // The worker starts while the browser reads the rest of the page.
    try {
      this.#start();
    } catch (error) {
      queueMicrotask(() => failed(error.message));
      return;
    }
    document.addEventListener("DOMContentLoaded", () => this.#prepare(byId("engine")?.textContent.trim() ?? ""));
  }

  // Starts a search and drops the one before. Calls `tell` with each better answer; the last has `isDone`.
  ask(question, tell) {
    this.stop();
    this.#tell = tell;
    this.#worker.postMessage(question);
    if (question.seconds) this.#timer = setTimeout(() => this.#cutOff(), 1000 * question.seconds + LATE);
  }

  stop() {
    if (!this.#tell) return;
    this.#forget();
    this.#worker.terminate();
    this.#start();
    this.#prepare(this.#prepared);
  }

  #start() {
    this.#worker = new Worker(this.url);
    this.#worker.onmessage = ({target, data}) => target === this.#worker && this.#hear(data);
    this.#worker.onerror = event => this.#fail(event.message || "no worker may run");
  }

  #prepare(engine) { this.#worker.postMessage({engine}); }

  #hear({prepared, found, failed}) {
    if (failed) this.#fail(failed);
    else if (prepared) {
      this.#prepared = prepared;
      this.isReady = true;
      this.ready();
    } else if (found && this.#tell) {
      const tell = this.#tell;
      this.#last = found;
      cancelAnimationFrame(this.#frame);
      if (found.isDone) {
        this.#forget();
        tell(found);
      } else this.#frame = requestAnimationFrame(() => tell(found));  // early answers come faster than frames
    }
  }

  #fail(reason) {
    this.#forget();
    this.isReady = false;
    this.failed(reason);
  }

  #cutOff() {
    const tell = this.#tell, last = this.#last;
    if (!last) {  // no iteration has finished: the machine is busy
      this.#timer = setTimeout(() => this.#cutOff(), LATE);
      return;
    }
    this.stop();
    tell({...last, isDone: true});
  }

  #forget() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#tell = this.#last = undefined;
  }
}
