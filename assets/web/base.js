"use strict";
// Shared by all pages: the data, helpers for elements, and the board.
const data = JSON.parse(document.getElementById("data").textContent);
const {words} = data;
const SVG = "http://www.w3.org/2000/svg", CELL = 40, EDGE = 22;
const byId = id => document.getElementById(id);
const fill = (template, fields) => template.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

function make(name, attributes, text, namespace) {
  const element = namespace ? document.createElementNS(namespace, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
// Fills an element with a text in which ● and ○ are drawn discs: their colours do not depend on the page.
function setTextWithDiscs(element, text) {
  element.replaceChildren(...text.split(/([●○])/).filter(Boolean).map(piece => {
    const side = "●○".indexOf(piece);
    if (side < 0) return piece;
    return make("span", {class: `disc ${"bw"[side]}`, role: "img", "aria-label": [words.black, words.white][side]});
  }));
  return element;
}
const draw = (parent, name, attributes, text) => parent.appendChild(make(name, attributes, text, SVG));
const moveName = square => data.names?.[square] ?? (square < 0 ? words.pass : "abcdefgh"[square % 8] + ((square >> 3) + 1));

function listSquares(board, sign) {
  const names = [...board].map((each, square) => each === sign ? moveName(square) : "").filter(Boolean);
  return names.join(" ") || words.none;
}

function describePosition(position) {
  const count = sign => [...position.board].filter(each => each === sign).length;
  return [
    position.move ?? words.start,
    fill(words.discs, {black: count("X"), white: count("O")}),
    words.to_move[position.turn] ?? words.over,
    `${words.black}: ${listSquares(position.board, "X")}`,
    `${words.white}: ${listSquares(position.board, "O")}`,
  ].map(sentence => sentence.replace(/[.。]$/, "")).join(". ");
}

// Not `disabled`, which would take the focus from the button.
const setEnabled = (id, isEnabled) => byId(id).setAttribute("aria-disabled", !isEnabled);

// Scrolls a box sideways until an element is in the middle.
function scrollToCentre(box, element) {
  const [outer, inner] = [box, element].map(each => each.getBoundingClientRect());
  box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
// Adds a button for each action; those with a symbol show it instead of words.
function addButtons(actions, symbols = {}) {
  for (const [id, action] of Object.entries(actions)) {
    const label = symbols[id] ? {title: words[id], "aria-label": words[id]} : {};
    const button = make("button", {type: "button", id, ...label}, symbols[id] ?? words[id]);
    button.onclick = action;
    byId("buttons").append(button);
  }
}
// Returns a button for each option, numbered from `first`.
const optionButtons = (options, choose, first = 1) => options.map((option, n) => {
  const button = make("button", {type: "button"}, `${n + first}  ${option}`);
  button.onclick = () => choose(n);
  return button;
});

// Returns the action of a key: by its character or, on layouts without Latin letters, by its position.
function actionOf(event, keys) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return undefined;
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
  const physicalKey = /^[ -~]$/.test(key) ? "" : event.code.replace(/^Key/, "").toLowerCase();
  return keys[key] ?? keys[{period: ".", comma: ",", semicolon: ";"}[physicalKey] ?? physicalKey];
}
const bindKeys = (actions, keys) => document.addEventListener("keydown", event => {
  const action = actionOf(event, keys);
  if (!action) return;
  event.preventDefault();
  actions[action]();
});

// The heading of a page.
if (data.title) byId("title").textContent = data.title;
if (data.told) byId("told").textContent = data.told.join(" · ");

function drawBoard(board, position) {
  board.replaceChildren();
  board.setAttribute("aria-label", words.board);
  draw(board, "rect", {width: 344, height: 344, fill: "var(--card)"});
  draw(board, "rect", {x: EDGE, y: EDGE, width: 320, height: 320, fill: "var(--felt)"});
  for (let i = 0; i < 9; i++) {
    const at = EDGE + i * CELL;
    draw(board, "path", {d: `M${EDGE} ${at}h320M${at} ${EDGE}v320`, stroke: "var(--grid)"});
  }
  for (let i = 0; i < 8; i++) {
    const at = EDGE + i * CELL + CELL / 2, text = {"font-size": 12, fill: "var(--quiet)", "text-anchor": "middle"};
    draw(board, "text", {x: at, y: 15, ...text}, "abcdefgh"[i]);
    draw(board, "text", {x: 10, y: at + 4, ...text}, String(i + 1));
  }
  [...position.board].forEach((sign, square) => {
    const cx = EDGE + square % 8 * CELL + CELL / 2, cy = EDGE + Math.floor(square / 8) * CELL + CELL / 2;
    if (sign !== "-") draw(board, "circle", {cx, cy, r: 17, fill: sign === "X" ? "#17191b" : "#f6f4ef"});
    if (square === position.square) draw(board, "circle", {cx, cy, r: 4, fill: "#e5484d"});
    const mark = position.marks?.[square];
    const ink = {fill: "none", stroke: sign === "X" ? "#fff" : "#111", "stroke-width": 2.5};
    if (mark?.shape === "circle") draw(board, "circle", {cx, cy, r: 9, ...ink});
    if (mark?.shape === "square") draw(board, "rect", {x: cx - 8, y: cy - 8, width: 16, height: 16, ...ink});
    if (mark?.shape === "triangle") draw(board, "path", {d: `M${cx} ${cy - 10}l9 17h-18z`, ...ink});
    if (mark?.shape === "cross") draw(board, "path", {d: `M${cx - 8} ${cy - 8}l16 16m0 -16l-16 16`, ...ink});
    if (mark?.label) draw(board, "text", {
      x: cx, y: cy + 5, "font-size": 14, "text-anchor": "middle", fill: ink.stroke}, mark.label);
  });
}
