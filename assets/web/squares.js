"use strict";
// Buttons on the squares of a drawn board, for touch, keys and screen readers; arrow keys move between them.
class SquareButtons {
  // Calls `onMove` with a clicked square if the move is legal.
  constructor(board, onMove) {
    const frame = make("div", {class: "playable"});
    this.grid = make("div", {class: "squares", role: "grid"});
    board.replaceWith(frame);
    frame.append(board, this.grid);
    this.buttons = Array.from({length: 64}, (_, square) => {
      const button = make("button", {type: "button", role: "gridcell", tabindex: square === 26 ? 0 : -1});
      button.onclick = () => {
        this.#focus(square);
        if (this.moves.includes(square)) onMove(square);
      };
      button.onkeydown = event => this.#onArrowKey(event, square);
      return button;
    });
    for (let row = 0; row < 64; row += 8) {
      const line = make("div", {role: "row"});
      line.append(...this.buttons.slice(row, row + 8));
      this.grid.append(line);
    }
  }

  // Shows the legal moves and, by square, texts in `notes`; draws a ring on `square`.
  show(position, moves, notes = {}, square = undefined) {
    this.moves = moves;
    this.grid.setAttribute("aria-label", words.board);
    this.buttons.forEach((button, each) => {
      const sign = position.board[each], content = {X: words.black, O: words.white}[sign] ?? words.empty;
      const can = moves.includes(each), label = [moveName(each), content, can ? words.can : "", notes[each] ?? ""];
      button.setAttribute("aria-label", label.filter(Boolean).join(", "));
      for (const [kind, is] of Object.entries({can, tried: each === square, noted: each in notes}))
        button.classList.toggle(kind, is);
      button.textContent = notes[each] ?? "";
    });
  }

  #focus(square) {
    this.buttons.forEach((button, each) => button.setAttribute("tabindex", each === square ? 0 : -1));
    this.buttons[square].focus();
  }

  #onArrowKey(event, square) {
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key] ?? [];
    if (dx === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const x = (square & 7) + dx, y = (square >> 3) + dy;
    if (x >= 0 && x < 8 && y >= 0 && y < 8) this.#focus(8 * y + x);
  }
}

// Returns a labelled select with options [value, text]; `id` names the label's text in `words`.
function makeSelect(id, options, value, onChange) {
  const label = make("label", {}, words[id]), select = make("select", {id});
  options.forEach(([option, text]) => select.append(make("option", {value: option}, text)));
  select.value = value;
  select.onchange = () => onChange(select.value);
  label.append(select);
  return label;
}

// Formats a score for Black, as ui/text/wording.py does.
function formatScore(score, kind) {
  const side = score > 0 ? "X" : "O", discs = Math.round(Math.abs(score));
  if (kind === "exact") return score ? fill(words.wins[side], {discs}) : words.drawn;
  return discs ? fill(words.about, {score: fill(words.ahead[side], {discs})}) : words.even;
}
const describeScore = ({turn}, known, score = known.score) => formatScore(turn === "X" ? score : -score, known.kind);
