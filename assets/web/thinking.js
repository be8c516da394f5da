"use strict";
// The page's side of the engine: a worker that answers one question at a time (see RootSearch). To stop it at once, it
// is replaced, since a kernel cannot be interrupted.
const GRACE = 300;  // milliseconds that a search may exceed its time before it is cut off

class Thinking {
  #worker; #prepared; #onAnswer; #lastAnswer; #timer; #frame;

  // Calls `onReady` once the engine is ready, or `onFailure` with a reason if it cannot run, is damaged or fails later.
  constructor(onReady, onFailure) {
    Object.assign(this, {onReady, onFailure, isReady: false});
    const scripts = ["rules", "driver"].map(id => byId(id).textContent);
    this.url = URL.createObjectURL(new Blob([...scripts, "onmessage = answerPage;"], {type: "text/javascript"}));
    // The worker starts while the browser reads the rest of the page.
    try {
      this.#start();
    } catch (error) {
      queueMicrotask(() => onFailure(error.message));
      return;
    }
    document.addEventListener("DOMContentLoaded", () => this.#prepare(byId("engine")?.textContent.trim() ?? ""));
  }

  // Starts a search and drops the one before. Calls `onAnswer` with each better answer; the last has `isDone`.
  ask(question, onAnswer) {
    this.stop();
    this.#onAnswer = onAnswer;
    this.#worker.postMessage(question);
    if (question.seconds) this.#timer = setTimeout(() => this.#cutOff(), 1000 * question.seconds + GRACE);
  }

  stop() {
    if (!this.#onAnswer) return;
    this.#clearQuestion();
    this.#worker.terminate();
    this.#start();
    this.#prepare(this.#prepared);
  }

  #start() {
    this.#worker = new Worker(this.url);
    this.#worker.onmessage = ({target, data}) => target === this.#worker && this.#onMessage(data);
    this.#worker.onerror = event => this.#fail(event.message || "no worker may run");
  }

  #prepare(engine) { this.#worker.postMessage({engine}); }

  #onMessage({prepared, answer, failed}) {
    if (failed) this.#fail(failed);
    else if (prepared) {
      this.#prepared = prepared;
      this.isReady = true;
      this.onReady();
    } else if (answer && this.#onAnswer) {
      const onAnswer = this.#onAnswer;
      this.#lastAnswer = answer;
      cancelAnimationFrame(this.#frame);
      if (answer.isDone) {
        this.#clearQuestion();
        onAnswer(answer);
      } else this.#frame = requestAnimationFrame(() => onAnswer(answer));  // early answers come faster than frames
    }
  }

  #fail(reason) {
    this.#clearQuestion();
    this.isReady = false;
    this.onFailure(reason);
  }

  #cutOff() {
    const onAnswer = this.#onAnswer, lastAnswer = this.#lastAnswer;
    if (!lastAnswer) {  // no iteration has finished: the machine is busy
      this.#timer = setTimeout(() => this.#cutOff(), GRACE);
      return;
    }
    this.stop();
    onAnswer({...lastAnswer, isDone: true});
  }

  #clearQuestion() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#onAnswer = this.#lastAnswer = undefined;
  }
}
