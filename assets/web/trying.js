"use strict";
// Lets the reader try moves on the board of a game, which does not change; the engine of the page scores them.
const answers = new Map();  // by question
const LINE = 8;  // most moves of an expected line to show
let tried = [];  // positions with their last `move`, the position `before`, and the answers `found` and `best`
let level = 10, seconds = "1", squaresOf;
// If the engine cannot run or fails later, the page works as without it.
const thinking = new Thinking(begin, () => { if (squaresOf) { squaresOf.grid.remove(); go(here); } });

function begin() {
  const card = make("div", {id: "answer", hidden: ""});
  const texts = ["number", "found", "compared", "line"].map(id => make("p", {id}));
  const back = make("button", {type: "button", id: "take_back"}, words.take_back);
  back.onclick = takeBack;
  const choices = make("div", {class: "buttons"});
  choices.append(back,
    choice("level", words.levels.map((each, n) => [n + 1, each]), level, to => { level = Number(to); ask(); }),
    choice("time", [["1", words.second], ["", words.solved]], seconds, to => { seconds = to; ask(); }));
  card.append(...texts, choices);
  byId("buttons").before(card);
  byId("keys").before(make("p", {class: "keys"}, words.try));
  squaresOf = new Squares(byId("board"), move => {
    push(move);
    ask();
  });
  document.addEventListener("shown", leave);
  bindKeys({take_back: () => tried.length && takeBack()}, {z: "take_back", Backspace: "take_back"});
  leave();
}

const now = () => tried.at(-1) ?? nodes[here];

// Plays a move; if the other side has none, it passes at once.
function push(move) {
  const before = now(), next = after(before, move);
  tried.push({...mustPass(next) ? afterPass(next) : next, move, before});
}

function takeBack() {
  tried.pop();
  if (tried.length) ask();
  else go(here);
}

function leave() {
  thinking.stop();
  tried = [];
  byId("says").hidden = false;
  byId("answer").hidden = true;
  squaresOf.show(nodes[here], movesOf(nodes[here]));
}

// Calls `tell` with the engine's answers: a stored one to the same question, or those of a new search.
function find({board, turn}, tell) {
  const question = {board, turn, level, seconds: Number(seconds)}, key = JSON.stringify(question);
  if (answers.has(key)) tell(answers.get(key));
  else thinking.ask(question, found => {
    if (found.isDone) answers.set(key, found);
    tell(found);
  });
}

// Searches the position after the move first, then the one before it for the best move.
function ask() {
  const trial = now();
  thinking.stop();
  trial.found = trial.best = undefined;
  showTrial();
  const compare = () => find(trial.before, best => {
    trial.best = best;
    showTrial();
  });
  if (isOver(trial)) compare();
  else find(trial, found => {
    trial.found = found;
    showTrial();
    if (found.isDone) compare();
  });
}

function showTrial() {
  const trial = now(), {move, found} = trial, isEnd = isOver(trial), compared = comparison(trial);
  drawBoard(byId("board"), {...trial, square: move});
  squaresOf.show(trial, movesOf(trial), {}, move);
  byId("says").hidden = true;
  byId("answer").hidden = false;
  byId("number").textContent = fill(words.tried, {number: count(nodes[0].board, EMPTY) - count(trial.board, EMPTY)});
  const score = isEnd ? worth(finalScore(trial), "exact") : found ? forBlack(trial, found) : words.thinking;
  byId("found").replaceChildren(make("b", {}, moveName(move)), make("b", {}, score));
  byId("compared").textContent = compared;
  byId("line").replaceChildren(...found ? [words.then, ...found.line.slice(0, LINE).map(replyOf)] : []);
  if (isEnd || found?.isDone) byId("spoken").textContent = [moveName(move), score, compared].join(". ");
}

// Returns a button for a move of the expected line, which plays the line up to this move.
function replyOf(reply, place, line) {
  const button = make("button", {type: "button"}, moveName(reply));
  button.onclick = () => {
    line.slice(0, place + 1).filter(each => each !== PASS).forEach(push);
    ask();
  };
  return button;
}

function comparison({before, move, found, best}) {
  const own = tried.length === 1 ? nodes[nodes[here].children[0]] : undefined, sentences = [];
  if (own?.score !== undefined && !own.isOutcome && own.square !== move && found) {
    const side = before.turn === "X" ? 1 : -1, mine = now().turn === "X" ? found.score : -found.score;
    const ahead = Math.round(side * mine) - Math.round(side * own.score);
    const said = ahead > 0 ? words.better_than : ahead < 0 ? words.worse_than : words.equal_to;
    sentences.push(fill(said, {move: own.move, score: own.worth}));
  }
  if (best) {
    const top = best.scores[0] ?? best;
    sentences.push(fill(words.best, {move: moveName(top.move), score: forBlack(before, best, top.score)}));
  }
  return sentences.join(" ");
}
