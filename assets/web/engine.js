"use strict";
// The engine of a page, in its worker: ai/search and ai/levels with PVS on one thread and the same kernels. Scores
// are in discs, + for the side to move; kernels count in tenths of a disc, or in discs when they solve the end.
const FULL_WIDTH = 100, FULL_STRENGTH = 10, ONE_DISC = 10, MOST_DISCS = 64;
const FULL_DEPTH = 6, CONFIDENCE = 87, PLIES_LEFT = 8, LOOK_PER_PLY = 1.15, END_CONFIDENCES = [60, 87, 98, FULL_WIDTH];
const QUICK_EMPTIES = 14, QUICK_WARM_UP_DEPTH = 4, ASPIRATION_DEPTH = 4, ONLY_MOVE_DEPTH = 8, ONLY_MOVE_SHARE = 0.1;
// Half widths of the aspiration windows: in tenths of a disc, and in discs when solving the end.
const WIDTHS = [[10, 30, 90, 270, 810], [3, 9, 27, 81]];
const CAREFUL_TEMPER = 0.18, MISTAKE = 1;
// Factors of a position's hash, and the stored lower bound of an entry without one: see ai/kernels/table.py.
const MIX = [0x9E3779B97F4A7C15n, 0xBF58476D1CE4E5B9n, 0x94D049BB133111EBn], NO_LOWER_BOUND = 1;
const CORNERS = [0, 7, 56, 63], MEMORY_PAGE = 65536, CACHE_LINE = 64;  // the sizes are in bytes
const HALF_OF_PLIES = 10, HALF_OF_DISCS = 12, KNOTS = [14, 26, 38], LEAST_SLOPE = 0.1, STRETCHING = 6;

class Abandoned extends Error {}

// --- unpacking: see release/web.py

async function unpack(text) {
  const binary = atob(text), packed = new Uint8Array(binary.length);
  for (let n = 0; n < packed.length; n++) packed[n] = binary.charCodeAt(n);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const throwDamaged = () => { throw new Error("bad gzip"); };
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer().catch(throwDamaged));
  const size = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  let at = 4 + size;
  const read = length => bytes.slice(at, at += length);
  const compiled = WebAssembly.compile(read(header.module));
  const margins = header.confidences.map(() => [read(8192), read(8192)]);
  const weights = unpackWeights(header, bytes.subarray(at));
  return {header, module: await compiled, margins, weights};
}

// Returns two places in a stage for each weight of the file: that of the state, then that of its mirror image.
function placePairs(mirrors, size) {
  const places = [], mirrored = new Int32Array(size);
  let first = 0;
  for (const mirror of mirrors) {
    let states = 1;
    for (const to of mirror) {
      for (let state = states; state < 3 * states; state++) mirrored[state] = mirrored[state - states] + 3 ** to;
      states *= 3;
    }
    for (let state = 0; state < states; state++)
      if (mirrored[state] >= state) places.push(first + state, first + mirrored[state]);
    first += states;
  }
  for (; first < size; first++) places.push(first, first);
  return places;
}

function unpackWeights({mirrors, kernels, rounding}, packed) {
  const size = kernels.weights / 2 / kernels.stages, weights = new Int16Array(size * kernels.stages);
  const places = placePairs(mirrors, size);
  for (let first = 0, at = 0; first < weights.length; first += size)
    for (let n = 0; n < places.length; n += 2) {
      let folded = packed[at++];
      if (folded === 255) folded = packed[at++] | packed[at++] << 8;
      const place = first + places[n], before = first && weights[place - size];
      weights[place] = weights[first + places[n + 1]] = before + (folded >>> 1 ^ -(folded & 1)) * rounding;
    }
  return weights;
}

// --- the kernels

class Searcher {
  constructor({header, module, margins, weights}) {
    const {kernels} = header, tableBytes = header.megabytes << 20;
    const pages = Math.ceil((tableBytes + kernels.weights + kernels.workspace + kernels.crew) / MEMORY_PAGE) + 40;
    const memory = new WebAssembly.Memory({initial: pages, maximum: pages});
    const {exports} = new WebAssembly.Instance(module, {env: {memory}});
    let top = exports.__heap_base.value;
    const allocate = (size, offset = 0) => {
      top += (CACHE_LINE - (top + offset) % CACHE_LINE) % CACHE_LINE;
      top += size;
      return top - size;
    };
    this.kernel = exports.search;
    this.header = header;
    this.margins = margins;
    this.bytes = new Uint8Array(memory.buffer);
    this.view = new DataView(memory.buffer);
    this.output = allocate(16);
    this.telemetry = allocate(kernels.telemetry);
    this.scratch = allocate(kernels.telemetry);
    this.workspace = allocate(kernels.workspace, kernels.places.features);
    const values = allocate(kernels.weights), crew = allocate(kernels.crew), table = allocate(16);
    this.table = new BigUint64Array(memory.buffer, allocate(tableBytes), tableBytes / 8);
    this.bytes.set(new Uint8Array(weights.buffer), values);
    this.view.setBigInt64(table, BigInt(this.table.byteOffset), true);
    this.view.setBigInt64(table + 8, BigInt(this.table.length), true);
    this.records = [this.workspace, values, table, crew].map(BigInt);
    for (const row of [this.telemetry, this.scratch]) this.#writeInt64(row + 8 * kernels.slots.wanted, kernels.pvs);
    this.#writeField("order", kernels.full_order);
    this.#writeField("recorded_depth", kernels.no_depth);
    this.age = 0;
  }

  #writeInt64(address, value) { this.view.setBigInt64(address, BigInt(value), true); }
  #writeField(field, value) { this.#writeInt64(this.workspace + this.header.kernels.places[field], value); }
  get nodes() { return Number(this.view.getBigInt64(this.telemetry + 8 * this.header.kernels.slots.nodes, true)); }

  clear() {
    this.table.fill(0n);
    this.age = 0;
  }

  startSearch() {
    const {places} = this.header.kernels;
    this.bytes.fill(0, this.workspace + places.killers, this.workspace + places.confidence);
    this.#writeInt64(this.telemetry + 8 * this.header.kernels.slots.nodes, 0);
    this.age = (this.age + 1) % 256;
    this.#writeField("age", this.age);
  }

  #setConfidence(confidence) {
    if (confidence === this.confidence) return;
    this.confidence = confidence;
    this.#writeField("confidence", confidence);
    const margins = this.margins[this.header.confidences.indexOf(confidence)];
    ["margins", "static_margins"].forEach((field, number) => {
      const at = this.workspace + this.header.kernels.places[field];
      if (margins) this.bytes.set(margins[number], at);
      else new Int16Array(this.bytes.buffer, at, 4096).fill(0x7fff);  // prunes nothing
    });
  }

  // Returns the fail-soft score of a position by a search of its tree, like ai.kernels.entry.search.
  search(position, alpha, beta, depth, exact, confidence = this.confidence, row = this.telemetry) {
    this.#setConfidence(confidence);
    const window = [alpha, beta, depth].map(BigInt), numbers = [this.header.kernels.pvs, row].map(BigInt);
    const kernelArguments = [...bitboards(position), ...window, +exact, ...numbers, ...this.records];
    if (this.kernel(this.output, this.output + 8, ...kernelArguments)) throw new Error("the search has failed");
    return Number(this.view.getBigInt64(this.output, true));
  }

  bestReply(position, exact) {
    if (exact && count(position.board, EMPTY) < this.header.kernels.table_empties) return this.#solvedReply(position);
    const {cluster, no_move: none} = this.header.kernels;
    const key = this.#key(position, exact), start = Number(key * BigInt(2 * cluster) & BigInt(this.table.length - 1));
    for (let place = start; place < start + 2 * cluster; place += 2) {
      const data = this.table[place + 1];
      if ((this.table[place] ^ data) !== key) continue;
      const move = Number(data >> 40n & 0xffn), lower = Number(data & 0xffffn);
      return data === 0n || lower === NO_LOWER_BOUND || move === none ? undefined : move;
    }
    return undefined;
  }

  #solvedReply(position) {
    let best = -MOST_DISCS - 1, bestMove;
    for (const move of movesOf(position)) {
      const score = -this.search(after(position, move), -MOST_DISCS - 1, -best, 0, true, this.confidence, this.scratch);
      if (score > best) [best, bestMove] = [score, move];
    }
    return bestMove;
  }

  // Returns the same as ai.kernels.table.position_key.
  #key(position, exact) {
    const [one, two, three] = MIX, kind = exact ? BigInt(this.header.kernels.endgame_key) : 0n;
    const toUint64 = value => BigInt.asUintN(64, value), reverseBytes = value => {
      this.view.setBigUint64(this.output, toUint64(value), true);
      return this.view.getBigUint64(this.output, false);
    };
    const [player, opponent] = bitboards(position);
    let key = toUint64(reverseBytes((player ^ kind) * one) * two + opponent);
    key = toUint64(reverseBytes(key * three) * one);
    return key ^ key >> 32n;
  }
}

// Returns both bitboards, first that of the side to move.
function bitboards({board, turn}) {
  const boards = [0n, 0n];
  for (let square = 0; square < 64; square++)
    if (board[square] !== EMPTY) boards[+(board[square] !== turn)] |= 1n << BigInt(square);
  return boards;
}

// Returns one key for all positions that differ only by symmetry or by swapped colours.
function canonical({board, turn}) {
  const signs = [...board].map(sign => sign === EMPTY ? sign : sign === turn ? "X" : "O");
  return SYMMETRIES.map(places => places.map(square => signs[square]).join("")).sort()[0];
}

// --- levels: see ai/levels.py

const LOOKS = {
  turned: ({board, turn}) => count(board, other(turn)),
  fewest_replies: position => -movesOf(position).length,
  mobility_after_reply: position => {
    const left = movesOf(position).filter(square => !CORNERS.includes(square))
      .map(answer => movesOf(after(position, answer)).length);
    return left.length ? Math.min(...left) : 0;
  },
};

// Returns the doubt of each move over all looks, which are maps from moves to scores.
function doubts(looks) {
  const best = looks.map(look => Math.max(...look.values()));
  return new Map([...looks.at(-1).keys()].map(move => {
    const lags = looks.map((look, number) => Math.sqrt(best[number] - look.get(move)));
    return [move, lags.reduce((sum, each) => sum + each, 0) / looks.length];
  }));
}

function softmax(doubtByMove, temper) {
  const least = Math.min(...doubtByMove.values());
  const weights = [...doubtByMove].map(([move, doubt]) => [move, Math.exp((least - doubt) / temper)]);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([move, weight]) => [move, weight / total]));
}

function probabilities(level, looks, isKnown) {
  const [from, to] = level.counts, doubtByMove = doubts(looks.slice(from ?? 0, to ?? undefined)), last = looks.at(-1);
  const best = Math.sign(Math.max(...last.values()));
  const kept = new Map([...doubtByMove].filter(([move]) => !isKnown || Math.sign(last.get(move)) === best));
  const careful = softmax(kept, CAREFUL_TEMPER), careless = softmax(doubtByMove, level.temper);
  return [...doubtByMove.keys()].map(move =>
    [move, (1 - level.careless) * (careful.get(move) ?? 0) + level.careless * careless.get(move)]);
}

// Selects a move by its share and a random number below 1, without the mistakes if others are left.
function choose(shares, random, mistakes) {
  const without = shares.filter(([move]) => !mistakes.has(move)), allowed = without.length ? without : shares;
  let left = random * allowed.reduce((sum, [, share]) => sum + share, 0);
  return (allowed.find(([, share]) => (left -= share) < 0) ?? allowed.at(-1))[0];
}

// --- scores as shown to users: see ai/expectation.py

function expectedScore(numbers, position, score, kind, depth) {
  if (kind === "exact") return score;
  const sign = mustPass(position) ? -1 : 1, empties = count(position.board, EMPTY), size = Math.abs(score);
  const unseen = Math.max(0, empties - depth), near = unseen / (unseen + HALF_OF_PLIES);
  const far = near * size / (size + HALF_OF_DISCS), [first, middle, last] = KNOTS;
  const within = (from, to) => Math.min(1, Math.max(0, (empties - from) / (to - from)));
  const low = within(first, middle), high = within(middle, last), shares = [1 - low, low - high, high];
  const dot = (from, factors) => factors.reduce((sum, factor, n) => sum + factor * numbers[from + n], 0);
  const slope = 1 + dot(0, [...shares.map(share => near * share), ...shares.map(share => far * share)]);
  const parity = empties % 2 ? -near : near;
  const shift = dot(STRETCHING, [...shares.map(share => parity * share), near]);
  const adjusted = sign * Math.sign(score) * size * Math.max(LEAST_SLOPE, slope) + shift;
  return sign * Math.max(-MOST_DISCS, Math.min(MOST_DISCS, adjusted));
}

// --- the root: see ai/search/root.py and ai/search/schedule.py

// Rounds like Python: halves to the even number.
const roundHalfToEven = value => Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value);

class RootSearch {
  // A question has `board`, `turn`, `level` and optionally `depth`, `seconds`, `all` (score every move), `random` (a
  // number below 1) and `mistakes` (of a level earlier in the game). Calls `publish` with each better answer.
  constructor(searcher, question, publish) {
    Object.assign(this, {searcher, question, publish});
    this.started = performance.now();
    this.level = searcher.header.levels[question.level - 1];
    this.position = {board: question.board, turn: question.turn};
    this.empties = count(question.board, EMPTY);
    const moves = movesOf(this.position);
    this.order = moves.length ? moves : [PASS];
    this.after = new Map(this.order.map(move => [move, after(this.position, move)]));
    this.everyMove = question.all || question.level < FULL_STRENGTH;
    this.forms = new Map(this.order.map(move => [move, canonical(this.after.get(move))]));
    this.firsts = new Map([...this.order].reverse().map(move => [this.forms.get(move), move]));
    const look = LOOKS[this.level.first_look];
    this.looks = look ? [new Map(this.order.map(move => [move, look(this.after.get(move))]))] : [];
    this.lastDepth = Math.min(question.depth ?? 60, this.level.depth ?? 60, Math.max(this.empties, 1));
    this.depth = this.endConfidence = this.estimate = this.score = 0;
    this.iterations = [];
  }

  run() {
    try {
      while (!this.isFinished) this.#step();
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    }
    return this.answer;
  }

  #secondsUsed() { return (performance.now() - this.started) / 1000; }

  #step() {
    const step = this.#nextStep(), nodes = this.searcher.nodes;
    const rootScore = this.#scoreRoot(step);
    if (step.exact) this.endConfidence = step.confidence;
    else this.depth = step.depth;
    if (step.kind === "estimate") this.estimate = rootScore / step.unit;
    this.score = rootScore / step.unit;
    const {depth, kind, confidence} = step;
    this.iterations.push({depth, kind, confidence, score: this.score, nodes: this.searcher.nodes - nodes});
    this.isFinished = kind === "exact" || this.#mayStopAfter(step);
    this.#publishAnswer(step);
  }

  // --- the next step

  #nextStep() {
    this.maySolve = (this.question.depth ?? 60) >= this.empties && this.empties <= this.level.exact;
    const exact = this.maySolve && this.#shouldLookAtEnd(), unit = exact ? 1 : ONE_DISC;
    const depth = exact ? this.empties : this.depth + 1;
    const next = this.empties > QUICK_EMPTIES ? END_CONFIDENCES.find(each => each > this.endConfidence) : FULL_WIDTH;
    const confidence = exact ? next : this.depth >= FULL_DEPTH ? CONFIDENCE : FULL_WIDTH;
    const kind = depth >= this.empties && confidence === FULL_WIDTH ? "exact" : "estimate";
    const guess = exact ? 2 * roundHalfToEven(this.estimate / 2) : roundHalfToEven(this.score * ONE_DISC);
    return {depth, exact, confidence, kind, guess, unit, most: MOST_DISCS * unit};
  }

  #shouldLookAtEnd() {
    if (this.depth < Math.min(QUICK_WARM_UP_DEPTH, this.lastDepth)) return false;
    if (this.endConfidence > 0 || this.depth >= this.lastDepth) return true;
    const left = this.empties - this.depth, used = this.#secondsUsed(), {seconds} = this.question;
    return left <= PLIES_LEFT && (!seconds || LOOK_PER_PLY ** left * used <= seconds - used);
  }

  #mayStopAfter(step) {
    if (step.depth >= this.lastDepth && !this.maySolve) return true;
    const {seconds} = this.question;
    if (this.order.length > 1 || !seconds) return false;
    return step.depth >= ONLY_MOVE_DEPTH || this.#secondsUsed() > ONLY_MOVE_SHARE * seconds;
  }

  // --- the search of the root node

  #scoreRoot(step) {
    if (this.everyMove) return this.#scoreEveryMove(step);
    const widths = WIDTHS[+step.exact], bound = step.most + 1;
    if (!step.exact && step.depth < ASPIRATION_DEPTH) return this.#search(step, -bound, bound);
    let alpha = Math.max(step.guess - widths[0], -bound), beta = Math.min(step.guess + widths[0], bound);
    let score = this.#search(step, alpha, beta);
    for (const width of widths.slice(1)) {
      if (alpha < score && score < beta) return score;
      if (score <= alpha) [alpha, beta] = [Math.max(score - width, -bound), score + 1];
      else [alpha, beta] = [score - 1, Math.min(score + width, bound)];
      score = this.#search(step, alpha, beta);
    }
    return alpha < score && score < beta ? score : this.#search(step, -bound, bound);
  }

  #search(step, alpha, beta) {
    let [bestMove, ...siblings] = this.order, best = this.#scoreMove(step, bestMove, alpha, beta);
    for (const move of best < beta ? siblings : []) {
      const lower = Math.max(alpha, best);
      let score = this.#scoreMove(step, move, lower, lower + 1);
      if (lower < score && score < beta) score = this.#scoreMove(step, move, score, beta);
      if (score > best) [best, bestMove] = [score, move];
      if (best >= beta) break;
    }
    if (best > alpha) this.order = [bestMove, ...this.order.filter(move => move !== bestMove)];
    return best;
  }

  #scoreMove(step, move, alpha, beta) {
    const {seconds} = this.question;
    if (seconds && this.answer && this.#secondsUsed() > seconds) throw new Abandoned();
    const depth = move === PASS ? step.depth : step.depth - 1;
    return -this.searcher.search(this.after.get(move), -beta, -alpha, depth, step.exact, step.confidence);
  }

  // Scores each move with an open window; symmetric moves are searched once.
  #scoreEveryMove(step) {
    const scoreByForm = new Map();
    for (const move of this.order.filter(move => this.firsts.get(this.forms.get(move)) === move))
      scoreByForm.set(this.forms.get(move), this.#scoreMove(step, move, -step.most - 1, step.most + 1));
    const scores = new Map(this.order.map(move => [move, scoreByForm.get(this.forms.get(move))]));
    this.order.sort((one, two) => scores.get(two) - scores.get(one));
    this.looks.push(new Map(this.order.map(move => [move, scores.get(move) / step.unit])));
    return scores.get(this.order[0]);
  }

  // --- the answer

  #publishAnswer(step) {
    const {question, searcher: {header}} = this, moveScore = (move, score) => ({move, kind: step.kind,
      score: expectedScore(header.expectation, this.position, score, step.kind, step.depth)});
    let move = this.order[0], {score} = this, mistake = null;
    const scores = this.everyMove ? [...this.looks.at(-1)] : [];
    if (question.level < FULL_STRENGTH) {
      const scoreOf = each => this.looks.at(-1).get(each), isMistake = each => this.score - scoreOf(each) >= MISTAKE;
      const isKnown = each => isMistake(each) && question.mistakes?.includes(this.forms.get(each));
      const repeated = new Set(this.order.filter(isKnown));
      const shares = probabilities(this.level, this.looks, step.kind === "exact");
      move = choose(shares, question.random ?? Math.random(), repeated);
      score = scoreOf(move);
      if (isMistake(move)) mistake = this.forms.get(move);
    }
    const line = this.isFinished || this.#secondsUsed() > 0.05 ? this.#line(step, move, score) : [move];
    this.answer = {...moveScore(move, score), depth: step.depth, line, mistake,
      scores: scores.map(each => moveScore(...each)), iterations: this.iterations};
    this.publish(this.answer);
  }

  // Returns the move and the best replies in the table; only the move if the line reaches the end at another score.
  #line(step, move, score) {
    const line = [move];
    let position = this.after.get(move);
    while (line.filter(each => each !== PASS).length < step.depth && !isOver(position)) {
      const reply = mustPass(position) ? PASS : this.searcher.bestReply(position, step.exact);
      if (reply === undefined || (reply !== PASS && !flips(position, reply).length)) break;
      line.push(reply);
      position = after(position, reply);
    }
    const isWhole = step.kind === "exact" && isOver(position);
    const end = this.position.turn === "X" ? finalScore(position) : -finalScore(position);
    return isWhole && end !== score ? [move] : line;
  }
}

// --- the worker

let searcher;

async function answerPage({data: request}) {
  try {
    if ("engine" in request) {
      const {engine} = request, isText = typeof engine === "string", prepared = isText ? await unpack(engine) : engine;
      searcher = new Searcher(prepared);
      if (isText) postMessage({prepared}, [prepared.weights.buffer]);
    } else {
      if (request.isNew) searcher.clear();
      searcher.startSearch();
      const answer = new RootSearch(searcher, request, answer => postMessage({answer})).run();
      postMessage({answer: {...answer, isDone: true}});
    }
  } catch (error) {
    postMessage({failed: String(error?.message ?? error)});
  }
}
