"use strict";
// Lets the reader try moves on the board of a game, which does not change; the engine of the page scores them.
const answers = new Map();  // by question
const LINE_MOVES = 8;  // most moves of an expected line to show
let tried = [];  // positions with their last `move`, the position `before`, the `answer`, and `best` for `before`
let level = 10, seconds = "1", squareButtons;
// If the engine cannot run or fails later, the page works as without it.
const thinking = new Thinking(addControls, () => { if (squareButtons) { squareButtons.grid.remove(); go(here); } });

function addControls() {
  const card = make("div", {id: "answer", hidden: ""});
  const texts = ["number", "found", "compared", "line"].map(id => make("p", {id}));
  const back = make("button", {type: "button", id: "take_back"}, words.take_back);
  back.onclick = takeBack;
  const controls = make("div", {class: "buttons"});
  controls.append(back,
    makeSelect("level", words.levels.map((each, n) => [n + 1, each]), level, value => { level = +value; analyse(); }),
    makeSelect("time", [["1", words.second], ["", words.solved]], seconds, value => { seconds = value; analyse(); }));
  card.append(...texts, controls);
  byId("buttons").before(card);
  byId("keys").before(make("p", {class: "keys"}, words.try));
  squareButtons = new SquareButtons(byId("board"), move => {
    tryMove(move);
    analyse();
  });
  document.addEventListener("shown", endTrials);
  bindKeys({take_back: () => tried.length && takeBack()}, {z: "take_back", Backspace: "take_back"});
  endTrials();
}

// The score of the best move: below level 10 the answer may be another one.
const worthOf = answer => (answer.scores[0] ?? answer).score;
const currentPosition = () => tried.at(-1) ?? nodes[here];

// Plays a move; if the other side has none, it passes at once.
function tryMove(move) {
  const before = currentPosition(), next = after(before, move);
  tried.push({...mustPass(next) ? afterPass(next) : next, move, before});
}

function takeBack() {
  tried.pop();
  if (tried.length) analyse();
  else go(here);
}

function endTrials() {
  thinking.stop();
  tried = [];
  byId("says").hidden = false;
  byId("answer").hidden = true;
  squareButtons.show(nodes[here], movesOf(nodes[here]));
}

// Calls `onAnswer` with the engine's answers: a stored one to the same question, or those of a new search.
function requestAnswer({board, turn}, onAnswer) {
  const question = {board, turn, level, seconds: Number(seconds)}, key = JSON.stringify(question);
  if (answers.has(key)) onAnswer(answers.get(key));
  else thinking.ask(question, answer => {
    if (answer.isDone) answers.set(key, answer);
    onAnswer(answer);
  });
}

// Searches the position after the move first, then the one before it for the best move.
function analyse() {
  const trial = currentPosition();
  thinking.stop();
  trial.answer = trial.best = undefined;
  showTrial();
  const compare = () => requestAnswer(trial.before, best => {
    trial.best = best;
    showTrial();
  });
  if (isOver(trial)) compare();
  else requestAnswer(trial, answer => {
    trial.answer = answer;
    showTrial();
    if (answer.isDone) compare();
  });
}

function showTrial() {
  const trial = currentPosition(), {move, answer} = trial, isEnd = isOver(trial), compared = comparison(trial);
  drawBoard(byId("board"), {...trial, square: move});
  squareButtons.show(trial, movesOf(trial), {}, move);
  byId("says").hidden = true;
  byId("answer").hidden = false;
  byId("number").textContent = fill(words.tried, {number: count(nodes[0].board, EMPTY) - count(trial.board, EMPTY)});
  const text = isEnd ? formatScore(finalScore(trial), "exact") : answer ? describeScore(trial, answer, worthOf(answer)) : words.thinking;
  byId("found").replaceChildren(make("b", {}, moveName(move)), make("b", {}, text));
  byId("compared").textContent = compared;
  byId("line").replaceChildren(...answer ? [words.then, ...answer.line.slice(0, LINE_MOVES).map(lineButton)] : []);
  if (isEnd || answer?.isDone) byId("spoken").textContent = [moveName(move), text, compared].join(". ");
}

// Returns a button for a move of the expected line, which plays the line up to this move.
function lineButton(reply, place, line) {
  const button = make("button", {type: "button"}, moveName(reply));
  button.onclick = () => {
    line.slice(0, place + 1).filter(each => each !== PASS).forEach(tryMove);
    analyse();
  };
  return button;
}

function comparison({before, move, answer, best}) {
  const nextInGame = tried.length === 1 ? nodes[nodes[here].children[0]] : undefined, sentences = [];
  if (nextInGame?.score !== undefined && !nextInGame.isOutcome && nextInGame.square !== move && answer) {
    const sign = before.turn === "X" ? 1 : -1, score = worthOf(answer) * (currentPosition().turn === "X" ? 1 : -1);
    const gain = Math.round(sign * score) - Math.round(sign * nextInGame.score);
    const template = gain > 0 ? words.better_than : gain < 0 ? words.worse_than : words.equal_to;
    sentences.push(fill(template, {move: nextInGame.move, score: nextInGame.worth}));
  }
  if (best) {
    const top = best.scores[0] ?? best;
    sentences.push(fill(words.best, {move: moveName(top.move), score: describeScore(before, best, top.score)}));
  }
  return sentences.join(" ");
}
