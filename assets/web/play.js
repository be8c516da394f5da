"use strict";
// A game against the engine of the page.
const MOVE_SECONDS = 2, HINT_SECONDS = 1, PAUSE = 350;  // milliseconds from a move to the reply, to see it
const preferred = [...navigator.languages, document.documentElement.lang].map(each => each.slice(0, 2));
let language = preferred.find(each => data.languages[each]) ?? "en";
let line = [{...START}], side = "X", level = 3, hints = {}, mistakes = [], notice = "", isThinking = false;
let moveTimer, playedAt = 0;
const here = () => line.at(-1);

const thinking = new Thinking(continueGame, reason => {
  byId("problem").hidden = isThinking = false;
  byId("problem").textContent = `${fill(words.failed, {reason}).replace(/\.?$/, ".")} ${words.problem}`;
  show();
});
const squareButtons = new SquareButtons(byId("board"), square => isMine() && play(square));
const isMine = () => here().turn === side && !isOver(here());

function play(move) {
  thinking.stop();
  playedAt = performance.now();
  hints = {};
  line.push({...after(here(), move), square: move});
  notice = move === PASS ? words.passes[line.at(-2).turn] : "";
  continueGame();
}

// Continues the game: plays a forced pass, starts the engine, or waits for the user.
function continueGame() {
  clearTimeout(moveTimer);
  isThinking = false;
  if (!isOver(here())) {
    if (mustPass(here())) moveTimer = setTimeout(() => play(PASS), 2 * PAUSE);
    else if (here().turn !== side) think();
  }
  show();
}

function think() {
  isThinking = byId("problem").hidden;
  if (!thinking.isReady) return;  // once ready, it calls `continueGame`
  const {board, turn} = here();
  thinking.ask({board, turn, level, seconds: MOVE_SECONDS, mistakes, isNew: line.length < 3}, answer => {
    if (!answer.isDone) return;
    if (answer.mistake) mistakes.push(answer.mistake);
    moveTimer = setTimeout(play, playedAt + PAUSE - performance.now(), answer.move);
  });
}

function restartFrom(positions) {
  thinking.stop();
  [line, hints, notice] = [positions, {}, ""];
  continueGame();
}

const actions = {
  new: () => {
    mistakes = [];
    restartFrom([{...START}]);
  },
  undo: () => {
    if (canUndo()) restartFrom(line.slice(0, 1 + line.slice(0, -1).findLastIndex(isUndoTarget)));
  },
  hint: () => {
    if (!isMine() || mustPass(here()) || !thinking.isReady) return;
    const {board, turn} = here();
    thinking.ask({board, turn, level: 10, seconds: HINT_SECONDS, all: true}, ({scores, isDone}) => {
      const [best] = scores;
      hints = {best: best.move, notes: Object.fromEntries(scores.map(({move, score}) => [move, formatSigned(score)]))};
      notice = fill(words.best, {move: moveName(best.move), score: describeScore(here(), best)});
      show(Boolean(isDone));
    });
  },
};
const isUndoTarget = (position, number) => !number || (position.turn === side && !mustPass(position));
const canUndo = () => line.slice(1).some((_, number) => line[number].turn === side);
const formatSigned = score => `${score < -0.5 ? "−" : score < 0.5 ? "" : "+"}${Math.round(Math.abs(score))}`;

function statusSentences() {
  const {board, turn} = here(), prompt = turn === side && !mustPass(here()) ? words.your_move[turn] : "";
  if (!isOver(here())) return [notice, isThinking ? words.thinking : prompt];
  const lead = finalScore({board}) * (side === "X" ? 1 : -1), most = 32 + Math.abs(lead) / 2, least = 64 - most;
  return [words.over, lead ? fill(lead > 0 ? words.won : words.lost, {most, least}) : words.draw];
}

// `speaks` has a screen reader say what has changed.
function show(speaks = true) {
  const position = here(), moves = isMine() ? movesOf(position) : [];
  drawBoard(byId("board"), position);
  squareButtons.show(position, moves, hints.notes, hints.best);
  const sentences = statusSentences().filter(Boolean).map(each => each.replace(/[.。]$/, ""));
  const move = position.square === undefined ? "" : moveName(position.square);
  byId("status").textContent = sentences.join(". ");
  const discs = fill(words.discs, {black: count(position.board, "X"), white: count(position.board, "O")});
  if (speaks) byId("spoken").textContent = [move, discs, ...sentences].filter(Boolean).join(". ");
  for (const sign of ["X", "O"]) {
    const isYou = sign === side, player = byId(`player-${sign}`);
    player.querySelector("b").textContent = isYou ? words.you : "Nullwindow";
    player.querySelector("small").textContent = isYou ? "" : words.levels[level - 1];
    player.querySelector("output").textContent = count(position.board, sign);
    player.toggleAttribute("aria-current", position.turn === sign && !isOver(position));
  }
  byId("moves").replaceChildren(...line.slice(1).map(({square}, number) =>
    setTextWithDiscs(make("li", {}), `${"●○"[+(line[number].turn === "O")]} ${moveName(square)}`)));
  setEnabled("undo", canUndo());
  setEnabled("hint", moves.length && thinking.isReady);
}

// Writes the texts and choices that depend on the language.
function writeTexts() {
  Object.assign(words, data.languages[language].words);
  document.documentElement.lang = language;
  document.title = words.title;
  for (const id of ["title", "private", "keys"]) byId(id).textContent = words[id];
  byId("moves-title").textContent = words.moves;
  byId("buttons").replaceChildren();
  addButtons(actions);
  byId("choices").replaceChildren(
    makeSelect("level", words.levels.map((each, number) => [number + 1, `${number + 1} – ${each}`]), level, value => {
      level = Number(value);
      show();
    }),
    makeSelect("you_play", [["X", words.black], ["O", words.white]], side, value => {
      side = value;
      restartFrom(line);
    }),
    makeSelect("language", Object.entries(data.languages).map(([code, {label}]) => [code, label]), language, value => {
      language = value;
      writeTexts();
      notice = "";
      show();
      byId("language").focus();
    }));
  document.querySelectorAll(".players > div > span").forEach((disc, side) => setTextWithDiscs(disc, "●○"[side]));
}

bindKeys(actions, {t: "hint", z: "undo", n: "new"});
writeTexts();
for (const element of document.querySelectorAll("[hidden]")) element.hidden = false;
byId("problem").hidden = true;
continueGame();
