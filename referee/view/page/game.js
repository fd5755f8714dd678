// A game as the page follows it: positions ply by ply with what the engines said about them.

import { duration, signed } from "./dom.js";
import { readPosition } from "./position.js";

/** plies[0] is the start; plies[n] is what the nth move led to: {ply, move, side, ms, score, depth, clock, fen, position}. */
export class Game {
  constructor({ game, number, round, first, second, start, ply = 0 }) {
    Object.assign(this, { game, number, round, names: [first, second], result: null, book: ply });
    this.plies = [{ ply, fen: start, position: readPosition(game, start), clock: null }];
  }

  /** A game of the report's list, with its record. */
  static fromRecord(game, row) {
    const { record } = row;
    const result = new Game({ ...row, game, start: record.fens[0] });
    record.moves.forEach((move, i) => result.add({
      ply: i + 1, side: record.sides[i], move, fen: record.fens[i + 1], ms: i < record.book ? null : record.ms[i],
      score: record.scores[i], depth: record.depths[i], clock: record.clocks[i],
    }));
    result.book = record.book;
    result.result = row;
    return result;
  }

  /** A game that is being played, from its `start` event. */
  static fromStart(game, start) {
    return new Game({ ...start, game, number: start.game, start: start.fen, ply: start.plies });
  }

  get last() {
    return this.plies[this.plies.length - 1];
  }

  /** A move event, or the like. One that is known already is passed over. */
  add({ ply, side, move, fen, ms = null, score = null, depth = null, nodes = null, clock = null }) {
    const before = this.last;
    if (ply <= before.ply) return;
    const next = ply === before.ply + 1;
    const position = readPosition(this.game, fen, before.position);
    this.plies.push({ ply, move, ms, score, depth, nodes, clock, fen, position,
      side: side ?? (next ? before.position?.toMove : null) ?? (ply % 2 === 1 ? 1 : 2) });
  }

  /** The index in `plies` of this ply, or of the last one before it. */
  indexOf(ply) {
    const after = this.plies.findIndex((each) => each.ply > ply);
    return Math.max(0, after < 0 ? this.plies.length - 1 : after - 1);
  }

  /** The latest of a side's plies up to an index that satisfies a condition. */
  latest(side, index, condition) {
    for (let i = index; i > 0; --i) {
      const ply = this.plies[i];
      if (ply.side === side && condition(ply)) return ply;
    }
    return null;
  }
}

/** A score from the first player's point of view: {value in units, proved}. */
const view = (ply) => {
  const sign = ply.side === 1 ? 1 : -1;
  return "final" in ply.score ? { value: sign * ply.score.final, proved: true }
    : { value: sign * ply.score.cp / 100, proved: false };
};

/** A round bound for an axis, at least as far from zero as `value`. */
function roundBound(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 3, 5, 10].find((each) => each * power >= value - 1e-9);
}

/** The curves of a game for plot(): what either engine thought, from the first player's side; proved results lie on the edges. */
export function evaluation(game) {
  const said = game.plies.filter((ply) => ply.score).map((ply) => ({ ply: ply.ply, side: ply.side, ...view(ply) }));
  const sizes = said.filter((each) => !each.proved).map((each) => Math.abs(each.value)).sort((a, b) => a - b);
  const bound = roundBound(Math.max(1, sizes[Math.floor(0.97 * sizes.length)] ?? 1));
  const series = [1, 2].map((side) => {
    const own = said.filter((each) => each.side === side)
      .map(({ ply, value, proved }) => ({ at: [ply, proved ? Math.sign(value) * bound : value], proved }));
    return { name: game.names[side - 1], role: side === 1 ? "first" : "second",
      points: own.map(({ at }) => at), marks: own.filter(({ proved }) => proved).map(({ at }) => at) };
  });
  return { series, x: { from: 0, to: Math.max(game.last.ply, 10) },
    y: { from: -bound, to: bound, ticks: [-bound, 0, bound], rule: 0, format: (value) => signed(value, 0) } };
}

/** Time for each move, the first player's upwards, the second's downwards, in milliseconds. */
export function thinking(game) {
  const timed = game.plies.filter((ply) => typeof ply.ms === "number");
  const bound = roundBound(Math.max(1, ...timed.map((ply) => ply.ms)));
  const series = [1, 2].map((side) => ({
    name: game.names[side - 1], role: side === 1 ? "first" : "second",
    bars: timed.filter((ply) => ply.side === side).map((ply) => [ply.ply, (side === 1 ? 1 : -1) * ply.ms]),
  }));
  return { series, x: { from: 0, to: Math.max(game.last.ply, 10) },
    y: { from: -bound, to: bound, ticks: [-bound, 0, bound], rule: 0, format: (ms) => duration(Math.abs(ms)).replace(/\.0+ /, " ") } };
}
