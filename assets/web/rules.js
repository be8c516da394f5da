"use strict";
// The rules, for the page and its worker. A position is {board, turn}: 64 signs from a1 to h8, "X" (Black) or "O".
const PASS = -1, EMPTY = "-";
const DIRECTIONS = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => [dx, dy])).filter(([dx, dy]) => dx || dy);
const START = {board: `${EMPTY.repeat(27)}OX${EMPTY.repeat(6)}XO${EMPTY.repeat(27)}`, turn: "X"};
// For each of the eight symmetries, the image of each square.
const SYMMETRIES = Array.from({length: 8}, (_, kind) => Array.from({length: 64}, (_, square) => {
  let x = square & 7, y = square >> 3;
  if (kind & 1) x = 7 - x;
  if (kind & 2) y = 7 - y;
  return kind & 4 ? 8 * x + y : 8 * y + x;
}));

const other = turn => turn === "X" ? "O" : "X";
const count = (board, sign) => [...board].filter(each => each === sign).length;

// For each square and direction, the squares beyond it up to the border.
const RAYS = Array.from({length: 64}, (_, square) => DIRECTIONS.map(([dx, dy]) => {
  const ray = [];
  for (let x = (square & 7) + dx, y = (square >> 3) + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy)
    ray.push(8 * y + x);
  return ray;
}));

function flips({board, turn}, square) {
  if (board[square] !== EMPTY) return [];
  return RAYS[square].flatMap(ray => {
    const end = ray.findIndex(each => board[each] !== other(turn));
    return end > 0 && board[ray[end]] === turn ? ray.slice(0, end) : [];
  });
}

const movesOf = position => [...Array(64).keys()].filter(square => flips(position, square).length);
const afterPass = ({board, turn}) => ({board, turn: other(turn)});
const mustPass = position => !movesOf(position).length && movesOf(afterPass(position)).length > 0;
const isOver = position => !movesOf(position).length && !movesOf(afterPass(position)).length;

// Returns the position after a legal move; PASS is legal if there is no other move.
function after(position, move) {
  if (move === PASS) return afterPass(position);
  const signs = [...position.board];
  for (const square of [move, ...flips(position, move)]) signs[square] = position.turn;
  return afterPass({board: signs.join(""), turn: position.turn});
}

// Returns Black's lead in discs at the end of the game; empty squares count for the winner.
function finalScore({board}) {
  const lead = count(board, "X") - count(board, "O");
  return lead + Math.sign(lead) * count(board, EMPTY);
}
